"""A puzzle in a real browser: by touch, with a wrong move first, and the solution."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.puzzles.models import PuzzleAttempt
from muehle import Move
from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.table import signed_in
from tests.games.puzzles.conftest import LONG, SOLUTION, store

pytestmark = pytest.mark.e2e


def play(page: Page, text: str) -> None:
    move = Move.parse(text)
    for name in (move.source, move.target, move.removed):
        if name:
            page.locator(f"button[data-point={name}]").click()


def open_puzzle(page: Page, url: str, number: int) -> None:
    page.goto(f"{url}/puzzles/{number}/")
    expect(page.locator("#exercise[data-ready]")).to_be_attached()


@pytest.mark.smoke
def test_a_puzzle_is_solved_on_the_board(live_server_url: str, new_context: NewContext, anna: User) -> None:
    page = signed_in(new_context(viewport=PHONE), anna, live_server_url)
    open_puzzle(page, live_server_url, store(LONG).pk)

    play(page, SOLUTION[0])
    expect(page.locator("#answer")).to_contain_text(f"The answer is {SOLUTION[1]}.")
    play(page, SOLUTION[2])

    expect(page.locator("#exercise")).to_have_attribute("data-state", "right")
    expect(page.locator("#answer")).to_contain_text("Solved! Your rating in puzzles:")
    expect(page.locator("#themes")).to_have_text("Mill")
    assert PuzzleAttempt.objects.get().is_solved


def test_after_a_wrong_move_one_tries_again_and_sees_the_solution(
    live_server_url: str, new_context: NewContext, anna: User
) -> None:
    page = signed_in(new_context(), anna, live_server_url)
    open_puzzle(page, live_server_url, store(LONG).pk)

    play(page, "a1-g4")
    expect(page.locator("#answer")).to_contain_text("This gives the win away. Hint: the right move begins on d6.")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#answer")).to_contain_text("Only one move wins.")
    page.get_by_role("button", name="Show the solution").click()

    expect(page.locator("#answer")).to_have_text(f"The solution is {' '.join(SOLUTION)}.")
    assert not PuzzleAttempt.objects.get().is_solved
