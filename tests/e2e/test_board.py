"""The board in a real browser: touching, dragging, keys, what is illegal, what comes live, draws and the end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from accounts.models import User
from games.chat.models import Message
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import offer_draw
from games.play.models import DrawOffer
from tests.e2e.conftest import DESKTOP, PHONE, NewContext
from tests.e2e.sitting import Sit, Through
from tests.e2e.table import ApiProgram, Table, middle, said, signed_in
from tests.e2e.test_every_page import faults_of
from tests.support.playing import SHUFFLE, SHUFFLING, drawn, fresh, play, stand_at

pytestmark = pytest.mark.e2e

# White to move: g4-g7 closes a mill and may take any of five stones; d7 and a7 wait for it.
MILL_NEXT = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f4 b2 d2")

MESSAGE = "Message with this move"


# --- Touching ---------------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_a_stone_is_placed_and_sent(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)

    table.click("d6")
    table.expect_stone("d6", "white stone")
    assert fresh(game).ply == 0
    table.send()

    assert fresh(game).last_move == "d6"


@pytest.mark.smoke
def test_a_closed_mill_asks_for_the_stone_to_take_before_anything_is_sent(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)

    table.click("g4", "g7")
    said(table.page, "assertive", "Mill closed: choose a stone to take.")
    expect(table.send_button).to_be_disabled()
    assert table.page.locator(".board__take").count() == 5
    table.click("b6")
    table.expect_prompt("Send g4-g7xb6?")
    table.send()

    assert fresh(game).last_move == "g4-g7xb6"


def test_what_has_not_been_sent_can_be_taken_back(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)
    before = table.stones()
    undo = table.page.get_by_role("button", name="Undo")

    table.click("g4", "g7", "b6")
    undo.click()
    table.expect_prompt("Mill closed: choose a stone to take.")
    undo.click()
    table.expect_prompt("Where should the stone on g4 go?")
    undo.click()
    table.expect_prompt("Choose a stone to move.")

    assert table.stones() == before
    assert fresh(game).position == MILL_NEXT


def test_touching_a_chosen_stone_puts_it_down_and_another_one_takes_its_place(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)

    table.click("g4")
    table.expect_prompt("Where should the stone on g4 go?")
    table.click("g4")
    table.expect_prompt("Choose a stone to move.")
    table.click("g4", "e3")
    table.expect_prompt("Where should the stone on e3 go?")


@pytest.mark.smoke
def test_illegal_clicks_change_nothing_and_are_mentioned_once(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)
    before = table.stones()

    table.click("b6")
    said(table.page, "polite", "b6 is not possible here.")
    table.click("a1", "d2", "g1")

    said(table.page, "polite", "b6 is not possible here.")
    assert table.stones() == before
    assert fresh(game).position == MILL_NEXT


def test_nobody_moves_out_of_turn(sit: Sit, game: Game, bert: User) -> None:
    for table in (sit(game, bert), sit(game)):
        table.click("d6", "f4")

        assert table.stones() == {}
    assert fresh(game).ply == 0


def test_a_drag_that_ends_nowhere_goes_back(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)
    stone = table.page.locator("[data-layer=stones] > [data-point=g4]")
    place = stone.get_attribute("transform")

    table.drag(table.point("g4"), "c5")

    table.expect_prompt("Choose a stone to move.")
    assert stone.get_attribute("transform") == place
    assert fresh(game).position == MILL_NEXT


@pytest.mark.smoke
def test_a_drag_to_a_legal_point_moves_the_stone(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)

    table.drag(table.point("e3"), "e4")
    table.expect_prompt("Send e3-e4?")
    table.send()

    assert fresh(game).last_move == "e3-e4"


# --- Keys and text ----------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_arrow_keys_walk_along_the_lines_and_enter_plays(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)
    keyboard = table.page.keyboard
    table.point("a7").focus()

    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"):
        keyboard.press(key)
    expect(table.point("d5")).to_be_focused()
    keyboard.press("End")
    expect(table.point("e5")).to_be_focused()
    keyboard.press("Enter")

    table.expect_prompt("Send e5?")


def test_the_board_is_one_tab_stop(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna)
    table.point("a7").focus()

    table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("Tab")

    expect(table.page.locator("button[data-point]:focus")).to_have_count(0)
    assert table.page.locator("button[data-point][tabindex='0']").get_attribute("data-point") == "d7"


@pytest.mark.smoke
def test_a_typed_move_lies_on_the_board_until_it_is_confirmed(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna)
    table.open_more("play-more")

    table.page.get_by_label("Type a move").fill("G4-G7xb6")
    table.page.keyboard.press("Enter")
    said(table.page, "polite", "Send g4-g7xb6?")
    table.expect_stone("g7", "white stone")
    assert fresh(game).position == MILL_NEXT
    table.page.keyboard.press("Enter")

    expect(table.page.locator("#play")).to_have_attribute("data-turn", "theirs")
    assert fresh(game).last_move == "g4-g7xb6"


def test_a_typed_move_that_is_illegal_is_explained(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna, strict=False)
    table.open_more("play-more")

    table.page.get_by_label("Type a move").fill("g4-f4")
    table.page.keyboard.press("Enter")

    told = table.page.get_by_text("g4-f4 is not possible here: f4 is occupied")
    expect(told).to_be_visible()
    expect(table.page.locator("#notation")).to_have_attribute("aria-invalid", "true")
    assert fresh(game).position == MILL_NEXT
    table.click("g4", "g7")
    expect(told).to_have_count(0)


# --- Live -------------------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_the_opponents_move_appears_without_reloading(
    sit: Sit, program: Through, game: Game, anna: User, bert: User
) -> None:
    table = sit(play(game, "d6"), anna)
    table.page.evaluate("window.sameDocument = true")

    program(bert).play(game, "f4")

    table.expect_stone("f4", "black stone")
    table.expect_heading("Your move")
    said(table.page, "polite", "bert played f4.")
    expect(table.page.get_by_role("link", name="f4", exact=True)).to_be_visible()
    assert table.page.evaluate("window.sameDocument") is True


def test_two_browsers_and_a_guest_see_the_same_board(sit: Sit, game: Game, anna: User, bert: User) -> None:
    white, black, guest = sit(game, anna), sit(game, bert), sit(game)

    white.play_by_click("d6")
    black.expect_stone("d6", "white stone")
    black.wait_for_turn()
    black.play_by_drag("f4", color="black")

    for table in (white, black, guest):
        table.expect_stone("f4", "black stone")


def test_what_was_missed_while_the_line_was_down_is_made_good(
    sit: Sit, program: Through, game: Game, anna: User, bert: User
) -> None:
    table = sit(play(game, "d6"), anna, strict=False)

    table.page.context.set_offline(True)
    program(bert).play(game, "f4")
    table.page.context.set_offline(False)

    table.expect_stone("f4", "black stone")
    table.wait_for_turn()


def test_a_look_at_the_page_that_fails_is_made_again(
    sit: Sit, program: Through, game: Game, anna: User, bert: User
) -> None:
    table = sit(play(game, "d6"), anna, strict=False)
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.abort()

    table.page.route(table.address, fail_once)
    program(bert).play(game, "f4")

    # The event shows the stone by itself; what may be played comes with the page.
    table.wait_for_turn()
    assert failed == [table.address]


def test_without_a_stream_the_page_looks_by_itself(
    new_context: NewContext, live_server_url: str, program: Through, game: Game, anna: User, bert: User
) -> None:
    page = signed_in(new_context(strict=False), anna, live_server_url)
    page.clock.install()
    page.route("**/events/*", lambda route: route.fulfill(status=404))
    table = Table(page, play(game, "d6"), live_server_url).open().ready()
    expect(page.locator("#game[data-offline]")).to_be_attached()

    program(bert).play(game, "f4")
    page.clock.run_for(16_000)

    table.expect_stone("f4", "black stone")


def test_a_move_is_sent_again_after_a_lost_connection_and_played_once(sit: Sit, game: Game, anna: User) -> None:
    table = sit(game, anna, strict=False)
    lost: list[str] = []

    def lose_the_answer_once(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().text())
        route.abort()

    table.page.route("**/moves/", lose_the_answer_once)
    table.click("d6")
    table.send()

    assert len(lost) == 1
    assert [move.notation for move in fresh(game).moves.all()] == ["d6"]


def test_a_move_made_elsewhere_meanwhile_is_announced_and_shown(
    sit: Sit, program: Through, game: Game, anna: User
) -> None:
    table = sit(game, anna, strict=False)
    table.page.route("**/events/*", lambda route: route.abort())
    table.open().ready()

    program(anna).play(game, "f4")
    table.click("d6")
    table.send_button.click()

    expect(table.page.get_by_text("The game has moved on: half-move 2 is next, not 1.")).to_be_visible()
    table.expect_stone("f4", "white stone")
    table.expect_stone("d6", "free")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_running_clock_says_what_the_server_said(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, language: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    page = signed_in(new_context(), anna, live_server_url)
    page.clock.install()
    Table(page, game, live_server_url).open().ready()
    words = page.locator("[data-time-left]")
    said_by_server = words.text_content()
    page.evaluate("document.querySelector('[data-time-left]').textContent = ''")

    page.clock.run_for(6_000)

    expect(words).to_have_text(str(said_by_server))


# --- Time travel ------------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_one_travels_through_the_game_by_list_buttons_and_keys(sit: Sit, game: Game) -> None:
    table = sit(play(game, "d6", "f4", "g7", "b2"))
    steps = table.page.get_by_role("navigation", name="Go through the game")

    table.page.get_by_role("link", name="f4", exact=True).click()
    assert set(table.stones()) == {"d6", "f4"}
    steps.get_by_role("link", name="One move forward").click()
    assert set(table.stones()) == {"d6", "f4", "g7"}
    steps.get_by_role("link", name="To the beginning").click()
    assert table.stones() == {}
    table.page.keyboard.press("ArrowRight")
    assert set(table.stones()) == {"d6"}
    assert table.page.url.endswith("?ply=1")
    steps.get_by_role("link", name="To the end").click()
    assert set(table.stones()) == {"d6", "f4", "g7", "b2"}
    assert table.page.url == table.address


@pytest.mark.parametrize("query", ["?ply=2", "#ply-2"])
def test_a_link_leads_to_a_half_move(sit: Sit, game: Game, query: str) -> None:
    table = sit(play(game, "d6", "f4", "g7"))

    table.page.goto("about:blank")
    table.open(query).ready()

    assert set(table.stones()) == {"d6", "f4"}


def test_nothing_can_be_played_in_the_past(sit: Sit, game: Game, anna: User) -> None:
    table = sit(play(game, "d6", "f4"), anna)

    table.page.get_by_role("link", name="d6", exact=True).click()
    table.click("g7")

    assert set(table.stones()) == {"d6"}
    table.expect_prompt("After half-move 1 of 2.")


# --- Draws, messages, the end -----------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_a_draw_is_offered_on_one_page_and_accepted_on_the_other(sit: Sit, game: Game, anna: User, bert: User) -> None:
    white, black = sit(game, anna), sit(game, bert)

    white.open_more("fold-draw")
    white.page.get_by_label("Reason (optional)").fill("Nothing left to win")
    white.page.locator("#fold-draw").get_by_role("button", name="Offer a draw").click()
    expect(black.page.get_by_text("anna offers a draw.")).to_be_visible()
    black.page.locator("#fold-accept > summary").click()
    expect(black.page.get_by_text("Nothing left to win").first).to_be_visible()
    black.page.get_by_role("button", name="Accept the draw").click()

    for table in (white, black):
        table.expect_heading("Draw")
        expect(table.page.get_by_text("both players agreed", exact=True)).to_be_visible()
    assert fresh(game).termination == "agreement"


def test_a_draw_is_offered_with_a_move_and_declined(sit: Sit, game: Game, anna: User, bert: User) -> None:
    white, black = sit(game, anna), sit(game, bert)

    white.click("d6")
    white.open_more("play-more")
    white.page.get_by_label("Offer a draw with this move").check()
    white.page.get_by_label(MESSAGE).fill("Shall we?")
    white.send()
    black.page.locator("#fold-decline > summary").click()
    black.page.get_by_label("Reason for declining (optional)").fill("I see a mill.")
    black.page.get_by_role("button", name="Decline the draw").click()

    expect(white.page.get_by_text("bert has declined your draw offer: I see a mill.")).to_be_visible()
    expect(black.page.get_by_text("anna offers a draw.")).to_have_count(0)
    expect(white.page.get_by_text("Your draw offer stands")).to_have_count(0)
    assert [(offer.status, offer.reason) for offer in DrawOffer.objects.all()] == [("declined", "Shall we?")]


def test_a_sentence_that_is_ready_goes_with_a_move_unless_words_of_ones_own_do(
    sit: Sit, game: Game, anna: User
) -> None:
    # The browser writes to its console that the server has refused.
    table = sit(game, anna, strict=False)
    message, sentence = (table.page.get_by_label(name) for name in (MESSAGE, "Or choose a ready-made message"))

    table.click("d6")
    table.open_more("play-more")
    message.fill("Hm.")
    sentence.select_option("Nice move!")
    table.send_button.click()
    expect(table.page.locator("#game-told")).to_contain_text(
        "Send either a text or a sentence from the list, not both."
    )
    table.open_more()
    message.fill("")
    table.click("d6")
    table.send()

    table.open_tab("Chat")
    expect(table.page.locator("#game-messages").get_by_text("Nice move!")).to_be_visible()
    expect(sentence).to_have_value("")
    assert [(each.ply, each.canned) for each in Message.objects.all()] == [(1, "nice_move")]


def test_a_draw_is_claimed_and_proved(sit: Sit, begin: Callable[..., Game], anna: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE, *SHUFFLE)
    table = sit(game, anna)

    table.page.locator("#fold-claims > summary").click()
    table.page.get_by_role("button", name="Claim draw: position repeated three times").click()

    table.expect_heading("Draw")
    expect(table.page.get_by_text("Claimed and proved: the position was on the board after half-moves")).to_be_visible()


def test_a_claim_that_does_not_hold_is_answered_with_figures(sit: Sit, begin: Callable[..., Game], anna: User) -> None:
    table = sit(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), anna, strict=False)

    table.open_more("fold-claim")
    table.page.get_by_role("button", name="No mill for too long").click()

    expect(table.page.get_by_text("The claim is not justified: 0 of 100 needed.")).to_be_visible()
    assert fresh(table.game).is_ongoing


def test_resignation_asks_first_and_ends_the_game_for_both(sit: Sit, game: Game, anna: User, bert: User) -> None:
    white, black = sit(game, anna), sit(game, bert)

    white.open_more("fold-resign")
    assert fresh(game).is_ongoing
    white.page.get_by_role("button", name="Yes, resign").click()

    white.expect_heading("You have lost")
    black.expect_heading("You have won")
    expect(black.page.locator("#play")).to_be_hidden()


def test_messages_appear_on_the_other_page_and_a_half_written_one_stays(
    sit: Sit, game: Game, anna: User, bert: User
) -> None:
    white, black = sit(game, anna), sit(game, bert)
    for table in (white, black):
        table.open_tab("Chat")
    black.page.get_by_label("Message", exact=True).fill("I am just writing")

    white.page.get_by_label("Message", exact=True).fill("Good luck!")
    white.page.get_by_role("button", name="Send message").click()

    expect(black.page.get_by_text("Good luck!")).to_be_visible()
    expect(black.page.get_by_label("Message", exact=True)).to_have_value("I am just writing")
    expect(white.page.get_by_label("Message", exact=True)).to_have_value("")
    assert [message.text for message in Message.objects.all()] == ["Good luck!"]


def test_the_other_players_abort_ends_the_game_on_the_open_page(sit: Sit, game: Game, anna: User, bert: User) -> None:
    table = sit(game, anna)

    ApiProgram(bert, table.address.partition("/games/")[0]).send(f"games/{game.number}/abort/")

    table.expect_heading("Aborted")


# --- A small screen ---------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_a_phone_plays_by_touch(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna, viewport=PHONE, has_touch=True, is_mobile=True)

    table.point("g4").tap()
    table.point("g7").tap()
    table.point("b6").tap()
    table.send_button.tap()

    expect(table.page.locator("#play")).to_have_attribute("data-turn", "theirs")
    assert fresh(game).last_move == "g4-g7xb6"


def test_a_finger_drags_a_stone_without_moving_the_page(sit: Sit, game: Game, anna: User) -> None:
    table = sit(stand_at(game, MILL_NEXT), anna, viewport=PHONE, has_touch=True, is_mobile=True)
    start, end = middle(table.point("e3")), middle(table.point("e4"))
    touch = table.page.context.new_cdp_session(table.page)

    def finger(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", start)
    for step in range(1, 6):
        finger("touchMove", (start[0], start[1] + (end[1] - start[1]) * step / 5))
    finger("touchEnd")

    table.expect_prompt("Send e3-e4?")
    assert table.page.evaluate("window.scrollY") == 0


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_everything_fits_and_every_point_is_large_enough(
    sit: Sit, game: Game, anna: User, width: int
) -> None:
    table = sit(game, anna, viewport={"width": width, "height": 640}, has_touch=True, is_mobile=True)

    boxes = [point.bounding_box() for point in table.page.locator("button[data-point]").all()]

    assert table.page.evaluate("document.documentElement.scrollWidth") == width
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


# By coordinate how large its letters are on the screen, and how far it reaches beyond the board to the left.
COORDINATES = """() => {
  const board = document.getElementById("playing-board").getBoundingClientRect();
  return [...document.querySelectorAll(".board__coordinates text")].map((text) => ({
    size: parseFloat(getComputedStyle(text).fontSize) * board.width / 724,
    beyond: board.left - text.getBoundingClientRect().left,
  }));
}"""


@pytest.mark.parametrize("width", [320, 360, 390, 1280])
def test_coordinates_can_be_read_on_every_screen(sit: Sit, game: Game, width: int) -> None:
    table = sit(game, viewport={"width": width, "height": 800})

    found = table.page.evaluate(COORDINATES)

    assert len(found) == 14
    assert [each for each in found if each["size"] < 11 or each["beyond"] > 0] == []


@pytest.mark.parametrize(("width", "in_menu"), [(320, True), (1280, False)])
def test_the_rules_are_one_of_the_ways_at_the_top_or_in_the_menu(
    sit: Sit, game: Game, anna: User, width: int, in_menu: bool
) -> None:
    page = sit(game, anna, viewport={"width": width, "height": 800}).page
    page.locator(".masthead__account summary").click()

    menu = page.locator(".menu__list").get_by_role("link", name="Rules")
    top = page.get_by_role("navigation", name="Main").get_by_role("link", name="Rules")
    expect(menu).to_have_count(1 if in_menu else 0)
    expect(top).to_have_count(0 if in_menu else 1)
    (menu if in_menu else top).click()

    expect(page).to_have_url(re.compile(r"/rules/$"))


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_everything_on_the_page_fits_and_can_be_hit(sit: Sit, game: Game, anna: User, screen: dict[str, int]) -> None:
    offer_draw(play(game, "d6", "f4").number, game.black, reason="Enough?")
    player, guest = sit(game, anna, viewport=screen), sit(game, viewport=screen)

    player.open_more("fold-resign")

    assert [faults_of(table.page) for table in (player, guest)] == [{}, {}]


def test_nothing_jumps_while_the_page_loads(sit: Sit, game: Game, anna: User) -> None:
    table = sit(play(game, "d6", "f4"), anna, viewport=PHONE, has_touch=True, is_mobile=True)

    shift = table.page.evaluate(
        """() => new Promise((resolve) => new PerformanceObserver((list) =>
             resolve(list.getEntries().reduce((sum, entry) => sum + entry.value, 0)))
             .observe({type: "layout-shift", buffered: true}) || setTimeout(() => resolve(0), 500))"""
    )

    assert shift == pytest.approx(0, abs=0.01)
