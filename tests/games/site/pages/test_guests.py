"""Which pages a guest may open: all that a visitor may, and of those for players the ones that are named here."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from games.challenges.models import Challenge
from games.core.models.games import Game
from tests.support.people import new_guest
from tests.support.reading import text_of
from tests.support.signing_in import sign_in

LOGIN, KEEP = "/accounts/login/", "/accounts/keep/"
# Of the pages that send visitors to the login. Everything else there makes lasting access, changes an account, or is
# read by others in a guest's own words.
FOR_GUESTS = {
    "acknowledge_warning",
    "ask_for_review",
    "cancel_challenge",
    "choose_time_zone",
    "decline_challenge",
    "delete_account",
    "dispute",
    "disputes",
    "do_in_game",
    "download_export",
    "exports",
    "games",
    # The way back into an account, which leads to the login.
    "keep_account",
    "notifications",
    "relate",
    "relations",
    "rematch",
    "seen",
}
PARTS = {
    "username": "anna",
    "number": 1,
    "pk": 1,
    "ply": 0,
    "name": "message",
    "client_id": "app",
    "key": "key",
    "secret": "secret",
    "rules": "standard",
}

pytestmark = pytest.mark.django_db


def named_patterns(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, list[str]]]:
    """The names of all addresses of pages, each with the names of its parts."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace is None:
                yield from named_patterns(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name, list(pattern.pattern.regex.groupindex)


def addresses(game: Game, challenge: Challenge) -> Iterator[tuple[str, str]]:
    for name, parts in named_patterns(get_resolver().url_patterns):
        values = {part: PARTS.get(part, "x") for part in parts}
        if "number" in values:
            values["number"] = challenge.number if "challenge" in name else game.number
        try:
            yield name, reverse(name, kwargs=values)
        except NoReverseMatch:
            # Parts of a regular expression: allauth's own links of mails, which are for visitors.
            continue


def leads_to(browser: Client, address: str, where: str) -> bool:
    """Whether a GET or a POST leads to a page."""
    answers = (read(browser, address), browser.post(address))
    return any(answer.status_code == 302 and answer["Location"].startswith(where) for answer in answers)


def test_guests_open_the_pages_that_are_for_them_and_no_other(game: Game, challenge: Challenge) -> None:
    pages = list(addresses(game, challenge))
    for_players = {name: page for name, page in pages if leads_to(Client(), page, LOGIN)}
    refused = {name for name, page in for_players.items() if leads_to(sign_in(Client(), new_guest_anew()), page, KEEP)}

    assert len(for_players) > 50
    assert set(for_players) - refused == FOR_GUESTS


def new_guest_anew() -> User:
    """A guest of whom the page before has left nothing."""
    User.objects.filter(is_guest=True).delete()
    return new_guest()


def read(browser: Client, address: str) -> Any:
    """The answer to a GET. A download takes its place until it is read."""
    answer = browser.get(address)
    if answer.streaming:
        list(answer)
    return answer


def test_what_a_visitor_may_open_a_guest_may_too(game: Game, challenge: Challenge) -> None:
    ways_in = {"account_login", "account_signup", "account_request_login_code", "account_confirm_login_code"}
    visitor, guest = Client(), sign_in(Client(), new_guest())

    worse = {
        name
        for name, page in addresses(game, challenge)
        if name not in ways_in and read(visitor, page).status_code == 200 and read(guest, page).status_code != 200
    }

    assert worse <= {"account_reauthenticate"}


def test_pages_say_who_plays_and_how_to_keep_the_games(game: Game) -> None:
    browser = sign_in(Client(), new_guest())

    assert "You are playing as Guest 004711. Keep your games" in text_of(browser.get("/"))
    assert KEEP.encode() in browser.get(f"/games/{game.number}/").content


def test_a_visitor_on_a_direct_challenge_is_led_to_nothing(client: Client, challenge: Challenge) -> None:
    assert client.post(f"/challenges/{challenge.number}/accept/").status_code == 404
