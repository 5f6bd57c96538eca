"""Who is here now: private unless opened, and never shown to whom one has blocked."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import AccessToken, User
from games.core import pubsub
from games.people.directory import Wanted, players_for
from games.people.presence import is_here
from games.people.profiles import Wording, save
from games.players import last_seen, relations
from tests.support.api import Api
from tests.support.pages import Reader
from tests.support.reading import text_of

OPEN = Wording(shows_presence=True)


def here(reader: User | None = None) -> list[str]:
    rows = players_for(reader.pk if reader else None, Wanted(here=True), now=timezone.now())
    return [player.username for player in rows]


def look(user: User) -> None:
    """Look at the home page."""
    last_seen.record(user.pk, now=timezone.now())


def sit(user: User) -> None:
    """Have a game in view."""
    pubsub.note_presence(user=user.pk, game=1, event=1)


@pytest.mark.parametrize("come", [look, sit])
def test_who_has_opened_it_is_here_and_nobody_else(clock: object, anna: User, bert: User, come: object) -> None:
    save(anna, OPEN)
    save(bert, Wording(about="Hello."))
    assert here() == []

    for user in (anna, bert):
        come(user)  # type: ignore[operator]

    assert here() == ["anna"]
    assert is_here(anna, None, now=timezone.now())
    assert not is_here(bert, None, now=timezone.now())


@pytest.mark.parametrize(
    ("come", "seconds"), [(look, 10 * 60 + 1), (sit, pubsub.PRESENT_SECONDS + 1)], ids=["home page", "board"]
)
def test_after_a_while_one_is_gone(clock: time_machine.Traveller, anna: User, come: object, seconds: int) -> None:
    save(anna, OPEN)
    come(anna)  # type: ignore[operator]

    clock.shift(timedelta(seconds=seconds - 2))
    assert here() == ["anna"]
    clock.shift(timedelta(seconds=3))
    assert here() == []


def test_whom_one_has_blocked_does_not_see_it(reader: Reader, anna: User, bert: User, carla: User) -> None:
    save(anna, OPEN)
    look(anna)
    assert "here now" in text_of(reader(bert).get("/players/anna/"))

    relations.change(anna, bert, blocked=True)

    assert (here(bert), here(carla)) == ([], ["anna"])
    assert not is_here(anna, bert.pk, now=timezone.now())
    assert is_here(anna, carla.pk, now=timezone.now())
    assert "here now" not in text_of(reader(bert).get("/players/anna/"))


def test_a_bot_is_here_after_a_call_and_a_person_is_not(anna: User, bert: User) -> None:
    User.objects.filter(pk=bert.pk).update(bot_since=timezone.now())
    for user in (anna, bert):
        AccessToken.issue(user=user, description="x", scopes=[])
    AccessToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=29))
    assert here() == ["bert"]

    AccessToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=31))
    assert here() == []


def test_the_api_lists_bots_that_are_online(api: Api, anna: User, bert: User) -> None:
    save(anna, OPEN)
    look(anna)
    User.objects.filter(pk=bert.pk).update(bot_since=timezone.now())
    api(User.objects.get(pk=bert.pk)).read("account/")

    found = api().read("players/", bot="true", here="true")["results"]

    assert [(player["username"], player["here"]) for player in found] == [("bert", True)]
    assert [player["here"] for player in api().read("players/", names="anna,bert")["results"]] == [True, True]
