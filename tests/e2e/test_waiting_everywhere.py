"""The count of games that wait, on every page that a player has open: one stream for all of them, never deaf."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from games.challenges.actions import Proposal, challenge_player, decline_challenge
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import play_move
from tests.e2e.conftest import NewContext
from tests.e2e.table import Table, signed_in
from tests.support.live import WebProcess, restartable_web_process
from tests.support.playing import play
from tests.support.servers import wait_for

pytestmark = pytest.mark.e2e

Begin = Callable[..., Game]
STREAM = "/api/v1/events/"
ONE_WAITS = re.compile(r"^\(1\) ")


class AnnasTabs:
    """Anna's browser with several pages open."""

    def __init__(self, context: BrowserContext, anna: User, url: str) -> None:
        self.context, self.url, self.anna = context, url, anna
        self.streams: list[str] = []
        context.on("request", lambda request: self._note(request.url))
        self.first = signed_in(context, anna, url)

    def _note(self, url: str) -> None:
        if "/events/" in url:
            self.streams.append(url)

    def open(self, path: str, page: Page | None = None) -> Page:
        page = page or self.context.new_page()
        page.goto(self.url + path)
        return page

    @property
    def lock(self) -> str:
        return f"muehle-player-{self.anna.pk}"

    def expect_leader(self) -> None:
        """Wait until a page holds the stream."""
        held = "async (name) => (await navigator.locks.query()).held.some((lock) => lock.name === name)"
        wait_for(lambda: bool(self.first.evaluate(held, self.lock)))


@pytest.fixture
def desk(new_context: NewContext, live_server_url: str, anna: User) -> AnnasTabs:
    # Scripts that a test withholds, and icons that a page of JSON does not have, are complained of in the console.
    return AnnasTabs(new_context(strict=False), anna, live_server_url)


@pytest.fixture
def theirs(begin: Begin, game: Game, carla: User) -> Game:
    """Another game of Anna's, in which it is Carla's move; in `game` it is Bert's."""
    play(game, "d6")
    return play(begin(black=carla), "d6")


def test_a_move_elsewhere_is_counted_on_every_page_by_one_stream(desk: AnnasTabs, theirs: Game) -> None:
    pages = [desk.open("/rules/", desk.first), desk.open("/lobby/"), desk.open("/games/")]
    for page in pages:
        expect(page).not_to_have_title(ONE_WAITS)

    play(theirs, "f4")

    for page in pages:
        expect(page).to_have_title(ONE_WAITS)
        expect(page.locator(".main-nav [data-waiting-count]")).to_have_text("1, your move in 1 game")
    assert len(desk.streams) == 1
    play_move(theirs.number, desk.anna, "d2", ply=3)
    for page in pages:
        expect(page).not_to_have_title(re.compile(r"^\("))
        expect(page.locator(".main-nav [data-waiting-count]")).to_be_hidden()


def test_the_bell_of_a_page_left_open_counts_every_notification(desk: AnnasTabs, anna: User, bert: User) -> None:
    challenge = challenge_player(anna, bert, Proposal(agreement=Agreement()))
    page = desk.open("/rules/", desk.first)
    expect(page.locator("[data-bell-count]")).to_be_hidden()
    desk.expect_leader()

    decline_challenge(challenge.number, bert)

    expect(page.locator("[data-bell-count]")).to_have_text("1, 1 new")


def test_the_page_of_a_game_hears_through_another_page(desk: AnnasTabs, theirs: Game) -> None:
    desk.open("/rules/", desk.first)
    desk.expect_leader()
    table = Table(desk.context.new_page(), theirs, desk.url).open().ready()

    play(theirs, "f4")

    table.expect_stone("f4", "black stone")
    assert [url for url in desk.streams if STREAM not in url] == []
    assert len(desk.streams) == 1


def test_when_the_page_that_holds_the_stream_is_closed_another_goes_on(desk: AnnasTabs, theirs: Game) -> None:
    desk.open("/rules/", desk.first)
    desk.expect_leader()
    other = desk.open("/lobby/")
    expect(other).to_have_title("Lobby · Mühle")

    desk.first.close()
    play(theirs, "f4")

    expect(other).to_have_title("(1) Lobby · Mühle")


def test_a_page_that_sleeps_keeps_no_other_page_deaf(desk: AnnasTabs, theirs: Game) -> None:
    sleeper = desk.open("/waiting/", desk.first)
    sleeper.evaluate("(name) => void navigator.locks.request(name, () => new Promise(() => {}))", desk.lock)
    desk.expect_leader()
    page = desk.open("/lobby/")

    play(theirs, "f4")

    expect(page).to_have_title("(1) Lobby · Mühle")


def test_a_page_that_was_made_before_what_another_has_heard_catches_up(desk: AnnasTabs, theirs: Game) -> None:
    late = desk.context.new_page()
    late.route("**/*.js", lambda route: route.abort())
    desk.open("/lobby/", late)
    play(theirs, "f4")
    first = desk.open("/rules/", desk.first)
    expect(first).to_have_title(ONE_WAITS)
    desk.expect_leader()
    late.unroute_all()

    late.add_script_tag(url=f"{desk.url}/static/site/js/site.js", type="module")

    expect(late).to_have_title("(1) Lobby · Mühle")


def test_guests_listen_to_nothing(new_context: NewContext, live_server_url: str, theirs: Game) -> None:
    page = new_context().new_page()
    page.goto(f"{live_server_url}/lobby/")

    assert page.locator("meta[name=player-events]").count() == 0


# --- When the server is away ------------------------------------------------------------------------------------------


@pytest.fixture
def server(transactional_db: None) -> Iterator[WebProcess]:
    with restartable_web_process() as process:
        yield process


def test_after_a_restart_of_the_server_nothing_is_missed(
    server: WebProcess, new_context: NewContext, theirs: Game, anna: User
) -> None:
    desk = AnnasTabs(new_context(strict=False), anna, server.url)
    pages = [desk.open("/rules/", desk.first), desk.open("/lobby/")]
    desk.expect_leader()

    server.kill()
    play(theirs, "f4")
    server.start()

    for page in pages:
        expect(page).to_have_title(ONE_WAITS)
