"""The page of a game in a real browser: what its first load weighs, and how soon it answers to a hand and to a move.

`dev.py bench page`, with --quick for one round. The web process runs as in production, with published files. Loads and
taps are measured on the profile of a phone, slowed down by the browser itself, beside an almost empty page of the same
server in the same run; the way of an opponent's move is measured at full speed. Every figure is a median. What does
not come within seconds ends the measurement with an error.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django
import httpx
from django.core.management import call_command
from playwright.sync_api import Browser, Page, sync_playwright

from tools.bench import servers
from tools.bench.report import milliseconds, print_table, verdict
from tools.bench.transfers import Transfers
from tools.launcher.browser import find_chromium

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "is_mobile": True, "has_touch": True}
# Chrome's "Slow 4G": 1.6 and 0.75 Mbit/s of which nine tenths arrive, and 150 ms there and back, several times over.
SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 188_743.0, "uploadThroughput": 86_400.0}
SLOWER_CPU = 4
PLIES_PLAYED = 40
TAPS = 5
# For what the page does once it stands: the stream, and the last entries of the performance timeline.
SETTLING_MILLISECONDS = 1500
PATIENCE_MILLISECONDS = 30_000
# The almost empty page: a heading, two sentences, the same sheet and faces.
REFERENCE = "/offline/en/"
STANDS = "() => document.fonts.status === 'loaded' && !document.querySelector('#game:not([data-ready])')"
KINDS = {"document": ("Document",), "style sheet": ("Stylesheet",), "script": ("Script",), "fonts": ("Font",)}
SCRIPT = Path(__file__).with_name("page.js")


@dataclass(frozen=True)
class BenchGame:
    """A game with somebody at the board: the cookie of the player on move, and both tokens."""

    number: int
    session: str
    tokens: tuple[str, str]
    moves: list[str]


@dataclass
class Load:
    """Figures of the first loads of one page."""

    transfers: Transfers = field(default_factory=Transfers)
    paint: list[float] = field(default_factory=list)
    shift: list[float] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="dev.py bench page", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one round")
    rounds = 1 if parser.parse_args(arguments).quick else 5
    with tempfile.TemporaryDirectory() as directory:
        _say("preparing a game")
        os.environ["STATIC_ROOT"] = f"{directory}/static"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        others = ["admin", "rest_framework", "drf_spectacular_sidecar"]
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=others)
        table = _table()
        with servers.real(Path(directory) / "web.log") as address, _browser() as browser:
            _measure(browser, address.url, table, rounds=rounds)
    return 0


def _table() -> BenchGame:
    """A game of forty half-moves, with as many again to come."""
    from django.conf import settings
    from django.test import Client

    from games.core.models.games import Game
    from games.play.actions import play_move
    from tools.bench.playouts import begun_games, playouts

    moves = next(moves for moves in playouts(50, seed=3) if len(moves) > 2 * PLIES_PLAYED)
    [(number, *tokens)] = begun_games(1, prefix="player")
    for ply, move in enumerate(moves[:PLIES_PLAYED], start=1):
        game = Game.objects.with_players().get(pk=number)
        play_move(number, game.white if ply % 2 else game.black, move, ply=ply)
    client = Client()
    client.force_login(game.white)
    return BenchGame(number, client.cookies[settings.SESSION_COOKIE_NAME].value, (tokens[0], tokens[1]), moves)


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


def _measure(browser: Browser, url: str, table: BenchGame, *, rounds: int) -> None:
    game, reference, slow, quick = Load(), Load(), Taps(), Taps()
    _warm_up(url, f"/games/{table.number}/")
    for number in range(1, rounds + 1):
        _say(f"round {number} of {rounds}: loads and taps on the slow phone")
        with _loaded(browser, url + REFERENCE, table.session, reference):
            pass
        with _loaded(browser, f"{url}/games/{table.number}/", table.session, game) as page:
            slow.add(page)
        _say(f"round {number} of {rounds}: taps at full speed")
        with _visit(browser, url, table.session, **PHONE) as page:
            page.goto(f"{url}/games/{table.number}/")
            page.wait_for_function(STANDS)
            quick.add(page)
    _say("moves of the opponent")
    answered, arrived = _arrivals(browser, url, table)
    _report_loads(game, reference)
    _report_answers(slow, quick, answered, arrived)


def _say(doing: str) -> None:
    print(f"  {doing} …", flush=True)


def _warm_up(url: str, *addresses: str) -> None:
    """Wait until the process answers, and let it read its templates."""
    with httpx.Client(transport=httpx.HTTPTransport(retries=10), base_url=url, timeout=60) as client:
        for address in (REFERENCE, *addresses):
            client.get(address).raise_for_status()


# --- Loading ----------------------------------------------------------------------------------------------------------


@contextmanager
def _visit(browser: Browser, url: str, session: str, **options: Any) -> Iterator[Page]:
    """A page in a browser of its own, with an empty cache and the player signed in."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    context.add_init_script(path=SCRIPT)
    yield context.new_page()
    context.close()


