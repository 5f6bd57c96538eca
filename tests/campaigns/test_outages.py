"""Redis and PostgreSQL go away under open streams and come back: nothing is missed, and nothing comes twice."""

import json
import os
import subprocess
import sys
from typing import Any

import httpx
import pytest

from accounts.models import User
from games.core.models.games import Game
from tests.games.streams.listening import listening, token_of
from tests.support.live import web_process
from tests.support.servers import own_postgres, own_valkey
from tools.launcher.workspace import ROOT

# Run where the web process's database is: two players, their keys, a game.
SEED = """
import json, django
django.setup()
from accounts.models import AccessToken, User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.terms import Agreement
people = [User.objects.create_user(name) for name in ("anna", "bert")]
challenge = actions.challenge_player(*people, Proposal(agreement=Agreement(), colour="white"))
number = actions.accept_challenge(challenge.number, people[1]).game.number
scopes = ["game:read", "game:play"]
keys = [AccessToken.issue(user=person, description="test", scopes=scopes)[1] for person in people]
print(json.dumps({"number": number, "keys": keys}))
"""


def play(url: str, number: int, token: str, move: str, *, ply: int) -> httpx.Response:
    return httpx.post(
        f"{url}/api/v1/games/{number}/moves/",
        json={"move": move, "ply": ply},
        headers={"Authorization": f"Bearer {token}"},
        timeout=30,
    )


@pytest.mark.campaign
@pytest.mark.django_db(transaction=True)
def test_redis_goes_away_and_comes_back_under_a_stream(game: Game, anna: User, bert: User) -> None:
    white, black = token_of(anna, "game:play"), token_of(bert, "game:play", "game:read")
    with (
        own_valkey() as valkey,
        web_process(REDIS_URL=valkey.url) as url,
        listening(f"{url}/api/v1/events/", token=black) as ear,
    ):
        ear.next()
        with_redis = play(url, game.number, white, "d6", ply=1)
        valkey.off()
        without = play(url, game.number, black, "f4", ply=2)
        valkey.on()
        again = play(url, game.number, white, "d2", ply=3)
        heard = [ear.next() for _move in range(3)]

    assert (with_redis.status_code, without.status_code, again.status_code) == (201, 201, 201)
    assert [(event.id, event.data["data"]["move"]) for event in heard] == [(4, "d6"), (5, "f4"), (6, "d2")]


@pytest.mark.campaign
def test_postgresql_is_restarted_under_a_stream() -> None:
    with own_postgres() as postgres:
        seeded = seed(postgres.url)
        number, (white, black) = seeded["number"], seeded["keys"]
        with (
            web_process(DATABASE_URL=postgres.url) as url,
            listening(f"{url}/api/v1/events/?after=2", token=white) as ear,
        ):
            started = ear.next()
            before = play(url, number, white, "d6", ply=1)
            postgres.off()
            away = play(url, number, black, "f4", ply=2)
            postgres.on()
            after = play(url, number, black, "f4", ply=2)
            heard = [ear.next() for _move in range(2)]

    assert started.type == "game_started"
    assert (before.status_code, away.status_code, after.status_code) == (201, 503, 201)
    assert away.json()["code"] == "unavailable"
    assert [(event.id, event.data["data"]["move"]) for event in heard] == [(4, "d6"), (5, "f4")]


@pytest.mark.campaign
def test_the_next_request_after_a_restart_of_postgresql_is_answered() -> None:
    with own_postgres() as postgres:
        number = seed(postgres.url)["number"]
        with web_process(DATABASE_URL=postgres.url) as url:
            before = httpx.get(f"{url}/api/v1/games/{number}/")
            postgres.off()
            postgres.on()
            after = httpx.get(f"{url}/api/v1/games/{number}/")

    assert (before.status_code, after.status_code) == (200, 200)


def seed(database_url: str) -> dict[str, Any]:
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "DJANGO_SETTINGS_MODULE": "muehle_server.settings",
        "LOG_LEVEL": "ERROR",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True, cwd=ROOT, env=environment)
    answer = subprocess.run(
        [sys.executable, "-c", SEED], check=True, cwd=ROOT, env=environment, capture_output=True, text=True
    )
    seeded: dict[str, Any] = json.loads(answer.stdout)
    return seeded
