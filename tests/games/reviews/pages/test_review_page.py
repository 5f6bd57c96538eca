"""The page of a game's review, from the first click to the finished review."""

from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.core.models.games import Game
from games.pictures import letters
from games.pictures.card import ROOM, WORDS
from games.reviews.models import GameReview
from games.reviews.pages.review_page import ReviewPage, better_words, label_of, turning_words
from games.reviews.requests import ask_for_review
from games.reviews.working import review_next
from muehle import Move, Position
from muehle_engine.assessing import Assessment
from muehle_engine.reviewing import Mistake, ReviewedMove
from muehle_tables import Result
from tests.games.reviews.conftest import BLUNDER, MOVES, work
from tests.support.pages import Reader
from tests.support.playing import play
from tests.support.reading import messages_in, text_of

EXPECTED = {Result.WON: 1.0, Result.DRAWN: 0.5, Result.LOST: 0.0}


def address(game: Game) -> str:
    return f"/games/{game.number}/review/"


def test_a_player_asks_for_a_review_and_reads_it(ended: Game, anna: User, reader: Reader) -> None:
    browser = reader(anna)
    assert "Review this game" in text_of(browser.get(address(ended)))

    asked = browser.post(f"{address(ended)}ask/")
    assert asked["Location"] == address(ended)
    review_next()
    running = browser.get(address(ended))
    assert f"1 of {len(MOVES)} half-moves are judged" in text_of(running)
    assert "a game takes up to a minute" in text_of(running)
    assert running["Refresh"] == "5"
    work()

    finished = browser.get(address(ended))
    page = text_of(finished)
    assert "Refresh" not in finished
    assert "Accuracy of White 78%" in page
    assert f"4. {MOVES[BLUNDER - 1]} Blunder Black wins proved" in page
    assert "estimated" not in page.partition("Half-move by half-move")[2].partition("What “proved”")[0]


def test_visitors_read_a_review_and_sign_in_to_ask_for_one(ended: Game, anna: User, client: Client) -> None:
    assert "Review this game" in text_of(client.get(address(ended)))
    assert client.post(f"{address(ended)}ask/")["Location"].startswith("/accounts/login/")

    ask_for_review(ended.number, anna)
    work()

    assert "Half-move by half-move" in text_of(client.get(address(ended)))


def test_an_ongoing_game_has_no_review(game: Game, anna: User, reader: Reader) -> None:
    play(game, "d2", "d6")
    browser = reader(anna)

    assert "A game can be reviewed when it is over." in text_of(browser.get(address(game)))
    browser.post(f"{address(game)}ask/")

    assert messages_in(browser.get(address(game))) == ["A game can be reviewed when it is over."]
    assert not GameReview.objects.exists()


def test_the_page_of_a_game_leads_to_its_review_when_it_is_over(ended: Game, anna: User, reader: Reader) -> None:
    assert f'href="{address(ended)}"' in reader(anna).get(f"/games/{ended.number}/").content.decode()


def test_an_ongoing_game_does_not_lead_to_a_review(game: Game, anna: User, reader: Reader) -> None:
    play(game, "d2")

    assert address(game) not in reader(anna).get(f"/games/{game.number}/").content.decode()


def test_a_better_line_is_played_through_on_the_analysis_board(ended: Game, anna: User, client: Client) -> None:
    ask_for_review(ended.number, anna)
    work()
    page = client.get(address(ended)).content.decode()
    line = GameReview.objects.get().half_moves[-BLUNDER]["line"]
    assert line

    [analysis] = {part.partition('"')[0] for part in page.split('href="')[1:] if part.startswith("/analysis/?")}
    shown = client.get(analysis.replace("&amp;", "&"))

    assert shown.status_code == 200
    assert all(move in text_of(shown) for move in line)


def made(best: Result, played: Result, *, distance: int | None = None, better: str = "d7-g7xa1") -> ReviewedMove:
    """A half-move with proved values, or with estimates where they are unknown."""
    return ReviewedMove(
        move=Move.parse("e4-f4"),
        best=Assessment(result=best, expected=EXPECTED.get(best, 0.71), distance=distance),
        played=Assessment(result=played, expected=EXPECTED.get(played, 0.352)),
        line=(Move.parse(better),),
        choices=7,
        keeping=None if Result.UNKNOWN in (best, played) else 1,
        mistake=None,
    )


