"""The web process, Redis and PostgreSQL are killed in turn while 200 streams are open and twenty games are played.

Every client has every event once and in order. With -s it says in figures what has happened.
"""

import asyncio
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import httpx
import pytest

from tests.campaigns.crowd import LogFollower, ScriptedGame, crowd_client
from tests.support.live import WebProcess, restartable_web_process
from tests.support.servers import Switch, own_postgres, own_valkey
from tools.launcher.workspace import ROOT

GAMES = 20
STREAMS_A_GAME = 10
PLIES = 24
SECONDS_A_MOVE = 0.8
SECONDS_BETWEEN_KILLS = 4
SSE, NDJSON = "text/event-stream", "application/x-ndjson"
# Printed as JSON: number, two tokens and the moves of each game.
SEED = f"""
import json, random, django
django.setup()
import muehle
from accounts.models import AccessToken, User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.terms import Agreement

def playout(chance):
    match = muehle.Game()
    for _ply in range({PLIES}):
        match.play(chance.choice(match.legal_moves()))
    return [str(move) for move in match.moves]

def begun(index):
    people = [User.objects.create_user(f"player{{index}}{{side}}") for side in "wb"]
    challenge = actions.challenge_player(*people, Proposal(agreement=Agreement(), colour="white"))
    number = actions.accept_challenge(challenge.number, people[1]).game.number
    scopes = ["game:read", "game:play"]
    tokens = [AccessToken.issue(user=person, description="test", scopes=scopes)[1] for person in people]
    return number, tokens, playout(random.Random(index))

print(json.dumps([begun(index) for index in range({GAMES})]))
"""


@pytest.mark.campaign
@pytest.mark.every_change
@pytest.mark.timeout(600)
def test_every_client_has_every_event_once_whatever_is_killed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "httpx")
    with own_postgres(durable=True) as postgres, own_valkey() as valkey:
        tables = [ScriptedGame(number, tuple(tokens), moves) for number, tokens, moves in seeded(postgres.url)]
        listeners = [listener for table in tables for listener in listeners_of(table)]
        with restartable_web_process(
            DATABASE_URL=postgres.url, REDIS_URL=valkey.url, STREAMS_PER_CALLER="1000"
        ) as process:
            started = time.monotonic()
            play_among_kills(process.url, tables, listeners, kills=killed(process, postgres, valkey))
            seconds = time.monotonic() - started
            logged = {key: log_of(process.url, key) for key in {key_of(listener) for listener in listeners}}

    report(tables, listeners, seconds)
    assert len(listeners) == GAMES * STREAMS_A_GAME
    assert all(listener.heard == logged[key_of(listener)] for listener in listeners)
    assert all(listener.connections > 1 for listener in listeners)


def seeded(database_url: str) -> list[Any]:
    environment = {**os.environ, "DATABASE_URL": database_url, "LOG_LEVEL": "ERROR"}
    environment["DJANGO_SETTINGS_MODULE"] = "muehle_server.settings"
    run = {"check": True, "cwd": ROOT, "env": environment}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], **run)  # type: ignore[call-overload]
    made = subprocess.run([sys.executable, "-c", SEED], capture_output=True, text=True, **run)  # type: ignore[call-overload]
    found: list[Any] = json.loads(made.stdout)
    return found


def listeners_of(table: ScriptedGame) -> list[LogFollower]:
    """Ten streams of a game: each player's own in both forms, twice, and the game's log as one player sees it."""
    own = [LogFollower("/api/v1/events/", token, form) for token in table.tokens for form in (SSE, NDJSON) * 2]
    path = f"/api/v1/games/{table.number}/events/"
    return own + [LogFollower(path, table.tokens[0], form) for form in (SSE, NDJSON)]


def killed(process: WebProcess, postgres: Switch, valkey: Switch) -> list[Callable[[], None]]:
    """What is done to the servers, one after another; each comes back."""

    def web() -> None:
        process.kill()
        process.start()

    def switched(server: Switch) -> Callable[[], None]:
        def crash() -> None:
            server.kill()
            time.sleep(1)
            server.on()

        return crash

    return [web, switched(valkey), switched(postgres), web]


def play_among_kills(
    url: str, tables: list[ScriptedGame], listeners: list[LogFollower], *, kills: list[Callable[[], None]]
) -> None:
    """The clients run in a thread of their own, for a server dies with the thread that started it."""
    with ThreadPoolExecutor(1) as executor:
        playing = executor.submit(asyncio.run, everybody(url, tables, listeners))
        for kill in kills:
            wait([playing], timeout=SECONDS_BETWEEN_KILLS)
            kill()
        playing.result()


async def everybody(url: str, tables: list[ScriptedGame], listeners: list[LogFollower]) -> None:
    async with crowd_client(url) as ears, crowd_client(url) as hands, asyncio.TaskGroup() as group:
        for listener in listeners:
            group.create_task(listener.listen(ears))
        for table in tables:
            group.create_task(table.play(hands, seconds_a_move=SECONDS_A_MOVE))


def key_of(listener: LogFollower) -> tuple[str, str]:
    return listener.path, listener.token


def log_of(url: str, key: tuple[str, str]) -> list[tuple[int, str]]:
    """What the log's pages say at the end."""
    path, token = key
    found, address = list[tuple[int, str]](), f"{url}{path}?page_size=200"
    while address:
        page = httpx.get(address, headers={"Authorization": f"Bearer {token}"}, timeout=30).json()
        found += [(event["seq"], event["type"]) for event in page["results"]]
        address = page["next"]
    return found


def report(tables: list[ScriptedGame], listeners: list[LogFollower], seconds: float) -> None:
    actions, sent = sum(len(table.moves) + 1 for table in tables), sum(table.sent for table in tables)
    events = sum(len(listener.heard) for listener in listeners)
    connections = sum(listener.connections for listener in listeners)
    sys.stdout.write(
        f"{len(tables)} games, {actions} actions sent {sent}×; {len(listeners)} streams opened {connections} times, "
        f"{events} events heard; {seconds:.0f} s\n"
    )
