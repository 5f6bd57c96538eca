"""The analysis board and the game of two on one screen, in a real browser."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from accounts.models import User
from games.core.models.games import Game
from muehle import SYMMETRIES, Move, Position
from tests.e2e.axe import violations
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import WHOLE_GAME, middle, signed_in
from tests.e2e.test_every_page import faults_of
from tests.support.playing import play, stand_at

pytestmark = pytest.mark.e2e

MILL_NEXT = "WW....B.......W......BBB w 0 0 0"
API = re.compile(r"/api/v1/analysis/$")
TWO_FRAMES = """() => new Promise((done) => {
    const frame = (then) => requestAnimationFrame(() => setTimeout(then));
    frame(() => frame(done));
})"""
ZWICKMUEHLE = "WWWW.W.....B.B...B...BB. w 0 0 0"

Open = Callable[..., "AnalysisTab"]


class AnalysisTab:
    """The analysis page in somebody's browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url

    def open(self, query: str = "") -> "AnalysisTab":
        self.page.goto(f"{self.url}/analysis/{query}")
        expect(self.page.locator("#analysis[data-ready]")).to_be_attached()
        return self

    def reload(self) -> "AnalysisTab":
        self.page.reload()
        expect(self.page.locator("#analysis[data-ready]")).to_be_attached()
        return self

    def point(self, name: str) -> Locator:
        return self.page.locator(f"button[data-point={name}]")

    def click(self, *points: str) -> None:
        for name in points:
            self.point(name).click()

    def type(self, *moves: str) -> None:
        """Type moves, each after the server has answered the one before."""
        field = self.page.get_by_label("Type a move")
        for move in moves:
            self.settled()
            field.fill(move)
            field.press("Enter")
            self.settled()

    def settled(self) -> None:
        """Wait until the server has answered, and all that is written a frame after the board is written."""
        self.page.evaluate(TWO_FRAMES)
        expect(self.page.locator("#standing:not([data-waiting])")).to_be_attached()
        self.page.evaluate(TWO_FRAMES)

    def press(self, *keys: str) -> None:
        """Press keys where no field has the focus."""
        self.page.locator("#main").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def moves(self) -> list[str]:
        """The list as it reads: numbers, moves, variations."""
        return self.page.locator("#tree").inner_text().split()

    def expect_moves(self, *words: str) -> None:
        expect(self.page.locator("#tree")).to_have_text(
            re.compile(r"\s*".join(re.escape(word) for word in words) + "$")
        )

    def expect_current(self, move: str) -> None:
        expect(self.page.locator("#tree a[aria-current]")).to_have_text(move)

    def expect_stones(self, *points: str) -> None:
        expect(self.page.locator("[data-layer=stones] > [data-point]")).to_have_count(len(points))
        for name in points:
            expect(self.page.locator(f"[data-layer=stones] > [data-point={name}]")).to_be_attached()

    def expect_prompt(self, words: str) -> None:
        expect(self.page.locator("#prompt")).to_have_text(words)

    def expect_notice(self, words: str) -> None:
        expect(self.page.locator("#notice")).to_have_text(words)


@pytest.fixture
def desk(live_server_url: str, new_context: NewContext) -> Open:
    """A factory of analysis pages; options are Playwright's."""

    def make(query: str = "", **options: object) -> AnalysisTab:
        return AnalysisTab(new_context(**options).new_page(), live_server_url).open(query)

    return make


# --- Playing both sides -----------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_both_sides_are_played_by_click_drag_keys_and_text(desk: Open) -> None:
    board = desk()

    board.click("d6")
    board.expect_prompt("Black: place a stone on a free point.")
    mouse, there = board.page.mouse, middle(board.point("f4"))
    mouse.move(*middle(board.page.locator("[data-tray=black]")))
    mouse.down()
    mouse.move(there[0] + 5, there[1] - 40, steps=4)
    mouse.move(*there, steps=4)
    mouse.up()
    board.expect_prompt("White: place a stone on a free point.")
    board.point("d6").focus()
    board.page.keyboard.press("ArrowUp")
    board.page.keyboard.press("Enter")
    board.expect_prompt("Black: place a stone on a free point.")
    board.type("b4")

    board.expect_stones("d6", "f4", "d7", "b4")
    board.expect_moves("1.", "d6", "f4", "2.", "d7", "b4")


