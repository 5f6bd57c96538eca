"""A guest plays a computer: from the first page to an answer, a win, a loss, and the next game."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.computer import exhibition
from games.core.models.games import Game
from games.play.actions import resign
from games.play.loading import resumed
from muehle import Color
from muehle_engine import LEVELS, choose
from tests.e2e.axe import violations
from tests.e2e.conftest import DESKTOP, PHONE, NewContext
from tests.e2e.table import Table, signed_in
from tests.e2e.test_game_layout import SIZES, faults_in
from tests.support.computers import Against
from tests.support.playing import fresh
from tests.support.processes import computer_worker, wait_for_worker
from tests.support.servers import wait_for

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# A game between a strong level and a weak one may end in a draw by repetition.
MOST_GAMES = 4


@pytest.fixture
def playing(computers: dict[int, User]) -> Iterator[None]:
    with computer_worker():
        # A message that waits for a worker too long is dropped, and no beat asks again here.
        wait_for_worker()
        yield


def board_of(page: Page, url: str) -> Table:
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))
    return Table(page, Game.objects.with_players().latest("number"), url)


def board_after(game: Game, page: Page, url: str) -> Table:
    """The board of the next game, when it is there."""
    expect(page).not_to_have_url(re.compile(rf"/games/{game.number}/"))
    return board_of(page, url)


@pytest.mark.parametrize(
    "screen",
    [pytest.param(PHONE, id="phone", marks=pytest.mark.smoke), pytest.param(DESKTOP, id="desktop")],
)
def test_a_guest_sets_the_first_stone_with_two_clicks_and_gets_an_answer(
    live_server_url: str, new_context: NewContext, playing: None, screen: dict[str, int]
) -> None:
    page = new_context(viewport=screen).new_page()
    page.goto(live_server_url)
    page.locator(".play-now summary").click()
    page.get_by_label("Your colour").select_option("white")

    page.get_by_role("button", name="Play now").click()
    table = board_of(page, live_server_url)
    table.wait_for_turn()
    table.click("d6")

    expect(page.locator("[data-layer=stones] > [data-point]")).to_have_count(2)
    table.wait_for_turn()
    assert (table.game.white.is_guest, table.game.black.computer_level) == (True, 1)
    assert Game.objects.get().ply == 2
    assert violations(page) == []


def has_been_played(game: Game, ply: int) -> bool:
    return fresh(game).ply >= ply


def play_to_the_end(table: Table, player: User, level: int) -> Game:
    """Play as a level does, by clicks, against the computer; returns the game as it has ended."""
    number = table.game.number

    def turn() -> bool:
        current = fresh(table.game)
        return not current.is_ongoing or current.on_move_id == player.pk

    while True:
        wait_for(turn, seconds=120)
        current = fresh(table.game)
        if not current.is_ongoing:
            return current
        table.expect_soon({point: str(color) for color in Color for point in current.board.stones(color)})
        table.wait_for_turn()
        move = choose(resumed(current), LEVELS[level - 1], seed=number).move
        table.click(*filter(None, [move.source, move.target, move.removed]))
        wait_for(partial(has_been_played, table.game, current.ply + 1))


@pytest.mark.parametrize(
    ("opponent", "plays_as", "heading"),
    [("Chalk", 6, "You have won"), ("Diamond", 1, "You have lost")],
    ids=["beats-level-1", "loses-to-level-6"],
)
def test_a_guest_beats_the_weakest_and_loses_to_the_strongest(
    live_server_url: str, new_context: NewContext, playing: None, opponent: str, plays_as: int, heading: str
) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    page.goto(live_server_url)
    page.locator(".play-now__level", has=page.get_by_role("radio", name=opponent)).locator("img").click()
    page.get_by_role("button", name="Play now").click()
    table = board_of(page, live_server_url)
    guest = User.objects.get(is_guest=True)

    for _game in range(MOST_GAMES):
        ended = play_to_the_end(table, guest, plays_as)
        if ended.result != Game.Result.DRAWN:
            break
        page.get_by_text("Play again", exact=True).click()
        page.get_by_role("button", name="Play again with the same colour").click()
        table = board_after(table.game, page, live_server_url)

    table.expect_heading(heading)
    page.get_by_text("Play again", exact=True).click()
    assert violations(page) == []
    is_weakest = opponent == "Chalk"
    expect(page.get_by_role("button", name="One level up")).to_have_count(1 if is_weakest else 0)
    expect(page.get_by_role("button", name="One level down")).to_have_count(0 if is_weakest else 1)
    page.get_by_role("button", name="One level up" if is_weakest else "One level down").click()
    following = board_after(table.game, page, live_server_url).game
    assert following.opponent_of(guest.pk).computer_level == (2 if is_weakest else 5)


def test_a_rematch_begins_at_once(live_server_url: str, new_context: NewContext, playing: None) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    page.goto(f"{live_server_url}/lobby/")
    page.locator(".computers__row", has_text="Chalk").get_by_role("button").click()
    table = board_of(page, live_server_url)
    guest = User.objects.get(is_guest=True)
    was_white = table.game.white == guest
    resign(table.game.number, guest)
    table.expect_heading("You have lost")

    page.get_by_text("Play again", exact=True).click()
    page.get_by_role("button", name="Play again with colours swapped").click()

    again = board_after(table.game, page, live_server_url).game
    assert (again.white == guest) is not was_white


def test_anybody_watches_two_computers(live_server_url: str, new_context: NewContext, playing: None) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    page.goto(f"{live_server_url}/computers/")
    page.get_by_role("button", name="Begin a game to watch").click()

    board_of(page, live_server_url)
    assert not User.objects.filter(is_guest=True).exists()
    assert Game.objects.get().white.is_computer

    page.goto(f"{live_server_url}/computers/")
    page.get_by_role("link", name="Watch the game").click()
    expect(page).to_have_url(re.compile(rf"/games/{Game.objects.get().number}/$"))


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_spectator_goes_on_to_the_next_game_of_the_computers(
    live_server_url: str, new_context: NewContext, computers: dict[int, User], screen: dict[str, int]
) -> None:
    page = new_context(viewport=screen).new_page()
    page.goto(f"{live_server_url}/computers/")
    page.get_by_role("button", name="Begin a game to watch").click()
    table = board_of(page, live_server_url)

    resign(table.game.number, table.game.white)
    table.expect_heading(f"{table.game.black.plain_name} has won")
    expect(page.get_by_role("link", name="Play a computer")).to_have_attribute("href", "/computers/")
    assert violations(page) == []
    page.get_by_role("button", name="Next game").click()

    following = board_after(table.game, page, live_server_url).game
    assert (following.white.is_computer, following.is_ongoing) == (True, True)
    page.goto(f"{live_server_url}/games/{table.game.number}/")
    page.get_by_role("link", name="Next game").click()
    expect(page).to_have_url(re.compile(rf"/games/{following.number}/$"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_ways_on_from_a_game_of_computers_fit_every_size(
    live_server_url: str, new_context: NewContext, computers: dict[int, User], language: str
) -> None:
    page = new_context(locale=language).new_page()
    first = ended(exhibition.watch())
    page.goto(f"{live_server_url}/games/{first}/")
    alone = list(faults_in(page, SIZES))
    exhibition.watch()
    page.reload()

    assert (alone, list(faults_in(page, SIZES))) == ([], [])


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_ways_on_from_ones_own_game_fit_every_size(
    live_server_url: str,
    new_context: NewContext,
    begin: Callable[..., Game],
    anna: User,
    against: Against,
    language: str,
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    game = against(anna, 3)
    resign(game.number, anna)
    page = signed_in(new_context(), anna, live_server_url)
    page.goto(f"{live_server_url}/games/{game.number}/")
    alone = list(faults_in(page, [*SIZES, (412, 915)]))
    begin(white=anna)
    page.reload()

    assert (alone, list(faults_in(page, [*SIZES, (412, 915)]))) == ([], [])


def ended(number: int) -> int:
    return resign(number, Game.objects.get(number=number).white).number


def test_the_board_says_that_the_computer_thinks(
    live_server_url: str, new_context: NewContext, computers: dict[int, User]
) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    page.goto(live_server_url)
    page.locator(".play-now summary").click()
    page.get_by_label("Your colour").select_option("black")
    page.get_by_role("button", name="Play now").click()

    board_of(page, live_server_url).expect_heading("Chalk is thinking")


def test_the_first_lesson_ends_in_a_game_with_the_weakest(
    live_server_url: str, new_context: NewContext, playing: None
) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    page.goto(f"{live_server_url}/learn/done/")

    page.get_by_role("button", name="Play your first game against Chalk").click()

    game = board_of(page, live_server_url).game
    assert (game.white.is_guest, game.black.computer_level, game.rated) == (True, 1, False)
