"""Reporting from the page where something is shown."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from games.core.models.games import Game
from games.reports.models import Report
from tests.games.reports.conftest import World
from tests.support.browsing import follow, submit
from tests.support.pages import Reader
from tests.support.playing import unchanged
from tests.support.reading import text_of


@pytest.fixture
def dora(person: object) -> User:
    return User.objects.create_user("dora", "dora@example.org", language="en")


def places(world: World) -> dict[str, tuple[str, str]]:
    """Where each subject is shown, and the words of the link."""
    chat = Game.objects.get(spectator_messages=world.message).number
    return {
        "spectator_message": (f"/games/{chat}/", "Report: Both of you are fools."),
        "note": (f"/games/{world.ended.number}/", "Report: bert’s notes"),
        "profile": ("/players/bert/", "Report to the arbiters"),
        "challenge": (f"/challenges/{world.challenge}/", "Report"),
        "game": (f"/games/{world.ended.number}/", "Is something wrong with this game?"),
    }


@pytest.mark.parametrize("subject", ["spectator_message", "note", "profile", "challenge", "game"])
def test_each_is_reported_where_it_is_shown(reader: Reader, world: World, dora: User, subject: str) -> None:
    browser, (address, words) = reader(dora), places(world)[subject]
    form = follow(browser, browser.get(address), words)
    chosen = {"against": "bert"} if subject == "game" else {}

    listed = submit(browser, form, text="Look at that.", **chosen)

    report = Report.objects.get()
    assert (report.subject, report.case.person.username, report.reported_by) == (subject, "bert", dora)
    assert "Thank you. An arbiter will look at it." in text_of(listed)
    assert "bert: Look at that." in text_of(listed)
    assert "waiting for an arbiter" in text_of(listed)


@pytest.mark.parametrize("subject", ["spectator_message", "note", "profile", "challenge", "game"])
def test_guests_and_the_person_are_offered_none(reader: Reader, world: World, bert: User, subject: str) -> None:
    address, words = places(world)[subject]

    for browser in (Client(), reader(bert)):
        page = browser.get(address, headers={"accept-language": "en"}).content.decode()
        if not (subject == "game" and browser.session.keys()):
            assert f"/reports/new/?subject={subject}" not in page, words


def test_a_refusal_keeps_what_was_written(reader: Reader, world: World, dora: User) -> None:
    browser = reader(dora)
    address = "/reports/new/?" + urlencode({"subject": "profile", "against": "bert"})
    submit(browser, browser.get(address), text="Look at that.")

    with unchanged():
        again = submit(browser, browser.get(address), text="Look once more.")
        empty = submit(browser, browser.get(address), text=" ")

    assert (again.status_code, empty.status_code) == (409, 422)
    assert "You have reported this already." in text_of(again)
    assert "Look once more." in again.content.decode()


@pytest.mark.parametrize(
    "query", ["", "subject=rain", "subject=profile&against=nobody", "subject=game&number=x", "subject=note&number=1"]
)
def test_what_is_not_there_has_no_form(reader: Reader, dora: User, query: str) -> None:
    assert reader(dora).get(f"/reports/new/?{query}").status_code == 404


def test_the_pages_are_for_players(client: Client) -> None:
    for address in ("/reports/", "/reports/new/?subject=profile&against=bert"):
        assert client.get(address).status_code == 302