def test_a_mill_asks_for_the_stone_to_take(desk: Open) -> None:
    board = desk(f"?position={MILL_NEXT}")

    board.click("g4", "g7")
    board.expect_prompt("Mill closed: choose a stone to take.")
    board.click("c5")

    board.expect_stones("a7", "d7", "g7", "a1", "d1", "g1")
    board.expect_current("g4-g7xc5")


def test_an_illegal_move_that_is_typed_is_explained_and_changes_nothing(desk: Open) -> None:
    board = desk("?moves=d6,f4", strict=False)

    board.type("d6")

    board.expect_notice("d6 is not possible here: d6 is occupied")
    board.expect_stones("d6", "f4")
    field = board.page.get_by_label("Type a move")
    expect(field).to_have_value("d6")
    expect(field).to_have_accessible_description("d6 is not possible here: d6 is occupied")
    board.type("b4")
    board.expect_notice("")
    expect(field).to_have_value("")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    board.expect_moves("1.", "d6", "f4", "2.", "b4")


def test_what_is_touched_and_what_was_played_can_be_taken_back(desk: Open) -> None:
    board = desk(f"?position={MILL_NEXT}")
    undo = board.button("Undo")

    board.click("g4", "g7")
    undo.click()
    board.expect_prompt("Where should the stone on g4 go?")
    undo.click()
    board.expect_prompt("White: choose a stone to move.")
    board.type("g4-f4")
    undo.click()

    board.expect_stones("a7", "d7", "g4", "a1", "d1", "g1", "c5")
    expect(board.page.locator("#tree a")).to_have_count(0)
    expect(undo).to_be_disabled()


def test_the_end_is_said_under_the_board_and_nothing_more_can_be_played(desk: Open) -> None:
    board = desk("?position=WW....B.......W......BB. w 0 0 0")

    board.click("g4", "g7", "c5")

    expect(board.page.locator("#ending")).to_have_text("White won: Black has fewer than three stones left")
    expect(board.page.locator("#assertive")).to_have_text("White won: Black has fewer than three stones left")
    assert board.page.locator(".board--playable").count() == 0


def test_the_counters_follow_the_position(desk: Open) -> None:
    board = desk("?position=WW.W..B.......W......BBB w 0 0 0")

    board.type("g4-f4", "c5-c4", "f4-g4", "c4-c5")

    expect(board.page.locator("#fact-quiet")).to_have_text("4 of 100 half-moves")
    expect(board.page.locator("#fact-seen")).to_have_text("2 times")
    board.type("g4-f4", "c5-c4", "f4-g4", "c4-c5")
    expect(board.page.locator("#ending")).to_have_text("Draw: the same position occurred three times")
    board.page.locator("#rules").select_option("brettspielnetz")
    expect(board.page.locator("#claims")).to_have_text("White may claim a draw: the position has occurred three times.")


def test_zwickmuehlen_are_marked_on_request(desk: Open) -> None:
    board = desk(f"?position={ZWICKMUEHLE}")

    board.page.get_by_label("Show Zwickmühlen").check()

    expect(board.page.locator("#zwick-list li")).to_have_text(["White: d7–d6, with a7, g7, b6, f6"])
    expect(board.page.locator(".board__partner")).to_have_count(4)
    expect(board.page.locator(".board__swing")).to_have_count(1)


@pytest.mark.parametrize(
    ("rated", "words"), [(True, "Zwickmühlen are not shown in your own rated games"), (False, "White: d7–d6")]
)
def test_zwickmuehlen_of_ones_own_rated_game_are_not_pointed_out_from_its_position_either(
    live_server_url: str, new_context: NewContext, game: Game, anna: User, rated: bool, words: str
) -> None:
    stand_at(game, ZWICKMUEHLE)
    Game.objects.update(rated=rated)
    board = AnalysisTab(signed_in(new_context(), anna, live_server_url), live_server_url).open(
        f"?position={ZWICKMUEHLE}"
    )

    board.page.get_by_label("Show Zwickmühlen").check()

    expect(board.page.locator("#zwick-list li")).to_contain_text([words])
    expect(board.page.locator(".board__swing")).to_have_count(0 if rated else 1)