@contextmanager
def _loaded(browser: Browser, address: str, session: str, load: Load) -> Iterator[Page]:
    """The page on a slow phone, after its first load, whose figures are taken down."""
    with _visit(browser, address, session, **PHONE) as page:
        transfers = Transfers()
        cdp = transfers.listen(page)
        cdp.send("Network.emulateNetworkConditions", SLOW_4G)
        cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
        page.goto(address, wait_until="load")
        page.wait_for_function(STANDS)
        page.wait_for_timeout(SETTLING_MILLISECONDS)
        # What a page that stays open fetches later is none of its first load.
        load.transfers = transfers.so_far()
        found = page.evaluate("measured")
        load.paint.append(found["paint"] / 1000)
        load.ready.append(found["ready"] / 1000)
        load.shift.append(found["shift"])
        yield page


# --- Answering --------------------------------------------------------------------------------------------------------


@dataclass
class Taps:
    """Seconds from the lifted finger to the stone on the screen, or to a mark that a single line of script makes there;
    and of the longest interaction (Event Timing)."""

    to_stone: list[float] = field(default_factory=list)
    to_nothing: list[float] = field(default_factory=list)
    longest: list[float] = field(default_factory=list)

    def add(self, page: Page) -> None:
        """Make a move on the board and take it back, a few times over."""
        legal = json.loads(str(page.locator("#game-data").text_content()))["game"]["legal_moves"]
        source, target = next(move for move in legal if "x" not in move).split("-")
        page.evaluate("measured.events = []")
        for _tap in range(TAPS):
            page.locator(f"button[data-point={source}]").tap()
            page.evaluate(f"void (waited = tapped('[data-layer=stones] > [data-point={target}]'))")
            page.locator(f"button[data-point={target}]").tap()
            self.to_stone.append(page.evaluate("waited") / 1000)
            # First the step, then the stone that was touched.
            page.locator("#undo").tap()
            page.locator("#undo").tap()
            page.evaluate("void (waited = markedByTap('#prompt'))")
            page.locator("#prompt").tap()
            self.to_nothing.append(page.evaluate("waited") / 1000)
        page.wait_for_timeout(SETTLING_MILLISECONDS)
        self.longest.append(max(page.evaluate("measured.events"), default=0) / 1000)


def _arrivals(browser: Browser, url: str, table: BenchGame) -> tuple[list[float], list[float]]:
    """Seconds from sending a move by the API to its answer, and to the stone on the screen of another browser."""
    answered, arrived = [], []
    moves = f"/api/v1/games/{table.number}/moves/"
    with _visit(browser, url, table.session) as page, httpx.Client(base_url=url, timeout=30) as client:
        page.goto(f"{url}/games/{table.number}/")
        page.wait_for_selector("#game[data-ready]")
        page.wait_for_timeout(SETTLING_MILLISECONDS)
        for ply, move in enumerate(table.moves[PLIES_PLAYED : 2 * PLIES_PLAYED], start=PLIES_PLAYED + 1):
            stone = f"[data-layer=stones] > [data-point={move.split('x')[0][-2:]}]"
            page.evaluate(f"void (waited = painted('{stone}', () => Date.now()))")
            headers = {"Authorization": f"Bearer {table.tokens[(ply - 1) % 2]}"}
            sent = time.time()
            answer = client.post(moves, json={"move": move, "ply": ply}, headers=headers)
            answered.append(time.time() - sent)
            answer.raise_for_status()
            arrived.append(page.evaluate("waited") / 1000 - sent)
    return answered, arrived


# --- Reporting --------------------------------------------------------------------------------------------------------


def _report_loads(*loads: Load) -> None:
    """The page of the game first, the reference beside it."""
    known = [kind for kinds in KINDS.values() for kind in kinds]
    rows = [(name, *(_kilobytes(load.transfers.bytes_of(*kinds)) for load in loads)) for name, kinds in KINDS.items()]
    rows += [
        ("everything else", *(_kilobytes(load.transfers.bytes_without(*known)) for load in loads)),
        ("all of it", *(_kilobytes(load.transfers.bytes_without()) for load in loads)),
        ("requests", *(str(load.transfers.requests.total()) for load in loads)),
        ("largest contentful paint", *(milliseconds(statistics.median(load.paint)) for load in loads)),
        ("layout shift", *(f"{statistics.median(load.shift):.3f}" for load in loads)),
        ("the board has hands", milliseconds(statistics.median(loads[0].ready)), ""),
    ]
    print_table("First load, slow phone", ("", "game page", "almost empty page"), rows)
    transfers = loads[0].transfers
    print(f"  at most 100 kB: {verdict(transfers.bytes_without(), at_most=100_000)}")
    print(f"  at most 6 requests: {verdict(transfers.requests.total(), at_most=6)}")


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.1f} kB"


def _report_answers(slow: Taps, quick: Taps, answered: list[float], arrived: list[float]) -> None:
    rows = [
        _row("tap to stone on the board, slow phone", slow.to_stone, aim=0.1),
        _row("tap that does nothing, slow phone", slow.to_nothing),
        _row("tap to stone on the board, full speed", quick.to_stone, aim=0.1),
        _row("tap that does nothing, full speed", quick.to_nothing),
        _row("longest interaction, slow phone", slow.longest),
        _row("longest interaction, full speed", quick.longest),
        _row("move sent to answered", answered),
        _row("move sent to shown in the other browser", arrived, aim=1.0),
    ]
    print_table("Answers", ("", "median", "longest", "aim"), rows)


def _row(name: str, values: list[float], *, aim: float | None = None) -> tuple[str, ...]:
    median = statistics.median(values)
    word = f"{milliseconds(aim)}: {verdict(median, at_most=aim)}" if aim else ""
    return name, milliseconds(median), milliseconds(max(values)), word


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
