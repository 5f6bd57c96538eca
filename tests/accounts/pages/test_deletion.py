"""Deleting one's account on the page: proven anew, by name, and final."""

import pytest
from django.test import Client

from accounts.models import Deletion, User
from games.core.models.games import Game
from games.play.actions import resign
from tests.accounts.pages.test_account_pages import SIGN_UP
from tests.accounts.pages.test_second_factor import LOGIN, is_in
from tests.support.pages import Reader
from tests.support.playing import fresh
from tests.support.reading import heading, messages_in, mistakes, text_of
from tests.support.signing_in import sign_in

PAGE = "/preferences/delete/"
AGAIN = {"password": LOGIN["password"], "next": PAGE}


@pytest.fixture
def proven(client: Client, anna: User) -> Client:
    """Anna's browser, in which she has just given her password again."""
    client.post("/accounts/login/", LOGIN)
    client.post("/accounts/reauthenticate/", AGAIN)
    return client


def test_a_password_is_asked_for_before_anything_is_shown_or_done(client: Client, anna: User) -> None:
    sign_in(client, anna, minutes_ago=15.1)

    answers = [client.get(PAGE), client.post(PAGE, {"name": "anna"})]

    for answer in answers:
        assert answer.status_code == 302
        # What was sent is named after the address.
        way, _hash, _name = answer["Location"].partition("%23")
        assert way == f"/accounts/reauthenticate/?next={PAGE.replace('/', '%2F')}"
    assert not Deletion.objects.exists()


@pytest.mark.parametrize("name", ["", "Anna", "bert", "anna@example.org"])
def test_the_name_has_to_be_typed(proven: Client, anna: User, name: str) -> None:
    page = proven.post(PAGE, {"name": name})

    assert (page.status_code, list(mistakes(page))) == (422, ["name"])
    assert not Deletion.objects.exists()


def test_games_that_go_on_are_agreed_to_be_given_up(proven: Client, game: Game, anna: User) -> None:
    shown = text_of(proven.get(PAGE))
    refused = proven.post(PAGE, {"name": "anna"})
    before = fresh(game).status
    proven.post(PAGE, {"name": "anna", "ending": "on"})

    assert "I resign 1 game in progress" in shown
    assert (list(mistakes(refused)), before) == (["ending"], "ongoing")
    assert fresh(game).status == "aborted"


def test_afterwards_one_is_out_for_good(proven: Client, anna: User) -> None:
    answer = proven.post(PAGE, {"name": "anna"})

    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert messages_in(answer)[-1:] == ["Your account has been deleted. Thank you for playing here."]
    assert not is_in(proven)
    proven.post("/accounts/login/", LOGIN)
    assert not is_in(proven)
    assert proven.get("/players/anna/").status_code == 404


def test_the_public_page_says_so_and_keeps_the_games(
    proven: Client, reader: Reader, game: Game, anna: User, bert: User
) -> None:
    resign(game.number, bert)
    proven.post(PAGE, {"name": "anna"})

    page = reader(bert).get(f"/players/deleted-{anna.pk}/")
    board = reader(bert).get(f"/games/{game.number}/")
    challenge = reader(bert).post("/challenges/new/", {"kind": "direct", "opponent": f"deleted-{anna.pk}"})

    assert heading(page) == f"deleted-{anna.pk}"
    assert "This account has been deleted. Its games remain." in text_of(page)
    assert f"/games/{game.number}/" in page.content.decode()
    assert '<meta name="robots" content="noindex">' in page.content.decode()
    assert board.status_code == 200
    assert challenge.status_code == 422


@pytest.mark.parametrize("name", ["anna", "ANNA", "deleted-7", "Deleted-x"])
def test_nobody_else_gets_the_name(proven: Client, anna: User, name: str) -> None:
    proven.post(PAGE, {"name": "anna"})

    page = Client().post("/accounts/signup/", SIGN_UP | {"username": name})

    assert list(mistakes(page)) == ["username"]
    assert not User.objects.filter(username=name).exclude(pk=anna.pk).exists()


def test_staff_is_told_what_to_do_first(proven: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True)

    page = proven.get(PAGE)
    refused = proven.post(PAGE, {"name": "anna"})

    assert "You are an administrator of this site." in text_of(page)
    assert refused.status_code == 422
    assert not Deletion.objects.exists()