@pytest.mark.parametrize(
    ("moves", "symmetry", "is_withheld"),
    [
        ((), SYMMETRIES[1], True),  # turned by a quarter
        ((), SYMMETRIES[6], True),  # mirrored
        ((), SYMMETRIES[11], True),  # inside out and turned
        (("d7-d6xa1",), SYMMETRIES[0], True),  # a half-move later
        (("d7-d6xa1",), SYMMETRIES[13], True),  # the same, mirrored inside out
        (("d7-d6xa1", "e3-e4"), SYMMETRIES[0], False),
    ],
)
def test_zwickmuehlen_are_withheld_however_the_board_is_turned_and_for_the_next_half_move(
    live_server_url: str, new_context: NewContext, game: Game, anna: User,
    moves: tuple[str, ...], symmetry: tuple[int, ...], is_withheld: bool,
) -> None:  # fmt: skip
    stand_at(game, ZWICKMUEHLE)
    Game.objects.update(rated=True)
    position = Position.parse(ZWICKMUEHLE)
    for move in moves:
        position = position.play(Move.parse(move))
    shown = position.transformed(symmetry)
    board = AnalysisTab(signed_in(new_context(), anna, live_server_url), live_server_url).open(
        f"?position={shown.text}"
    )

    board.page.get_by_label("Show Zwickmühlen").check()

    said = board.page.locator("#zwick-list li").first
    expect(said).to_contain_text("Zwickmühlen are not shown in your own rated games" if is_withheld else "White: d6–d7")


def test_the_board_can_be_turned_and_played_on(desk: Open) -> None:
    board = desk()
    before = middle(board.point("a7"))

    board.button("Rotate board by 180°").click()
    board.click("a7")

    assert middle(board.point("a7"))[1] > before[1]
    board.expect_stones("a7")
    assert board.page.locator("#side-bottom").get_attribute("data-side") == "black"


def test_other_rules_have_other_stones_names_and_counters(desk: Open) -> None:
    board = desk("?moves=d6,f4")

    board.page.locator("#rules").select_option("applet")
    expect(board.page.locator("#fact-seen")).to_have_text("once")
    board.page.locator("#rules").select_option("pink-green")

    board.expect_prompt("Green: place a stone on a free point.")
    expect(board.page.locator("#fact-quiet")).to_have_text("half-moves: 0")
    expect(board.page.locator("#fact-seen-row")).to_be_hidden()
    expect(board.point("d6")).to_have_attribute("aria-label", re.compile("green stone"))


def test_where_other_rules_forbid_a_move_one_stands_before_it(desk: Open) -> None:
    board = desk("?position=WW.BBB........W......BBB w 0 0 0&moves=g4-g7xa1", strict=False)

    board.page.locator("#rules").select_option("classic")

    board.expect_notice(
        "g4-g7xa1 is not possible here: every opposing stone is in a mill and protected; you take nothing"
    )
    board.expect_prompt("White: choose a stone to move.")


# --- The tree ---------------------------------------------------------------------------------------------------------


def test_another_move_in_the_past_begins_a_variation_that_survives_a_reload(desk: Open) -> None:
    board = desk("?moves=d6,f4,d2,b4")

    board.press("ArrowLeft", "ArrowLeft")
    board.type("f6", "b6")
    board.expect_moves("1.", "d6", "f4", "2.", "d2", "2.", "f6", "b6", "2.", "…", "b4")
    before = board.moves()
    board.reload()

    assert board.moves() == before
    board.expect_current("b6")
    board.expect_stones("d6", "f4", "f6", "b6")


def test_the_whole_tree_can_be_given_to_others_by_its_link(desk: Open) -> None:
    board = desk("?moves=d6,f4,d2,b4")
    board.press("ArrowLeft", "ArrowLeft")
    board.type("f6")

    link = board.page.get_by_label("Link to this position").input_value()
    other = desk()
    other.page.goto(link)

    other.expect_moves("1.", "d6", "f4", "2.", "d2", "2.", "f6", "2.", "…", "b4")
    other.expect_current("f6")
    other.expect_stones("d6", "f4", "f6")


def test_a_line_without_variations_is_linked_so_that_it_needs_no_script(desk: Open) -> None:
    board = desk("?moves=d6,f4,d2")

    board.press("ArrowLeft")

    expect(board.page.get_by_label("Link to this position")).to_have_value(
        re.compile(r"/analysis/\?rules=standard&moves=d6,f4,d2&ply=2$")
    )


