"""The example bot as a process of its own, over real HTTP: whole games against itself, and a server that goes away."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

import muehle
from accounts.models import AccessToken, User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.players.bots import become_bot
from muehle import RULESETS, Move
from tests.support.live import restartable_web_process
from tests.support.servers import wait_for
from tools.launcher.workspace import ROOT

PROGRAM = ROOT / "examples" / "bot.py"
SCOPES = ["bot:play", "game:read", "challenge:read", "challenge:write", "preference:read"]
GAMES_AT_ONCE = 20


@contextmanager
def playing(url: str, bot: User) -> Iterator[None]:
    """The program plays for the bot until the block ends; it must stop by itself when it is asked to."""
    _row, token = AccessToken.issue(user=bot, description="its program", scopes=SCOPES)
    environment = {**os.environ, "MUEHLE_URL": url, "MUEHLE_TOKEN": token, "MUEHLE_SEED": bot.username}
    process = subprocess.Popen([sys.executable, str(PROGRAM)], env=environment, stdin=subprocess.DEVNULL)
    try:
        yield
        process.terminate()
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def pair(transactional_db: None, person: Callable[..., User]) -> tuple[User, User]:
    return become_bot(person("robot")), become_bot(person("robby"))


def challenged(pair: tuple[User, User], *, games: int) -> None:
    """One bot has challenged the other to so many games, under all the rules, with both colours.

    Nobody may have more than three open with another: all but the last three are accepted at once.
    """
    for number in range(games):
        rules, colour = list(RULESETS)[number % len(RULESETS)], ("white", "black")[number % 2]
        challenge = actions.challenge_player(*pair, Proposal(agreement=Agreement(rules=rules), colour=colour))
        if games - number > actions.MOST_OPEN_TO_ONE:
            actions.accept_challenge(challenge.number, pair[1])


def ended(*, games: int) -> bool:
    return Game.objects.ended().count() == games


def have_been_played(moves: int) -> bool:
    return Event.objects.filter(type="move_played").count() >= moves


def require_sound(game: Game) -> None:
    """The game's moves lead where it stands, and its log has each of them once and in order."""
    match = muehle.Game(game.ruleset)
    for move in game.moves.order_by("ply"):
        match.play(Move.parse(move.notation))
    assert (match.position.text, len(match.moves)) == (game.position, game.ply)
    log = Event.objects.filter(game=game, type="move_played").order_by("id")
    assert [event.data["ply"] for event in log] == list(range(1, game.ply + 1))


def test_the_program_is_short_enough_to_be_read() -> None:
    assert len(PROGRAM.read_text(encoding="utf-8").splitlines()) <= 100


@pytest.mark.parametrize(
    ("scopes", "said"),
    [
        ([], "unknown, expired or revoked"),
        (["game:read"], "preference:read"),
        (["preference:read"], "403"),
    ],
)
def test_the_bot_says_what_its_token_lacks_and_ends(
    live_server_url: str, pair: tuple[User, User], scopes: list[str], said: str
) -> None:
    _row, token = AccessToken.issue(user=pair[0], description="its program", scopes=scopes or SCOPES)
    environment = {**os.environ, "MUEHLE_URL": live_server_url, "MUEHLE_TOKEN": token if scopes else "mue_dead"}

    ended = subprocess.run(
        [sys.executable, str(PROGRAM)], env=environment, capture_output=True, text=True, timeout=60, check=False
    )

    assert ended.returncode == 1
    assert said in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_bot_asks_again_where_an_answer_broke_off() -> None:
    asked: list[str] = []

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            # The first answer ends within its body, as it does when a server is killed.
            self.send_response(401 if asked[1:] else 200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(b'{"detail": "Enough."}'.ljust(100) if asked[1:] else b"{")

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        environment = {**os.environ, "MUEHLE_URL": f"http://127.0.0.1:{server.server_port}", "MUEHLE_TOKEN": "mue_x"}
        ended = subprocess.run(
            [sys.executable, str(PROGRAM)], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        server.shutdown()

    assert asked == ["/api/v1/account/"] * 2
    assert (ended.returncode, "Enough." in ended.stderr, "Traceback" in ended.stderr) == (1, True, False)


@pytest.mark.campaign
def test_the_bot_plays_twenty_games_at_once_against_itself(live_server_url: str, pair: tuple[User, User]) -> None:
    challenged(pair, games=GAMES_AT_ONCE)

    with ExitStack() as programs:
        for bot in pair:
            programs.enter_context(playing(live_server_url, bot))
        wait_for(lambda: Game.objects.count() == GAMES_AT_ONCE, seconds=60)
        wait_for(lambda: ended(games=GAMES_AT_ONCE), seconds=240)

    games = list(Game.objects.all())
    for game in games:
        require_sound(game)
    assert {game.pool for game in games} == {"bots"}
    assert {game.status for game in games} == {"finished"}
    assert not {game.termination for game in games} & {"timeout", "abort", "resignation"}


@pytest.mark.campaign
def test_the_bot_plays_on_when_the_server_was_killed_and_comes_back(pair: tuple[User, User]) -> None:
    with restartable_web_process() as server, ExitStack() as programs:
        for bot in pair:
            programs.enter_context(playing(server.url, bot))
        # Sent while the programs are listening, unlike above.
        challenged(pair, games=3)
        for moves in (20, 60):
            wait_for(partial(have_been_played, moves), seconds=60)
            server.kill()
            server.start()
        wait_for(lambda: ended(games=3), seconds=240)

    for game in Game.objects.all():
        require_sound(game)
