"""How often players found a best move, and where they stand among others."""

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.play.actions import resign
from games.reviews.agreement import (
    LEAST_PLAYERS,
    Difficulty,
    JudgedMove,
    Phase,
    Tally,
    band_of,
    judged_moves,
    own_games,
    peers_of,
    phase_of,
    standing,
    tallied,
)
from games.reviews.models import GameReview, MoveAgreement
from games.reviews.requests import ask_for_review
from muehle import RULESETS, Claim, Color, Move, Position
from muehle import Game as PlayedGame
from muehle_engine import review
from muehle_engine.assessing import Assessment
from muehle_engine.reviewing import Mistake, ReviewedMove
from muehle_tables import Result
from tests.games.reviews.conftest import MOVES, work
from tests.support.computers import Against
from tests.support.playing import drawn, play

DRAWN = Assessment(result=Result.DRAWN, expected=0.5)
UNKNOWN = Assessment(result=Result.UNKNOWN, expected=0.5, depth=4)


def judged(
    *, choices: int, keeping: int | None, mistake: Mistake | None = None, claim: Claim | None = None
) -> JudgedMove:
    value = UNKNOWN if keeping is None else DRAWN
    return JudgedMove(
        1, Phase.MOVING, ReviewedMove(Move.parse("d6"), value, value, (), choices, keeping, mistake, claim)
    )


@pytest.mark.parametrize(
    ("move", "counted"),
    [
        (judged(choices=10, keeping=4), Tally(1, 1, 0.4)),
        (judged(choices=10, keeping=4, mistake=Mistake.BLUNDER), Tally(1, 0, 0.4)),
        (judged(choices=10, keeping=10), Tally()),
        (judged(choices=10, keeping=4, claim=Claim.REPETITION), Tally()),
        (judged(choices=10, keeping=None), Tally(1, 1)),
        (judged(choices=10, keeping=None, mistake=Mistake.MISTAKE), Tally(1, 0)),
        (judged(choices=1, keeping=None), Tally()),
    ],
)
def test_a_half_move_counts_if_there_was_something_to_lose(move: JudgedMove, counted: Tally) -> None:
    assert move.tally == counted


@pytest.mark.parametrize(
    ("keeping", "difficulty"),
    [(8, Difficulty.ALL_KEEP), (3, Difficulty.SOME_KEEP), (1, Difficulty.ONE_KEEPS), (None, None)],
)
def test_a_position_is_as_hard_as_few_moves_keep_its_value(keeping: int | None, difficulty: Difficulty | None) -> None:
    assert judged(choices=8, keeping=keeping).difficulty is difficulty


def test_the_phase_is_that_of_the_side_to_move() -> None:
    position = Position.parse(drawn(white="a7 b4 e5", black="g1 c3 f6 d6", hands=(0, 2)))

    assert (phase_of(position, Color.WHITE), phase_of(position, Color.BLACK)) == (Phase.FLYING, Phase.PLACING)
    moving = Position.parse(drawn(white="a7 b4 e5 d5", black="g1 c3 f6 d6"))
    assert phase_of(moving, Color.WHITE) is Phase.MOVING


def test_both_sides_are_counted_apart() -> None:
    moves = [Move.parse(move) for move in MOVES]
    game = PlayedGame(RULESETS["standard"])
    positions = [game.position]
    for move in moves[:-1]:
        game.play(move)
        positions.append(game.position)
    reviewed = review(PlayedGame(RULESETS["standard"]), moves)

    white, black = (tallied(judged_moves(reviewed, positions, color)) for color in Color)

    assert white.proved.choices - white.proved.kept == 1
    assert black.proved.choices == black.proved.kept
    assert (white.estimated, black.estimated) == (Tally(), Tally())


def test_the_interval_is_wide_for_few_half_moves() -> None:
    few, many = Tally(10, 9).interval, Tally(1000, 900).interval

    assert few == pytest.approx((0.596, 0.982), abs=0.001)
    assert many == pytest.approx((0.880, 0.917), abs=0.001)


def test_a_finished_review_counts_for_both_players(ended: Game, anna: User, bert: User) -> None:
    ask_for_review(ended.number, anna)
    work()

    of_white, of_black = own_games(ended.white_id), own_games(ended.black_id)
    assert (of_white.games, of_black.games) == (1, 1)
    assert of_white.tallies.proved.choices - of_white.tallies.proved.kept == 1
    assert of_black.tallies.proved.kept == of_black.tallies.proved.choices > 0
    assert set(MoveAgreement.objects.values_list("band", flat=True)) == {1400}


def test_a_review_that_is_made_anew_counts_once(ended: Game, anna: User) -> None:
    for version in ("older", ""):
        ask_for_review(ended.number, anna)
        work()
        GameReview.objects.update(version=version)

    assert own_games(ended.white_id).games == 1


def test_programs_do_not_count(against: Against, anna: User) -> None:
    game = resign(play(against(anna, 1), "d6").number, anna)
    ask_for_review(game.number, anna)
    work()

    assert list(MoveAgreement.objects.values_list("player", flat=True)) == [anna.pk]


def test_others_are_those_of_the_same_band(ended: Game, anna: User, bert: User, carla: User) -> None:
    ask_for_review(ended.number, anna)
    row = MoveAgreement(review_id=ended.pk, proved=40, proved_kept=30, estimated=10, estimated_kept=10)
    for player, band in ((anna, 1400), (bert, 1400), (carla, 1600)):
        row.pk, row.player, row.band = None, player, band
        row.save(force_insert=True)

    found = peers_of(anna.pk, 1599)

    assert (found.band, found.proved, found.estimated) == (1400, [0.75], [])


def test_few_others_are_no_comparison() -> None:
    others = [0.5, 0.6, 0.7, 0.8, 0.9] * 2

    found = standing(0.85, others)

    assert len(others) == LEAST_PLAYERS
    assert standing(0.85, others[1:]) is None
    assert found is not None
    assert (found.players, found.low, found.high, found.below) == (10, 0.6, 0.8, 0.8)


def test_a_band_has_200_ratings() -> None:
    assert [band_of(rating) for rating in (1399, 1400, 1599, 1600)] == [1200, 1400, 1400, 1600]