def test_the_opening_explorer_has_the_position_that_is_shown(desk: Open) -> None:
    tab = desk("?rules=applet&moves=d6")
    tab.click("f4")
    tab.settled()

    tab.page.get_by_role("link", name="Open in the opening explorer").click()

    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Opening explorer")
    query = parse_qs(urlsplit(tab.page.url).query)
    assert query["rules"] == ["applet"]
    assert Position.parse(query["position"][0]) == Position.start().play(Move.parse("d6")).play(Move.parse("f4"))


def test_a_variation_becomes_the_main_line_and_moves_are_deleted_and_restored(desk: Open) -> None:
    board = desk("?moves=d6,f4,d2,b4")
    board.press("ArrowLeft", "ArrowLeft")
    board.type("f6")

    board.button("Make it the main line").click()
    board.expect_moves("1.", "d6", "f4", "2.", "f6", "2.", "d2", "b4")
    board.button("Delete from here").click()
    board.expect_moves("1.", "d6", "f4", "2.", "d2", "b4")
    board.button("Restore").click()

    board.expect_moves("1.", "d6", "f4", "2.", "f6", "2.", "d2", "b4")


def test_the_moves_are_walked_by_buttons_keys_and_links_and_known_positions_are_not_asked_again(desk: Open) -> None:
    board = desk("?moves=d6,f4,d2,b4")
    board.settled()
    board.page.get_by_role("button", name="To the beginning").click()
    board.settled()
    asked: list[str] = []
    board.page.on("request", lambda request: asked.append(request.url) if API.search(request.url) else None)

    board.page.get_by_role("button", name="To the end").click()
    board.expect_stones("d6", "f4", "d2", "b4")
    board.page.get_by_role("button", name="To the beginning").click()
    board.expect_stones()
    board.settled()

    assert asked == []
    board.press("ArrowRight")
    board.expect_stones("d6")
    board.page.locator("#tree a", has_text="d2").click()
    board.expect_stones("d6", "f4", "d2")


def test_the_last_analysis_is_there_when_one_comes_back(desk: Open) -> None:
    board = desk()
    board.type("d6", "f4")

    board.open()
    board.expect_moves("1.", "d6", "f4")
    board.page.get_by_role("link", name="Empty board").click()
    board.open()

    board.expect_stones()


def test_a_game_of_the_server_can_be_looked_into(desk: Open, game: Game) -> None:
    play(game, "d6", "f4", "d2")

    board = desk(f"?game={game.number}&ply=2")

    board.expect_stones("d6", "f4")
    board.type("b4")
    board.expect_moves("1.", "d6", "f4", "2.", "d2", "2.", "b4")
    board.reload()
    expect(board.page.get_by_role("link", name=f"Game {game.number}")).to_have_attribute(
        "href", f"/games/{game.number}/"
    )


@pytest.mark.parametrize("fragment", ["rules=chess", "rules=standard&tree=d6f4(", "rules=standard&tree=z9"])
def test_a_link_that_cannot_be_read_says_so(desk: Open, fragment: str) -> None:
    board = desk(f"#{fragment}")

    board.expect_notice("This link cannot be read.")
    board.expect_stones()


# --- Setting up, and records ------------------------------------------------------------------------------------------


def test_a_position_is_set_up_by_clicks_and_played_from(desk: Open) -> None:
    board = desk()
    board.page.get_by_text("Set up a position").click()

    board.click("a7", "d7", "g4")
    board.page.get_by_label("black stone").check()
    board.click("a1", "d1", "g1", "c5", "e5")
    board.click("e5")
    board.button("No stones in hand").click()
    expect(board.page.get_by_label("Position as text")).to_have_value(MILL_NEXT)
    board.button("Play from this position").click()

    board.expect_prompt("White: choose a stone to move.")
    board.click("g4", "g7", "c5")
    board.expect_current("g4-g7xc5")


def test_a_set_up_that_cannot_be_is_explained_and_stays(desk: Open) -> None:
    board = desk(strict=False)
    board.page.get_by_text("Set up a position").click()

    board.click("a7")
    board.button("Play from this position").click()

    expect(board.page.locator("#set-up-fault")).to_have_text(
        "This position is not possible: When the side that began is to move, both sides must have the "
        "same number of stones in hand."
    )
    board.page.get_by_role("radio", name="Black", exact=True).check()
    board.button("Play from this position").click()
    board.expect_prompt("Black: place a stone on a free point.")