def test_the_mistakes_that_gave_most_away_are_listed_in_the_order_of_the_game(game: Game) -> None:
    page = ReviewPage(game, None)
    losses = [0.3, 0.0, 0.06, 0.5, 0.07, 0.9, 0.25, 0.4, 0.08, 0.8, 0.7, 0.6, 0.35]
    page.reviewed = [
        replace(
            made(Result.UNKNOWN, Result.UNKNOWN),
            best=Assessment(result=Result.UNKNOWN, expected=1.0),
            played=Assessment(result=Result.UNKNOWN, expected=1.0 - loss),
            mistake=Mistake.MISTAKE if loss else None,
        )
        for loss in losses
    ]
    page.positions, page.turning_ply = [Position.start()] * len(losses), None

    assert [row.ply for row in page.mistakes] == [1, *range(3, 14)]
    assert [row.ply for row in page.worst_mistakes] == [1, 4, 6, 7, 8, 9, 10, 11, 12, 13]


@pytest.mark.parametrize(
    ("reviewed", "english", "german"),
    [
        (
            made(Result.WON, Result.DRAWN, distance=9, better="d7-g7"),
            (
                "With 31. e4-f4 White gave away a won position. 31. d7-g7 wins; the next capture or block comes in 9"
                " half-moves at the latest."
            ),
            (
                "Mit 31. e4-f4 gab Weiß eine gewonnene Stellung aus der Hand. 31. d7-g7 gewinnt; spätestens nach"
                " 9 Halbzügen folgt ein Schlag oder eine Blockade."
            ),
        ),
        (
            made(Result.WON, Result.LOST, distance=1),
            "With 31. e4-f4 White turned a won position into a lost one. 31. d7-g7xa1 wins.",
            "Mit 31. e4-f4 machte Weiß aus einer gewonnenen Stellung eine verlorene. 31. d7-g7xa1 gewinnt.",
        ),
        (
            made(Result.DRAWN, Result.LOST),
            "With 31. e4-f4 White gave away a draw. 31. d7-g7xa1 draws.",
            "Mit 31. e4-f4 gab Weiß das Remis aus der Hand. 31. d7-g7xa1 hält remis.",
        ),
        (
            made(Result.WON, Result.UNKNOWN),
            "With 31. e4-f4 the expected score of White fell from 100% to 35%. The search prefers 31. d7-g7xa1.",
            "Mit 31. e4-f4 sank die Erwartung für Weiß von 100 % auf 35 %. Die Suche zieht 31. d7-g7xa1 vor.",
        ),
        (
            made(Result.UNKNOWN, Result.UNKNOWN),
            "With 31. e4-f4 the expected score of White fell from 71% to 35%. The search prefers 31. d7-g7xa1.",
            "Mit 31. e4-f4 sank die Erwartung für Weiß von 71 % auf 35 %. Die Suche zieht 31. d7-g7xa1 vor.",
        ),
    ],
    ids=["won to drawn", "won to lost", "drawn to lost", "won to estimated", "estimated"],
)
def test_the_turning_point_is_told_in_both_languages(reviewed: ReviewedMove, english: str, german: str) -> None:
    for language, side, expected in (("en", "White", english), ("de", "Weiß", german)):
        with translation.override(language):
            words = turning_words(reviewed, label=label_of(61, reviewed.move), side=side)
            assert f"{words} {better_words(reviewed, label=label_of(61, reviewed.line[0]))}" == expected
            # The picture of it has all letters, and the whole sentence.
            assert letters.text().has(words)
            lines = letters.text().wrapped_whole(expected, WORDS, width=ROOM)[1]
            assert " ".join(lines) == expected


def test_half_moves_are_numbered_as_in_move_lists() -> None:
    assert label_of(1, Move.parse("d2")) == "1. d2"
    assert label_of(2, Move.parse("d6")) == "1. … d6"
