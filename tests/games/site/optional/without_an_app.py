"""What works without an optional app; run by test_optional_apps.py, with settings that leave one out."""

import os

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.challenges.actions import Proposal, challenge_player
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.notifications.email import email_about
from games.notifications.models import Delivery
from tests.support.api import Api
from tests.support.playing import fresh

PAGES = (
    "/",
    "/analysis/",
    "/challenges/new/",
    "/games/",
    "/lobby/",
    "/notifications/",
    "/preferences/",
    "/preferences/notifications/",
)


def test_the_app_is_not_there() -> None:
    assert not apps.is_installed(os.environ["WITHOUT"])


def test_all_checks_pass() -> None:
    call_command("check")


def test_the_api_is_described(client: Client) -> None:
    answer = client.get("/api/v1/schema/")

    assert answer.status_code == 200
    assert b"/games/{number}/moves/" in answer.content


def test_the_web_process_starts() -> None:
    from muehle_server.asgi import application

    assert callable(application)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/lobby/",
        "/preferences/",
        "/preferences/notifications/",
        "/notifications/",
        "/challenges/new/",
        "/analysis/",
        "/games/",
    ],
)
def test_pages_are_shown_to_a_player(client: Client, game: Game, anna: User, path: str) -> None:
    client.force_login(anna)

    assert client.get(path).status_code == 200


def test_a_game_is_shown_to_its_players_and_to_guests(client: Client, game: Game, anna: User) -> None:
    as_guest = client.get(f"/games/{game.number}/")
    client.force_login(anna)

    assert (as_guest.status_code, client.get(f"/games/{game.number}/").status_code) == (200, 200)
    assert client.get("/").status_code == 200


def test_a_guest_is_welcomed(db: None, client: Client) -> None:
    assert client.get("/").status_code == 200


def test_a_challenge_is_shown_with_its_terms(client: Client, anna: User, bert: User) -> None:
    challenge = challenge_player(anna, bert, Proposal(agreement=Agreement()))
    client.force_login(bert)

    assert client.get(f"/challenges/{challenge.number}/").status_code == 200


def test_a_move_is_played_over_the_api(api: Api, game: Game, anna: User) -> None:
    played = api(anna).play(game.number, "d6", 1)

    assert (played.status_code, fresh(game).ply) == (201, 1)


def test_a_move_is_told_by_mail_with_the_board(api: Api, game: Game, anna: User, bert: User) -> None:
    api(anna).play(game.number, "d6", 1)
    event = Event.objects.get(type="move_played")
    delivery = Delivery(pk=0, event=event, user=bert, next_attempt_at=timezone.now())

    letter = email_about([delivery], address=bert.email)

    assert "anna" in letter.subject
    assert "○" in str(letter.body) or "●" in str(letter.body)