def test_more_stones_than_there_are_can_be_put_and_are_refused_when_played_from(desk: Open) -> None:
    board = desk(strict=False)
    faults: list[str] = []
    board.page.on("pageerror", lambda error: faults.append(str(error)))
    board.page.get_by_text("Set up a position").click()

    board.click("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4")
    board.expect_stones("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4")
    board.button("Play from this position").click()

    expect(board.page.locator("#set-up-fault")).not_to_be_empty()
    assert faults == []


def test_the_text_of_a_position_and_the_board_follow_one_another(desk: Open) -> None:
    board = desk()
    board.page.get_by_text("Set up a position").click()
    field = board.page.get_by_label("Position as text")

    field.fill("nonsense")
    expect(board.page.locator("#set-up-fault")).to_have_text("This is not a valid position yet.")
    field.fill(MILL_NEXT)

    board.expect_stones("a7", "d7", "g4", "a1", "d1", "g1", "c5")
    expect(board.page.get_by_label("In hand: White")).to_have_value("0")


def test_a_pasted_record_is_replayed(desk: Open) -> None:
    board = desk()
    board.page.get_by_text("Replay a game").click()

    board.page.get_by_label("Moves, or a complete game record").fill('[Variant "classic"]\n1. 5 14 2. 20 *')
    board.button("Replay").click()

    board.expect_moves("1.", "d6", "f4", "2.", "d2")
    expect(board.page.locator("#rules")).to_have_value("classic")


def test_a_record_that_fails_shows_where(desk: Open) -> None:
    board = desk("?moves=a1", strict=False)
    board.page.get_by_text("Replay a game").click()
    field = board.page.get_by_label("Moves, or a complete game record")

    field.fill("1. d6 f4\n2. d6 b4")
    board.button("Replay").click()

    expect(board.page.locator("#record-fault")).to_have_text(
        "Line 2, half-move 3: d6 is not possible there: d6 is occupied"
    )
    chosen = field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert chosen == "2. d6 b4"
    board.expect_moves("1.", "a1")


def test_a_record_is_read_from_a_file(desk: Open) -> None:
    board = desk()
    board.page.get_by_text("Replay a game").click()

    record: FilePayload = {"name": "game.pgn", "mimeType": "text/plain", "buffer": b"1. d6 f4 *"}
    board.page.get_by_label("Or choose a file").set_input_files(record)

    board.expect_moves("1.", "d6", "f4")


def test_the_record_that_is_copied_can_be_replayed(desk: Open) -> None:
    board = desk("?position=WW....B.......W......BB. w 0 0 0", permissions=["clipboard-read", "clipboard-write"])
    board.click("g4", "g7", "c5")
    board.settled()

    board.button("Copy game record").click()
    expect(board.page.locator("#polite")).to_have_text("Game record copied.")
    record = board.page.evaluate("navigator.clipboard.readText()")

    assert record == (
        '[Result "1-0"]\n[Variant "standard"]\n[Position "WW....B.......W......BB. w 0 0 0"]\n\n1. g4-g7xc5 1-0\n'
    )


# --- The connection ---------------------------------------------------------------------------------------------------


def test_without_a_connection_nothing_is_lost_and_it_can_be_tried_again(desk: Open) -> None:
    board = desk("?moves=d6,f4", strict=False)
    board.page.route(API, lambda route: route.abort())

    board.click("d2")

    expect(board.page.locator("#trouble")).to_contain_text("The server cannot be reached. Your moves are safe.")
    board.expect_stones("d6", "f4", "d2")
    board.page.unroute(API)
    board.button("Try again").click()
    board.expect_prompt("Black: place a stone on a free point.")
    expect(board.page.locator("#trouble")).to_be_hidden()


def test_an_answer_that_comes_late_does_not_undo_what_was_done_meanwhile(desk: Open) -> None:
    board = desk("?moves=d6,f4")
    held: list[Route] = []
    board.page.route(API, lambda route: held.append(route))
    board.click("d2")
    expect(board.page.locator("#tree a")).to_have_count(3)

    board.page.get_by_role("button", name="One move back").click()
    for route in held:
        route.continue_()
    board.page.unroute(API)

    board.expect_current("f4")
    board.click("b2")
    board.expect_moves("1.", "d6", "f4", "2.", "d2", "2.", "b2")


