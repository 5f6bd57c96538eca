"""Whole games on a real web process, from the first stone to the last, by every way in which a move can be made."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.hands import Finger, KeyboardPlayer, tab_to
from tests.e2e.table import WHOLE_GAME, ApiProgram, Table, signed_in
from tests.support.playing import drawn, fresh, play, stand_at, unchanged

pytestmark = pytest.mark.e2e

Play = Callable[[str], None]

PASSWORD = "a good password"
PRESSES = """addEventListener('pointerdown', () => {
  sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
}, true);"""


@pytest.fixture
def black(bert: User, live_server_url: str) -> ApiProgram:
    """Black, who plays through the API."""
    return ApiProgram(bert, live_server_url)


def play_whole_game(table: Table, black: ApiProgram, play_by_hand: Play) -> None:
    """White plays by hand and wins; afterwards everybody knows."""
    for mine, theirs in zip(WHOLE_GAME[::2], [*WHOLE_GAME[1::2], ""], strict=True):
        table.wait_for_turn()
        play_by_hand(mine)
        expect(table.page.locator("#play")).to_have_attribute("data-turn", "theirs")
        if theirs:
            black.play(table.game, theirs)
    table.expect_heading("You have won")
    expect(table.page.get_by_text("bert has fewer than three stones left", exact=True)).to_be_visible()
    ended = fresh(table.game)
    assert (ended.result, ended.termination, ended.ply) == ("1-0", "stones", 27)
    assert [move.notation for move in ended.moves.order_by("ply")] == list(WHOLE_GAME)


# --- Mouse ------------------------------------------------------------------------------------------------------------


def test_a_whole_game_by_dragging(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, black: ApiProgram
) -> None:
    table = Table(signed_in(new_context(), anna, live_server_url), game, live_server_url).open()

    play_whole_game(table, black, lambda move: table.play_by_drag(move, color="white"))


def test_a_whole_game_by_clicking(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, black: ApiProgram
) -> None:
    table = Table(signed_in(new_context(), anna, live_server_url), game, live_server_url).open()

    play_whole_game(table, black, table.play_by_click)


def test_two_browsers_play_a_whole_game_and_a_guest_looks_on(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, bert: User
) -> None:
    pages = [signed_in(new_context(), who, live_server_url) for who in (anna, bert)]
    tables = [Table(page, game, live_server_url).open().ready() for page in [*pages, new_context().new_page()]]
    white, black, guest = tables

    for ply, move in enumerate(WHOLE_GAME):
        table = tables[ply % 2]
        table.wait_for_turn()
        if ply % 3:
            table.play_by_click(move)
        else:
            table.play_by_drag(move, color="black" if ply % 2 else "white")

    white.expect_heading("You have won")
    black.expect_heading("You have lost")
    guest.expect_heading("anna has won")
    expect(guest.page.locator(".game__ending")).to_have_text("bert has fewer than three stones left")
    assert white.stones() == black.stones() == guest.stones()
    assert len(white.stones()) == 11


# --- Keys -------------------------------------------------------------------------------------------------------------


def test_a_whole_game_by_keys_alone_from_signing_in_to_the_last_stone(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, black: ApiProgram
) -> None:
    context = new_context()
    context.add_init_script(PRESSES)
    page = context.new_page()
    sign_in_by_keys(page, live_server_url)
    tab_to(page.locator(f".game-card a[href='/games/{game.number}/']").first)
    page.keyboard.press("Enter")
    table = Table(page, game, live_server_url)

    play_whole_game(table, black, KeyboardPlayer(table).play)

    assert page.evaluate("sessionStorage.presses ?? null") is None


def sign_in_by_keys(page: Page, url: str) -> None:
    page.goto(url)
    tab_to(page.get_by_role("link", name="Log in"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/accounts/login/**")
    for name, text in (("login", "anna"), ("password", PASSWORD)):
        tab_to(page.locator(f"[name={name}]"))
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")


def test_a_whole_game_by_typed_notation(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, black: ApiProgram
) -> None:
    table = Table(signed_in(new_context(), anna, live_server_url), game, live_server_url).open()
    field = table.page.get_by_label("Type a move")

    def type_and_send(move: str) -> None:
        if not field.is_visible():
            table.page.keyboard.press("t")
        expect(field).to_be_visible()
        field.press_sequentially(move)
        expect(field).to_have_value(move)
        field.press("Enter")
        table.expect_prompt(f"Send {move}?")
        field.press("Enter")

    play_whole_game(table, black, type_and_send)


# --- A small screen ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["tapping", "dragging"])
def test_a_whole_game_with_a_finger_on_a_small_screen(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, black: ApiProgram, way: str
) -> None:
    phone = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    table = Table(signed_in(phone, anna, live_server_url), game, live_server_url).open().ready()
    finger = Finger(table, "white")

    play_whole_game(table, black, finger.play_by_drag if way == "dragging" else finger.play_by_tap)


# --- Without scripts --------------------------------------------------------------------------------------------------


def test_a_whole_game_without_scripts(
    new_context: NewContext, live_server_url: str, game: Game, anna: User, bert: User
) -> None:
    tables = [
        Table(signed_in(new_context(java_script_enabled=False), who, live_server_url), game, live_server_url)
        for who in (anna, bert)
    ]

    for ply, notation in enumerate(WHOLE_GAME):
        table = tables[ply % 2].open()
        if ply % 3:
            table.page.select_option("[name=choice]", notation)
        else:
            table.open_more("play-more")
            table.page.fill("[name=notation]", notation)
        table.send_button.click()

    tables[0].expect_heading("You have won")
    tables[1].open().expect_heading("You have lost")
    assert fresh(game).termination == "stones"


# --- From the beginning -----------------------------------------------------------------------------------------------


def sign_up(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/accounts/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=password1]", "nine merry stones")
    page.press("[name=password1]", "Enter")
    expect(page.locator(".masthead").get_by_text(name)).to_be_visible()


def challenge_by_page(page: Page, url: str, opponent: str) -> None:
    page.goto(f"{url}/challenges/new/?to={opponent}")
    page.get_by_text("More terms").click()
    page.select_option("[name=colour]", "white")
    page.get_by_role("button", name="Send challenge").click()
    expect(page.get_by_text(f"Your challenge to {opponent} has been sent.")).to_be_visible()


def test_a_browser_and_a_program_play_a_game_from_sign_up_to_the_last_stone(
    new_context: NewContext, live_server_url: str, black: ApiProgram
) -> None:
    page = new_context().new_page()
    sign_up(page, live_server_url, "anna")

    challenge_by_page(page, live_server_url, "bert")
    (waiting,) = black.read("challenges/", status="open")["results"]
    black.send(f"challenges/{waiting['number']}/acceptance/")
    game = Game.objects.get()
    # The page of the challenge goes to the game by itself.
    page.wait_for_url(f"**/games/{game.number}/")
    page.goto(live_server_url)
    page.locator(f"a[href='/games/{game.number}/']").first.click()
    table = Table(page, game, live_server_url)

    play_whole_game(table, black, table.play_by_click)
    assert black.read(f"games/{game.number}/")["result"] == "1-0"


# --- The wrong moment -------------------------------------------------------------------------------------------------

# White to move: g4-g7 closes a mill and may take b2 or d2; b6, d6 and f6 are protected.
STANDING = drawn(white="a7 d7 g4 e3 c3", black="b6 d6 f6 b2 d2")
OWN = {"a7", "d7", "g4", "e3", "c3"}
TAKEN_BACK = {"g4", "g7"}
CAN_BE_TAKEN = {"b2", "d2"}


def _my_turn(game: Game) -> Game:
    return stand_at(game, STANDING)


def _their_turn(game: Game) -> Game:
    return play(stand_at(game, STANDING), "e3-e4")


def _past(game: Game) -> Game:
    return play(stand_at(game, STANDING), "e3-e4", "d2-d1")


def _over(game: Game) -> Game:
    resign(stand_at(game, STANDING).number, game.black)
    return fresh(game)


@pytest.mark.parametrize(
    ("played", "who", "query", "before", "meaning_something"),
    [
        pytest.param(_my_turn, "anna", "", (), OWN, id="nothing-chosen"),
        pytest.param(_my_turn, "anna", "", ("g4", "g7"), OWN | TAKEN_BACK | CAN_BE_TAKEN, id="mill-closed"),
        pytest.param(_their_turn, "anna", "", (), set(), id="their-turn"),
        pytest.param(_my_turn, "bert", "", (), set(), id="not-yet-my-turn"),
        pytest.param(_my_turn, "", "", (), set(), id="a-guest"),
        pytest.param(_past, "anna", "?ply=19", (), set(), id="in-the-past"),
        pytest.param(_over, "anna", "", (), set(), id="over"),
    ],
)
def test_a_click_at_the_wrong_moment_changes_nothing_on_any_point(
    new_context: NewContext,
    live_server_url: str,
    game: Game,
    person: Callable[..., User],
    played: Callable[[Game], Game],
    who: str,
    query: str,
    before: tuple[str, ...],
    meaning_something: set[str],
) -> None:
    game = played(game)
    context = new_context()
    page = signed_in(context, User.objects.get(username=who), live_server_url) if who else context.new_page()
    table = Table(page, game, live_server_url).open(query).ready()
    table.click(*before)
    if before:
        # The words follow the stones.
        expect(page.locator("#prompt")).to_contain_text("Mill closed")
    sent: list[str] = []
    page.on("request", lambda request: _note_what_writes(sent, request))
    prompt, stones = _prompt(page), table.stones()

    with unchanged():
        for point in page.locator("button[data-point]").all():
            if point.get_attribute("data-point") not in meaning_something:
                point.click()
                assert (_prompt(page), table.stones()) == (prompt, stones)

    assert sent == []
    expect(page.locator("[data-layer=stones] .board__stone--chosen")).to_have_count(0)


def _prompt(page: Page) -> str:
    prompt = page.locator("#prompt")
    return prompt.inner_text() if prompt.count() else ""


def _note_what_writes(sent: list[str], request: Request) -> None:
    # That the page is open is said every now and then, whatever is clicked.
    if request.method != "GET" and not request.url.endswith("/presence/"):
        sent.append(f"{request.method} {request.url}")
