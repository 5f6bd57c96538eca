"""Joining a club: freely, by a link, on request; what is refused, and who is told."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import translation

from accounts.models import User
from games.clubs import joining, members
from games.clubs.errors import ClubAskedLately, ClubByLinkOnly, ClubFull, TooManyJoinRequests
from games.clubs.joining import accept, end_link, join, make_link, refuse
from games.clubs.models import Club, JoinRequest, Membership
from games.core.models.events import UserEvent
from games.core.notifications import kind_of, line_of
from games.notifications import bell, choices
from games.players import relations
from games.players.errors import PlayerUnavailable
from kit.errors import NotFound
from tests.conftest import NOON
from tests.games.clubs.making import new_club, people_in
from tests.support.people import new_guest
from tests.support.playing import unchanged
from tests.support.racing import at_once

Person = Callable[..., User]


def told(event_type: str) -> set[str]:
    rows = UserEvent.objects.filter(event__type=event_type, is_notification=True)
    return set(rows.values_list("user__username", flat=True))


def test_everyone_joins_an_open_club_and_a_second_time_changes_nothing(anna: User, bert: User) -> None:
    club = new_club(anna)

    first = join(club.slug, bert)
    with unchanged():
        assert join(club.slug, bert) == first

    assert people_in(club) == {"anna": "owner", "bert": "member"}
    assert told("club_requested") == set()


def test_guests_join_no_club_and_no_club_is_not_found(anna: User) -> None:
    club, guest = new_club(anna), new_guest()

    with unchanged(), pytest.raises(PlayerUnavailable):
        join(club.slug, guest)
    with unchanged(), pytest.raises(NotFound):
        join("no-club", anna)


def test_a_full_club_takes_nobody(anna: User, bert: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_MEMBERS", 1)
    club = new_club(anna)

    with unchanged(), pytest.raises(ClubFull):
        join(club.slug, bert)


# --- On request -------------------------------------------------------------------------------------------------------


def test_a_request_makes_no_member_until_an_officer_accepts_it(anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, officers=[carla], admission="request")

    assert isinstance(join(club.slug, bert), JoinRequest)
    with unchanged():
        join(club.slug, bert)
    assert "bert" not in people_in(club)
    assert told("club_requested") == {"anna", "carla"}

    accept(club.slug, carla, bert)
    with unchanged():
        accept(club.slug, anna, bert)
    assert people_in(club)["bert"] == "member"
    assert told("club_accepted") == {"bert"}
    assert not JoinRequest.objects.exists()


def test_nobody_is_accepted_who_has_not_asked(anna: User, bert: User) -> None:
    club = new_club(anna, admission="request")

    with unchanged(), pytest.raises(NotFound):
        accept(club.slug, anna, bert)


def test_after_a_refusal_one_asks_again_a_week_later(clock: time_machine.Traveller, anna: User, bert: User) -> None:
    club = new_club(anna, admission="request")
    join(club.slug, bert)

    for _time in range(2):
        refuse(club.slug, anna, bert)
    with unchanged(), pytest.raises(NotFound):
        accept(club.slug, anna, bert)
    with unchanged(), pytest.raises(ClubAskedLately) as refused:
        join(club.slug, bert)
    assert refused.value.details == {"until": NOON + timedelta(days=7)}

    clock.shift(timedelta(days=7))
    assert isinstance(join(club.slug, bert), JoinRequest)
    assert JoinRequest.objects.get().is_open


def test_a_request_is_withdrawn_and_not_repeated_at_once(anna: User, bert: User) -> None:
    club = new_club(anna, admission="request")
    join(club.slug, bert)

    members.leave(club.slug, bert)

    assert not JoinRequest.objects.get().is_open
    with unchanged(), pytest.raises(ClubAskedLately):
        join(club.slug, bert)


def test_one_asks_so_many_clubs_at_a_time(anna: User, bert: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_REQUESTS", 1)
    first, second = (new_club(anna, name, admission="request") for name in ("Rabenstein", "Another"))
    join(first.slug, bert)

    with unchanged(), pytest.raises(TooManyJoinRequests):
        join(second.slug, bert)


def test_who_was_removed_joins_only_if_an_officer_accepts_it(
    clock: time_machine.Traveller, anna: User, bert: User
) -> None:
    club = new_club(anna, members=[bert])
    members.remove(club.slug, anna, bert)
    secret = make_link(club.slug, anna)

    with unchanged(), pytest.raises(ClubAskedLately):
        join(club.slug, bert)
    clock.shift(timedelta(days=7))
    assert isinstance(join(club.slug, bert), JoinRequest)
    assert isinstance(join(club.slug, bert, secret=secret), JoinRequest)
    assert "bert" not in people_in(club)
    accept(club.slug, anna, bert)
    members.leave(club.slug, bert)
    assert isinstance(join(club.slug, bert), Membership)


def test_old_requests_are_forgotten_and_removals_are_not(
    clock: time_machine.Traveller, anna: User, bert: User, carla: User, arbiter: User
) -> None:
    club = new_club(anna, members=[carla], admission="request")
    join(club.slug, bert)
    join(club.slug, arbiter)
    refuse(club.slug, anna, bert)
    members.remove(club.slug, anna, carla)

    joining.forget_requests()
    assert JoinRequest.objects.count() == 3
    clock.shift(timedelta(days=7, seconds=1))
    joining.forget_requests()

    assert set(JoinRequest.objects.values_list("user__username", flat=True)) == {"carla", arbiter.username}


# --- By link ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("admission", Club.Admission.values)
def test_with_the_link_one_joins_at_once(anna: User, bert: User, admission: str) -> None:
    club = new_club(anna, admission=admission)
    secret = make_link(club.slug, anna)

    assert joining.club_by_link(secret) == club
    assert isinstance(join(club.slug, bert, secret=secret), Membership)


def test_without_the_link_nobody_joins_a_club_by_link_only(anna: User, bert: User) -> None:
    club = new_club(anna, admission="link")

    with unchanged(), pytest.raises(ClubByLinkOnly):
        join(club.slug, bert)
    with unchanged(), pytest.raises(NotFound):
        join(club.slug, bert, secret="wrong")


def test_a_new_link_replaces_the_former_one_and_none_is_stored(anna: User, bert: User) -> None:
    club = new_club(anna, admission="link")
    first = make_link(club.slug, anna)
    second = make_link(club.slug, anna)

    club.refresh_from_db()
    assert second not in str(club.__dict__)
    for secret in (first, "\ud800"):
        with unchanged(), pytest.raises(NotFound):
            joining.club_by_link(secret)
    end_link(club.slug, anna)
    with unchanged(), pytest.raises(NotFound):
        join(club.slug, bert, secret=second)


# --- Notifications ----------------------------------------------------------------------------------------------------


def test_an_officer_reads_who_asks_while_the_request_waits(anna: User, bert: User) -> None:
    club = new_club(anna, admission="request")
    join(club.slug, bert)

    (item,) = bell.items_of(anna, choices.settings_of(anna))
    kind = kind_of(item.event)
    with translation.override("en"):
        line = line_of(item.event, anna)
    assert (line.text, line.url) == ("bert would like to join Rabenstein", "/clubs/rabenstein/manage/")
    assert kind is not None
    assert kind.still_stands(item.event)
    refuse(club.slug, anna, bert)
    assert not kind.still_stands(item.event)


def test_the_new_member_reads_it_while_they_are_one(anna: User, bert: User) -> None:
    club = new_club(anna, admission="request")
    join(club.slug, bert)
    accept(club.slug, anna, bert)

    (item,) = bell.items_of(bert, choices.settings_of(bert))
    kind = kind_of(item.event)
    with translation.override("en"):
        line = line_of(item.event, bert)
    assert (line.text, line.url) == ("You are a member of Rabenstein now", "/clubs/rabenstein/")
    assert kind is not None
    assert kind.still_stands(item.event)
    members.leave(club.slug, bert)
    assert not kind.still_stands(item.event)


def test_an_officer_who_has_blocked_a_player_is_not_told(anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, officers=[carla], admission="request")
    relations.change(carla, bert, blocked=True)

    join(club.slug, bert)

    assert told("club_requested") == {"anna"}


@pytest.mark.parametrize(("kind", "reader"), [("club_request", "anna"), ("club_accepted", "bert")])
def test_each_kind_can_be_switched_off(anna: User, bert: User, kind: str, reader: str) -> None:
    user = {"anna": anna, "bert": bert}[reader]
    choices.change(user, table={kind: {"bell": False}})
    club = new_club(anna, admission="request")
    join(club.slug, bert)
    accept(club.slug, anna, bert)

    assert not bell.items_of(user, choices.settings_of(user)).exists()


# --- At once ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_had_once(anna: User, bert: User, carla: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_MEMBERS", 2)
    club = new_club(anna)

    answers = at_once(lambda: join(club.slug, bert), lambda: join(club.slug, carla))

    assert sorted(type(answer).__name__ for answer in answers) == ["ClubFull", "Membership"]
    assert len(people_in(club)) == 2


@pytest.mark.django_db(transaction=True)
def test_two_officers_accept_one_request_once(anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, officers=[carla], admission="request")
    join(club.slug, bert)

    answers = at_once(lambda: accept(club.slug, anna, bert), lambda: accept(club.slug, carla, bert))

    assert {answer.pk for answer in answers if isinstance(answer, Membership)} == {
        Membership.objects.get(club=club, user=bert).pk
    }
    assert UserEvent.objects.filter(event__type="club_accepted").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_request_that_is_accepted_and_refused_at_once_is_one_of_both(anna: User, bert: User, carla: User) -> None:
    club = new_club(anna, officers=[carla], admission="request")
    join(club.slug, bert)

    at_once(lambda: accept(club.slug, anna, bert), lambda: refuse(club.slug, carla, bert))

    is_member = "bert" in people_in(club)
    assert JoinRequest.objects.exists() is not is_member
    assert not JoinRequest.objects.filter(is_open=True).exists()
