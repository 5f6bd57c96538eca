"""Following: whom one may follow, what a block ends, and which followers are told of an open challenge."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import User
from accounts.privacy import erasure
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.events import Event, UserEvent
from games.core.models.terms import Agreement
from games.core.notifications import kind_of, line_of
from games.notifications import bell, choices
from games.people import follows
from games.people.errors import OwnFollow, TooManyFollows
from games.people.follows import follow, unfollow
from games.people.models import Follow
from games.players import relations
from games.players.errors import PlayerBlocked, PlayerUnavailable
from games.players.models import Rating, StoredReliability
from tests.games.people.test_profiles import silence
from tests.support.people import new_guest
from tests.support.playing import unchanged
from tests.support.racing import at_once

Person = Callable[..., User]
PLAIN = Proposal(agreement=Agreement())


def told() -> set[str]:
    """Who was told of open challenges."""
    rows = UserEvent.objects.filter(event__type="open_challenge_posted", is_notification=True)
    return set(rows.values_list("user__username", flat=True))


def test_a_follow_is_one_row_and_its_end_is_none(anna: User, bert: User) -> None:
    assert follow(anna, bert).is_told is False
    assert follow(anna, bert, is_told=True).is_told is True
    assert [row.followed for row in follows.follows_of(anna.pk)] == [bert]
    assert (follows.followers_of(bert.pk), follows.followers_of(anna.pk)) == (1, 0)

    for _time in range(2):
        unfollow(anna, bert)

    assert not Follow.objects.exists()


def test_nobody_follows_themselves_or_a_guest(anna: User) -> None:
    with unchanged(), pytest.raises(OwnFollow):
        follow(anna, anna)
    guest = new_guest()
    with unchanged(), pytest.raises(PlayerUnavailable):
        follow(anna, guest)


def test_one_follows_so_many_and_no_more(anna: User, bert: User, carla: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follows, "MOST_FOLLOWED", 1)
    follow(anna, bert)

    with unchanged(), pytest.raises(TooManyFollows):
        follow(anna, carla)
    assert follow(anna, bert, is_told=True).is_told


def test_who_is_blocked_cannot_follow_and_learns_no_reason(anna: User, bert: User) -> None:
    relations.change(anna, bert, blocked=True)

    with unchanged(), pytest.raises(PlayerUnavailable):
        follow(bert, anna)
    with unchanged(), pytest.raises(PlayerBlocked):
        follow(anna, bert)


def test_a_block_ends_the_follow_in_both_directions_and_a_mute_does_not(anna: User, bert: User, carla: User) -> None:
    for follower, followed in ((anna, bert), (bert, anna), (carla, bert), (anna, carla)):
        follow(follower, followed)

    relations.change(anna, carla, muted=True)
    relations.change(anna, bert, blocked=True)

    left = set(Follow.objects.values_list("follower__username", "followed__username"))
    assert left == {("carla", "bert"), ("anna", "carla")}


def test_an_erased_account_follows_nobody_and_nobody_follows_it(anna: User, bert: User, carla: User) -> None:
    follow(anna, bert)
    follow(bert, carla)
    follow(anna, carla)

    erasure.close(bert, ending=True)
    assert [row.followed for row in follows.follows_of(anna.pk)] == [carla]
    assert follows.followers_of(carla.pk) == 1
    erasure.finish(bert.pk)

    assert list(Follow.objects.values_list("follower", "followed")) == [(anna.pk, carla.pk)]


@pytest.mark.django_db(transaction=True)
def test_two_follows_at_once_are_one(anna: User, bert: User) -> None:
    answers = at_once(*[lambda: follow(anna, bert)] * 4)

    assert len({answer.pk for answer in answers if isinstance(answer, Follow)}) == 1
    assert Follow.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_follow_and_a_block_at_once_leave_no_follow(anna: User, bert: User) -> None:
    at_once(lambda: follow(anna, bert), lambda: relations.change(bert, anna, blocked=True))

    assert not Follow.objects.exists()


# --- Telling ----------------------------------------------------------------------------------------------------------


def test_only_who_has_chosen_it_is_told(anna: User, bert: User, carla: User) -> None:
    follow(anna, bert, is_told=True)
    follow(carla, bert)

    challenge = actions.challenge_anyone(bert, PLAIN)

    assert told() == {"anna"}
    event = Event.objects.get(type="open_challenge_posted")
    assert (event.subject, event.actor, event.game) == (challenge, bert, None)
    assert event.data == {
        "challenger": "bert",
        "kind": "open",
        "rules": "standard",
        "rated": True,
        "expires_at": event.data["expires_at"],
    }


def test_nobody_is_told_of_challenges_to_one_player_and_of_links(anna: User, bert: User, carla: User) -> None:
    follow(anna, bert, is_told=True)

    actions.challenge_player(bert, carla, PLAIN)
    actions.invite_by_link(bert, PLAIN)

    assert told() == set()


def strong(anna: User) -> None:
    Rating.objects.create(user=anna, rules="standard", value=1800.0)


def late(anna: User) -> None:
    StoredReliability.objects.create(user=anna, games=10, on_time=5, percent=66)


def robot(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(bot_since=timezone.now())


def suspended(anna: User) -> None:
    silence(anna, User.objects.create_user("arbiter"), kind="suspension")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "conditions"),
    [
        (strong, {"max_rating": 1700}),
        (late, {"min_reliability": 90}),
        (robot, {}),
        (suspended, {}),
    ],
)
def test_who_may_not_accept_it_is_not_told(
    anna: User, bert: User, carla: User, make: Callable[[User], None], conditions: dict[str, int]
) -> None:
    follow(anna, bert, is_told=True)
    follow(carla, bert, is_told=True)
    make(anna)

    actions.challenge_anyone(bert, Proposal(agreement=Agreement(), **conditions))  # type: ignore[arg-type]

    assert told() == {"carla"}


def test_of_one_player_a_follower_is_told_once_an_hour(
    clock: time_machine.Traveller, anna: User, bert: User, carla: User
) -> None:
    follow(anna, bert, is_told=True)
    follow(anna, carla, is_told=True)
    for _time in range(2):
        actions.challenge_anyone(bert, PLAIN)
    actions.challenge_anyone(carla, PLAIN)
    assert Event.objects.filter(type="open_challenge_posted").count() == 2

    clock.shift(timedelta(hours=1))
    actions.challenge_anyone(bert, PLAIN)

    assert Event.objects.filter(type="open_challenge_posted").count() == 3


def test_the_notification_says_who_and_what_and_is_due_while_the_challenge_is_open(anna: User, bert: User) -> None:
    follow(anna, bert, is_told=True)
    challenge = actions.challenge_anyone(bert, PLAIN)

    (item,) = bell.items_of(anna, choices.settings_of(anna))
    with translation.override("en"):
        line = line_of(item.event, anna)
    kind = kind_of(item.event)
    assert line.text == "bert has posted an open challenge"
    assert line.more == "Standard · 3 days per move · rated"
    assert line.url == f"/challenges/{challenge.number}/"
    assert kind is not None
    assert kind.is_due(item.event, now=timezone.now())
    actions.cancel_challenge(challenge.number, bert)
    assert not kind.is_due(Event.objects.get(pk=item.event.pk), now=timezone.now())


def test_many_followers_cost_as_many_queries_as_one(bert: User, person: Person) -> None:
    counts = []
    for names in (("one",), ("two", "three", "four")):
        for name in names:
            follow(person(name), bert, is_told=True)
        Follow.objects.update(told_at=None)
        with CaptureQueriesContext(connection) as queries:
            actions.challenge_anyone(bert, PLAIN)
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert told() == {"one", "two", "three", "four"}


def test_a_challenge_without_followers_costs_one_query_more(bert: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with CaptureQueriesContext(connection) as with_hook:
        actions.challenge_anyone(bert, PLAIN)
    monkeypatch.setattr(actions.posted, "_functions", [])
    with CaptureQueriesContext(connection) as without:
        actions.challenge_anyone(bert, PLAIN)

    assert len(with_hook) == len(without) + 1