# --- Two players ------------------------------------------------------------------------------------------------------


def test_two_play_a_whole_game_on_one_screen(desk: Open) -> None:
    board = desk("?players=2")
    board.page.get_by_label("Name of the side that plays first (optional)").fill("Anna")

    board.expect_prompt("Anna (White): place a stone on a free point.")
    for move in WHOLE_GAME:
        board.click(*re.findall(r"[a-g][1-7]", move))
        board.settled()

    expect(board.page.locator("#ending")).to_have_text("Anna (White) won: Black has fewer than three stones left")
    board.reload()
    expect(board.page.locator("#ending")).to_have_text("Anna (White) won: Black has fewer than three stones left")
    board.page.get_by_role("link", name="New game").click()
    board.expect_prompt("Anna (White): place a stone on a free point.")
    board.expect_stones()


def test_in_a_game_of_two_there_are_no_variations(desk: Open) -> None:
    board = desk("?players=2")
    board.type("d6", "f4")

    board.press("ArrowLeft")
    board.expect_prompt("This is an earlier position. Go to the end to play on.")
    board.click("d2")

    board.expect_moves("1.", "d6", "f4")
    board.expect_stones("d6")


def test_the_board_turns_to_the_side_that_is_to_move(desk: Open) -> None:
    board = desk("?players=2")
    board.page.get_by_label("Turn the board towards the side to move").check()

    a1 = middle(board.point("a1"))
    board.type("d6")
    expect(board.page.locator("#side-bottom")).to_have_attribute("data-side", "black")
    board.page.evaluate("window.scrollTo(0, 0)")

    assert middle(board.point("a1"))[1] < a1[1]


def test_other_rules_in_mid_game_are_another_game(desk: Open) -> None:
    board = desk("?players=2")
    rules = board.page.get_by_label("Rules", exact=True)
    rules.select_option("classic")
    board.type("d6", "f4")

    rules.select_option("standard")
    board.button("Keep playing this game").click()
    expect(rules).to_have_value("classic")
    board.expect_stones("d6", "f4")
    rules.select_option("standard")
    board.button("Start a new game with these rules").click()

    board.expect_stones()
    expect(rules).to_have_value("standard")


def test_two_may_agree_on_a_draw_or_one_may_resign(desk: Open) -> None:
    board = desk("?players=2")
    board.type("d6")

    board.button("Resign").click()
    expect(board.page.locator("#ending")).to_have_text("White won: Black resigned")
    board.button("Undo").click()
    board.expect_stones("d6")
    board.button("Agree to a draw").click()

    expect(board.page.locator("#ending")).to_have_text("Draw: both players agreed")


def test_an_address_says_which_game_two_begin(desk: Open) -> None:
    board = desk("?players=2")
    board.type("d6", "f4")

    board.open("?players=2")
    board.expect_stones("d6", "f4")
    board.open("?players=2&rules=applet")

    expect(board.page.get_by_label("Rules", exact=True)).to_have_value("applet")
    board.expect_stones()


# --- Phones -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("query", ["", "?players=2"])
def test_it_fits_a_phone_with_everything_unfolded(desk: Open, language: str, query: str) -> None:
    board = desk(query, viewport=PHONE, locale=language, has_touch=True)
    board.point("d6").tap()
    board.expect_stones("d6")

    for fold in board.page.locator("#analysis details").all():
        fold.evaluate("fold => { fold.open = true }")

    assert faults_of(board.page) == {}
    assert violations(board.page) == []


def test_a_tree_and_a_set_up_keep_to_the_guidelines(desk: Open) -> None:
    board = desk("?moves=d6,f4,d2,b4", viewport=PHONE, color_scheme="dark")
    board.press("ArrowLeft", "ArrowLeft")
    board.type("f6", "b6")

    assert violations(board.page) == []
    board.page.get_by_text("Set up a position").click()
    expect(board.page.get_by_role("radio", name="black stone")).to_be_visible()
    assert violations(board.page) == []
    assert faults_of(board.page) == {}
