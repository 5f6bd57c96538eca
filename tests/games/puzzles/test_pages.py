"""The pages of puzzles, with and without scripts."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.puzzles.daily import choose_daily_puzzles
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.puzzles.shipped import establish
from tests.games.puzzles.conftest import SOLUTION
from tests.support.pages import Reader
from tests.support.playing import unchanged
from tests.support.reading import text_of


def test_visitors_see_and_try_the_puzzle_of_the_day(client: Client, short: Puzzle) -> None:
    choose_daily_puzzles()
    assert f'href="/puzzles/{short.pk}/"' in client.get("/puzzles/").content.decode()

    with unchanged():
        solved = text_of(client.post(f"/puzzles/{short.pk}/", {"moves": "", "move": "c3-d3"}))

    assert "Solved!" in solved
    assert "Your rating" not in solved


def test_visitors_go_on_to_any_puzzle_of_a_theme(client: Client, short: Puzzle, long: Puzzle) -> None:
    assert short.themes != long.themes

    of_theme = {client.get("/puzzles/next/?theme=mill")["Location"] for _again in range(20)}
    of_all = {client.get("/puzzles/next/")["Location"] for _again in range(60)}

    assert of_theme == {f"/puzzles/{puzzle.pk}/?theme=mill" for puzzle in (short, long) if "mill" in puzzle.themes}
    assert of_all == {f"/puzzles/{puzzle.pk}/" for puzzle in (short, long)}


def test_a_player_is_told_that_the_first_attempt_counts(
    short: Puzzle, anna: User, reader: Reader, client: Client
) -> None:
    words, address = "Your first attempt counts", f"/puzzles/{short.pk}/"

    assert words in text_of(reader(anna).get(address))
    assert words not in text_of(client.get(address))


def test_without_puzzles_the_page_says_so(client: Client, db: None) -> None:
    assert "There are no puzzles yet." in text_of(client.get("/puzzles/"))
    assert client.get("/puzzles/next/")["Location"] == "/puzzles/"


def test_a_player_solves_a_puzzle_without_scripts(long: Puzzle, anna: User, reader: Reader) -> None:
    browser, address = reader(anna), f"/puzzles/{long.pk}/"
    assert browser.get("/puzzles/next/?theme=mill")["Location"] == f"{address}?theme=mill"
    begun = browser.get(address).content.decode()
    assert "Only one move wins." in begun
    assert " ".join(SOLUTION) not in begun
    assert "solution" not in begun.partition("exercise-data")[2].partition("</script>")[0]

    right = browser.post(address, {"moves": "", "move": SOLUTION[0]})
    assert f"The answer is {SOLUTION[1]}." in text_of(right)
    solved = browser.post(address, {"moves": SOLUTION[0], "move": SOLUTION[2]})

    assert "Solved! Your rating in puzzles: 1662 (+162)." in text_of(solved)
    assert "Days in a row" not in text_of(solved)
    assert "Theme: Mill" in text_of(solved)
    assert "1 of 1" in text_of(browser.get("/puzzles/"))
    assert "You have solved this puzzle before." in text_of(browser.get(address))


def test_the_script_gets_words_for_a_wrong_move_and_for_the_solution(long: Puzzle, anna: User, reader: Reader) -> None:
    browser = reader(anna)

    def ask(**data: str) -> dict[str, Any]:
        answer = browser.post(f"/puzzles/{long.pk}/", data, headers={"accept": "application/json"})
        return dict(json.loads(answer.content))

    wrong = ask(moves="", move="d6-a7xc5")
    shown = ask(moves="", give_up="1")

    assert wrong["state"] == "miss"
    assert wrong["words"][:2] == ["This gives the win away.", "Hint: the right move begins on d6."]
    assert shown["state"] == "shown"
    assert shown["words"] == [f"The solution is {' '.join(SOLUTION)}."]
    assert PuzzleAttempt.objects.get().is_solved is False


def test_what_is_no_move_is_refused_in_words(short: Puzzle, client: Client) -> None:
    answer = client.post(f"/puzzles/{short.pk}/", {"moves": "", "move": "c3-a1"})

    assert answer.status_code == 422
    assert "c3-a1 is not possible here" in text_of(answer)


def test_the_streak_and_the_day_are_shown(short: Puzzle, anna: User, reader: Reader) -> None:
    browser = reader(anna)
    choose_daily_puzzles()

    solved = text_of(browser.post(f"/puzzles/{short.pk}/", {"moves": "", "move": "c3-d3"}))

    assert "Days in a row: 1." in solved
    assert "You have solved it." in text_of(browser.get("/puzzles/"))


@pytest.mark.parametrize("address", ["/puzzles/1/", "/puzzles/99999/"])
def test_no_such_puzzle(client: Client, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_all_puzzles_of_the_package_can_be_opened_in_german(db: None, client: Client) -> None:
    establish()

    for puzzle in Puzzle.objects.order_by("?")[:5]:
        page = client.get(f"/puzzles/{puzzle.pk}/", headers={"accept-language": "de"}).content.decode()
        assert "am Zug" in page
