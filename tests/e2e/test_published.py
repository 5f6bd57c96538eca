"""What production sends: every page's style sheet and script in one piece, and a game page that is light to load."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from accounts.models import User
from games.core.models.games import Game
from muehle_server.scripts import joined
from tests.e2e.conftest import NewContext
from tests.e2e.published import _published_web_process, published_url
from tests.e2e.table import WHOLE_GAME, ApiProgram, Table, signed_in
from tests.support.playing import fresh, play
from tools.bench.transfers import Transfers

__all__ = ["_published_web_process", "published_url"]
pytestmark = pytest.mark.e2e

MODULES = {
    "js/log.js": """\
export const log = [];
export function write(word) {
  log.push(word);
}
""",
    "js/deep/a.js": """\
import { write } from "../log.js";
write("a");
const secret = "a's";
export const a = () => secret;
""",
    "js/b.js": """\
import { a as theirs } from "./deep/a.js";
import { write } from "./log.js";
write("b");
const secret = "b's";
export class B {
  tell() {
    return [theirs(), secret];
  }
}
""",
    "js/entry.js": """\
// The beginning.
import { B } from "./b.js";
import { a } from "./deep/a.js";
import {
  log,
  write,
} from "./log.js";

write("entry");
export async function later() {
  return log;
}
window.found = { log, told: new B().tell(), a: a(), strict: this === undefined, hoisted: early() };
function early() {
  return `yes`;
}
""",
}
JOINED = {"js/entry.js": joined("js/entry.js", MODULES.__getitem__)}
FAULT = "address => import(address).then(() => '', error => String(error))"
FOUND = {"log": ["a", "b", "entry"], "told": ["a's", "b's"], "a": "a's", "strict": True, "hoisted": "yes"}


def found_by(page: Page, files: dict[str, str]) -> object:
    """What the entry of a page leaves behind in a browser that is served these files."""
    page.route("https://muehle.test/**", lambda route: _serve(route, files))
    page.goto("https://muehle.test/")
    return page.evaluate("window.found")


def _serve(route: Route, files: dict[str, str]) -> None:
    name = route.request.url.removeprefix("https://muehle.test/")
    if name in files:
        route.fulfill(body=files[name], content_type="text/javascript")
    else:
        route.fulfill(body='<script type="module" src="/js/entry.js"></script>', content_type="text/html")


@pytest.mark.parametrize("files", [MODULES, JOINED], ids=["modules", "joined"])
def test_a_joined_script_does_what_its_modules_do(browser_page: Page, db: None, files: dict[str, str]) -> None:
    assert found_by(browser_page, files) == FOUND


@pytest.mark.smoke
def test_a_game_is_played_with_the_published_script(
    published_url: str, new_context: NewContext, game: Game, anna: User, bert: User
) -> None:
    table = Table(signed_in(new_context(), anna, published_url), game, published_url).open().ready()

    table.play_by_click("d6")
    ApiProgram(bert, published_url).play(game, "f4")
    table.expect_stone("f4", "black stone")
    table.wait_for_turn()
    table.play_by_drag("d2", color="white")

    assert [move.notation for move in fresh(game).moves.order_by("ply")] == ["d6", "f4", "d2"]


def test_every_script_of_a_page_runs_as_it_is_published(
    published_url: str, published_files: Path, new_context: NewContext, db: None
) -> None:
    """Each is loaded into a page without its elements: it may find nothing to do, but must be understood."""
    scripts = sorted(path.relative_to(published_files) for path in published_files.glob("*/js/*.*.js"))
    page = new_context(strict=False).new_page()
    page.goto(published_url)

    faults = {path.name: page.evaluate(FAULT, f"/static/{path.as_posix()}") for path in scripts}

    assert faults
    assert {name: fault for name, fault in faults.items() if "SyntaxError" in fault} == {}


def test_the_page_of_a_game_is_light_to_load(
    published_url: str, new_context: NewContext, game: Game, anna: User
) -> None:
    page = signed_in(new_context(), anna, published_url)
    table = Table(page, play(game, *WHOLE_GAME[:-1]), published_url)
    transfers = Transfers()
    transfers.listen(page)

    with page.expect_response(lambda answer: "/events/" in answer.url):
        table.open()
    table.wait_for_turn()
    page.wait_for_function("() => document.fonts.status === 'loaded'")

    assert transfers.requests == {"Document": 1, "Stylesheet": 1, "Script": 1, "Font": 1, "EventSource": 1}
    assert transfers.bytes_without() <= 100_000, transfers
