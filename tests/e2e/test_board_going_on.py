"""From game to game: the next that waits, the count in title and icon, and the way back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import resign
from tests.e2e.sitting import Sit, Through
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at

pytestmark = pytest.mark.e2e

Begin = Callable[..., Game]


def test_a_move_leads_to_the_next_game_that_waits_and_one_can_go_back(
    sit: Sit, begin: Begin, game: Game, anna: User, carla: User
) -> None:
    other = begin(black=carla)
    table = sit(game, anna)
    waiting = table.page.get_by_role("navigation", name="Games waiting for you")
    expect(waiting.get_by_role("link", name="carla")).to_be_visible()
    expect(table.page).to_have_title("(2) Your move: anna – bert · Mühle")

    table.click("d6")
    table.send_button.click()

    expect(table.page).to_have_title("(1) Your move: anna – carla · Mühle")
    expect(table.page).to_have_url(table.address.replace(f"/{game.number}/", f"/{other.number}/"))
    expect(table.page.get_by_text("You played d6 against bert.")).to_be_visible()
    assert fresh(game).last_move == "d6"
    table.page.get_by_role("link", name="Back to that game").click()
    table.expect_stone("d6", "white stone")


def test_where_nothing_else_waits_one_stays(sit: Sit, begin: Begin, game: Game, anna: User, carla: User) -> None:
    play(begin(black=carla), "d6")
    table = sit(game, anna)

    table.click("d6")
    table.send()

    table.expect_heading("Waiting for bert")
    expect(table.page).to_have_title("anna – bert · Mühle")
    assert table.page.url == table.address


def test_who_prefers_to_stay_stays_and_has_a_link(sit: Sit, begin: Begin, game: Game, anna: User, carla: User) -> None:
    User.objects.filter(pk=anna.pk).update(go_on=False)
    other = begin(black=carla)
    table = sit(game, anna)

    table.click("d6")
    table.send()
    table.expect_heading("Waiting for bert")
    assert table.page.url == table.address
    table.page.keyboard.press("n")

    expect(table.page).to_have_url(table.address.replace(f"/{game.number}/", f"/{other.number}/"))


def test_the_icon_carries_the_count_and_keeps_it_true(
    sit: Sit, program: Through, game: Game, anna: User, bert: User
) -> None:
    table = sit(play(game, "d6"), anna)
    icon = table.page.locator("link[rel=icon][type='image/svg+xml']")
    plain = icon.get_attribute("href")

    program(bert).play(game, "f4")
    table.wait_for_turn()
    expect(icon).not_to_have_attribute("href", str(plain))
    assert "%3E1%3C" in str(icon.get_attribute("href"))
    table.click("g7")
    table.send()

    expect(icon).to_have_attribute("href", str(plain))


def test_what_was_refused_is_forgotten_when_the_game_moves_on(
    sit: Sit, program: Through, game: Game, anna: User, bert: User
) -> None:
    table = sit(game, anna, strict=False)
    table.page.keyboard.press("t")
    table.page.keyboard.type("zz")
    table.page.keyboard.press("Enter")
    told = table.page.get_by_text("“zz” is not a move.")
    expect(told).to_be_visible()

    program(bert).send(f"games/{game.number}/abort/")

    table.expect_heading("Aborted")
    expect(told).to_have_count(0)


def test_a_game_that_has_ended_counts_its_half_moves_and_nothing_else(sit: Sit, game: Game) -> None:
    resign(play(game, "d6", "f4").number, game.white)

    counters = sit(game).page.locator("#game-counters")
    expect(counters).to_have_text("2 half-moves played", use_inner_text=True)
    expect(counters.locator("[data-counter=bar]")).to_be_hidden()

    counters.page.keyboard.press("Home")
    expect(counters.locator("[data-counter=bar]")).to_be_visible()
    counters.page.keyboard.press("End")
    expect(counters.locator("[data-counter=bar]")).to_be_hidden()


def test_a_sequence_that_was_played_again_is_counted_where_it_draws(sit: Sit, begin: Begin, anna: User) -> None:
    game = stand_at(begin(Agreement(rules="applet")), SHUFFLING)
    table = sit(play(game, *SHUFFLE, *SHUFFLE[:2]), anna)
    counted = table.page.locator("[data-counter=sequence]")
    expect(counted).to_be_hidden()

    table.play_by_click(SHUFFLE[2])
    play(game, SHUFFLE[3])

    expect(counted).to_have_text("The last 4 half-moves were played 2 times in a row.")
    table.page.keyboard.press("ArrowLeft")
    expect(counted).to_be_hidden()


def test_the_past_has_its_own_counters_and_can_be_copied(sit: Sit, begin: Begin, anna: User) -> None:
    game = play(stand_at(begin(), SHUFFLING), *SHUFFLE)
    table = sit(game, anna)
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    counters = table.page.locator("#game-counters")
    expect(counters).to_contain_text("4 of 100 without a mill")
    expect(counters).to_contain_text("Position on the board 2 times")

    table.page.keyboard.press("ArrowLeft")
    expect(counters).to_contain_text("3 of 100 without a mill")
    expect(counters).not_to_contain_text("Position on the board")
    table.page.keyboard.press("c")
    expect(table.page.locator("#polite")).to_have_text("Moves copied.")
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert copied == "d6 10. a7-d7 g1-d1 11. d7-a7"
    table.page.keyboard.press("l")
    expect(table.page.locator("#polite")).to_have_text("Link copied.")

    assert table.page.evaluate("navigator.clipboard.readText()") == f"{table.address}?ply=21"
