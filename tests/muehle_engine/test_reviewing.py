"""The review of a game: right wherever it is proved, estimated elsewhere, and with a better line for each mistake."""

from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest

from muehle import RULESETS, Claim, Color, Game, IllegalMove, Move, Position, RuleSet
from muehle_engine import Assessment, Mistake, review, review_move
from muehle_engine.assessing import DRAWN_LINE, LINE, expected_score, unproved
from muehle_engine.reviewing import BLUNDER, INACCURACY, ReviewedMove, accuracy, backwards, turning_point
from muehle_tables import Result, Tables, Value
from tests.muehle_engine.positions import ends_of_book, positions_of_games, solved, to_and_fro
from tools.bench.recorded import recorded_games

STANDARD = RULESETS["standard"]
ALL_RULES = pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
# Enough to tell a search from none.
FEW = 300
LOST = Assessment(result=Result.LOST, expected=0)
WORTH = {Result.WON: 2, Result.DRAWN: 1, Result.LOST: 0}


def ending(rules: RuleSet, tables: Tables, result: Result, *, seed: int) -> tuple[Position, list[Move]]:
    """A position that the tables have, and random moves from there on."""
    position, _distance = next(solved(tables, rules, 4, 3, result, seed=seed))
    dice, game = Random(seed), Game(rules, position)
    moves: list[Move] = []
    while len(moves) < 12 and (legal := game.legal_moves()):
        moves.append(dice.choice(legal))
        game.play(moves[-1])
    return position, moves


def values_along(position: Position, moves: list[Move], rules: RuleSet, tables: Tables) -> list[Value]:
    """The values of the position and of those after each move, always for the side to move."""
    positions = [position]
    for move in moves:
        positions.append(positions[-1].play(move, rules))
    return [tables.value(each, rules) for each in positions]


def named(before: Value, after: Value) -> Mistake | None:
    """What the half-move between two proved values is to be called."""
    lost = WORTH[before.result] - WORTH[after.result.opposite]
    if not lost:
        return None
    return Mistake.MISSED_WIN if (before.result, after.result) == (Result.WON, Result.DRAWN) else Mistake.BLUNDER


@ALL_RULES
@pytest.mark.parametrize("result", [Result.WON, Result.DRAWN, Result.LOST])
def test_every_half_move_of_an_ending_is_judged_as_the_tables_say(
    tables: Tables, rules: RuleSet, result: Result
) -> None:
    for seed in range(5):
        position, moves = ending(rules, tables, result, seed=seed)
        values = values_along(position, moves, rules, tables)

        reviewed = review(Game(rules, position), moves, tables=tables, nodes=FEW)

        assert [each.mistake for each in reviewed] == [named(before, after) for before, after in pairwise(values)]
        assert [each.best.result for each in reviewed] == [value.result for value in values[:-1]]
        assert all(each.is_proved for each in reviewed)


def test_the_first_half_moves_are_judged_by_the_book(tables: Tables) -> None:
    mistakes = 0
    for texts in recorded_games()[::25]:
        moves = [Move.parse(text) for text in texts[:9]]
        values = values_along(Position.start(), moves, STANDARD, tables)

        reviewed = review(Game(STANDARD), moves, tables=tables, nodes=FEW)

        assert [each.mistake for each in reviewed] == [named(before, after) for before, after in pairwise(values)]
        mistakes += sum(each.mistake is not None for each in reviewed)
    assert mistakes > 3


def test_a_better_line_keeps_the_value_that_was_given_away(tables: Tables) -> None:
    lines = 0
    for seed in range(12):
        position, moves = ending(STANDARD, tables, Result.WON, seed=seed)
        game = Game(STANDARD, position)
        for each in review(game, moves, tables=tables, nodes=FEW):
            if each.mistake is None:
                assert not each.line
            else:
                assert len(each.line) <= (DRAWN_LINE if each.best.result is Result.DRAWN else LINE)
                line = game.copy()
                for move in each.line:
                    line.play(move)
                value = tables.value(line.position, STANDARD).result
                assert (value if len(each.line) % 2 == 0 else value.opposite) is each.best.result
                lines += 1
            game.play(each.move)
    assert lines > 10


def test_the_line_of_a_missed_win_goes_to_the_next_capture(tables: Tables) -> None:
    for position, distance in islice(solved(tables, STANDARD, 4, 3, Result.WON), 5):
        game = Game(STANDARD, position)
        spoiled = next(
            move
            for move in game.legal_moves()
            if tables.value(position.play(move, STANDARD), STANDARD).result is Result.DRAWN
        )

        reviewed = review_move(game, spoiled, tables=tables)

        assert reviewed.mistake is Mistake.MISSED_WIN
        assert reviewed.best.distance == distance
        assert len(reviewed.line) == min(distance, LINE)
        assert [move.removed is not None for move in reviewed.line[:-1]] == [False] * (len(reviewed.line) - 1)


@pytest.mark.parametrize("result", [Result.WON, Result.DRAWN, Result.LOST])
def test_the_moves_that_keep_the_value_are_counted(tables: Tables, result: Result) -> None:
    position, _distance = next(solved(tables, STANDARD, 4, 3, result))
    after = [tables.value(position.play(move, STANDARD), STANDARD) for move in position.legal_moves(STANDARD)]

    reviewed = review_move(Game(STANDARD, position), position.legal_moves(STANDARD)[0], tables=tables)

    assert reviewed.keeping == sum(value.result.opposite is result for value in after)
    assert reviewed.choices == len(after)


@ALL_RULES
def test_what_is_not_proved_is_estimated(tables: Tables, rules: RuleSet) -> None:
    estimated = 0
    for position in islice(positions_of_games(rules, every=40, step=9), 40):
        game = Game(rules, position)
        for move in game.legal_moves()[::6]:
            reviewed = review_move(game, move, tables=tables, nodes=FEW)
            assert 0 <= reviewed.loss <= 1
            if not reviewed.is_proved:
                assert reviewed.mistake is not Mistake.MISSED_WIN
                estimated += 1
    assert estimated > 20


@pytest.mark.parametrize("result", [Result.WON, Result.LOST])
def test_where_the_book_ends_the_value_of_the_position_counts(tables: Tables, result: Result) -> None:
    """After nine half-moves the tables have the position but none of its moves."""
    for position in islice(ends_of_book(tables, result), 5):
        game = Game(STANDARD, position)
        for move in game.legal_moves()[::4]:
            reviewed = review_move(game, move, tables=tables, nodes=FEW)

            assert reviewed.best.result is result
            if result is Result.LOST:
                assert reviewed.played.result is Result.LOST
                assert reviewed.mistake is None


def test_a_draw_is_proved_only_if_no_other_move_can_win(tables: Tables) -> None:
    unproved = 0
    for position in positions_of_games(STANDARD, every=8, step=3):
        game = Game(STANDARD, position)
        after = {move: tables.value(position.play(move, STANDARD), STANDARD).result for move in game.legal_moves()}
        drawn = next((move for move, value in after.items() if value is Result.DRAWN), None)
        if drawn is None or tables.value(position, STANDARD).is_proved or Result.UNKNOWN not in after.values():
            continue
        reviewed = review_move(game, drawn, tables=tables, nodes=FEW)
        assert reviewed.played.result is Result.DRAWN
        assert reviewed.best.result in {Result.UNKNOWN, Result.WON}
        unproved += 1
    assert unproved > 3


def test_a_mill_that_should_have_been_closed_is_named(tables: Tables) -> None:
    missed = 0
    for position in positions_of_games(STANDARD, every=12, step=4):
        game = Game(STANDARD, position)
        moves = game.legal_moves()
        quiet = [move for move in moves if move.removed is None]
        if 0 < len(quiet) < len(moves):
            reviewed = review_move(game, quiet[0], tables=tables, nodes=FEW)
            if reviewed.mistake is Mistake.MISSED_MILL:
                assert reviewed.line[0].removed is not None
                assert INACCURACY <= reviewed.loss < BLUNDER
                missed += 1
    assert missed > 3


def test_a_draw_that_was_not_claimed_is_named(tables: Tables) -> None:
    rules = RULESETS["brettspielnetz"]
    position, _distance = next(
        (position, distance) for position, distance in solved(tables, rules, 3, 3, Result.LOST) if distance == 2
    )
    game = Game(rules, position._replace(quiet_half_moves=100))
    assert Claim.QUIET_LIMIT in game.claimable_draws()

    reviewed = review_move(game, game.legal_moves()[0], tables=tables)

    assert reviewed.claim is Claim.QUIET_LIMIT
    assert reviewed.best.result is Result.DRAWN
    assert reviewed.mistake is Mistake.BLUNDER


def test_a_draw_that_could_be_claimed_proves_no_draw(tables: Tables) -> None:
    """The side is behind by three stones, with more stones on the board than the tables of the package have."""
    rules, start = RULESETS["brettspielnetz"], Position.parse("W.W......B...B.BBBBW.W.B w 0 0 0")
    game = Game(rules, start)
    for text in 2 * ("g7-g4", "b2-b4", "g4-g7", "b4-b2"):
        game.play(Move.parse(text))
    assert Claim.REPETITION in game.claimable_draws()

    reviewed = review_move(game, game.legal_moves()[0], tables=tables, nodes=FEW)

    assert reviewed.claim is Claim.REPETITION
    assert (reviewed.best.result, reviewed.best.expected) == (Result.UNKNOWN, 0.5)


def test_a_repetition_that_draws_counts_as_a_draw(tables: Tables) -> None:
    game = to_and_fro(STANDARD, tables, Result.WON)
    repeating = next(move for move in game.legal_moves() if _ends(game, move))

    reviewed = review_move(game, repeating, tables=tables)

    assert tables.value(game.position, STANDARD).result is Result.WON
    assert reviewed.mistake is Mistake.MISSED_WIN


def _ends(game: Game, move: Move) -> bool:
    after = game.copy()
    outcome = after.play(move)
    return outcome is not None and outcome.winner is None


def test_what_is_known_about_the_next_position_decides() -> None:
    # Nothing is proved here.
    game = Game(STANDARD, Position.parse("WW.......B...B..B.BW.... w 4 4 0"))
    move = game.legal_moves()[3]

    lost = review_move(game, move, Assessment(result=Result.WON, expected=1), nodes=FEW)
    won = review_move(game, move, Assessment(result=Result.LOST, expected=0), nodes=FEW)

    assert lost.played.result is Result.LOST
    assert lost.mistake is Mistake.BLUNDER
    assert won.best.result is Result.WON
    assert won.mistake is None


def test_a_forced_half_move_is_never_a_mistake(tables: Tables) -> None:
    forced = 0
    for texts in recorded_games()[::10]:
        game = Game(STANDARD)
        for text in texts:
            move = Move.parse(text)
            if len(game.legal_moves()) == 1:
                reviewed = review_move(game, move, tables=tables, nodes=FEW)
                assert (reviewed.loss, reviewed.mistake, reviewed.line) == (0, None, ())
                # What is only estimated about the next position is estimated of this one.
                guess = Assessment(result=Result.UNKNOWN, expected=0.125, depth=3)
                guessed = review_move(game, move, guess, tables=tables, nodes=FEW)
                assert guessed.best.is_proved or guessed.best.expected == 0.875
                forced += 1
            game.play(move)
    assert forced > 5


def test_the_same_game_has_the_same_review(tables: Tables) -> None:
    moves = [Move.parse(text) for text in recorded_games()[0][:24]]

    first, second = (review(Game(STANDARD), moves, tables=tables, nodes=FEW) for _ in range(2))

    assert first == second
    assert [each.move for each in first] == moves
    assert list(backwards(Game(STANDARD), moves, tables=tables, nodes=FEW)) == first[::-1]


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove):
        review(Game(STANDARD), [Move.parse("a1"), Move.parse("a1")])


def test_accuracy_falls_with_what_was_given_away(tables: Tables) -> None:
    position, moves = ending(STANDARD, tables, Result.WON, seed=3)
    reviewed = review(Game(STANDARD, position), moves, tables=tables)
    faultless = [each for each in reviewed if each.mistake is None and each.choices > 1]
    faulty = [each for each in reviewed if each.mistake]

    assert faulty
    forced = replace(faulty[0], choices=1)
    half_lost = replace(faulty[0], best=Assessment(result=Result.DRAWN, expected=0.5))
    assert accuracy(faultless) == accuracy([*faultless, forced]) == 100
    assert accuracy([replace(half_lost, played=LOST)]) == pytest.approx(13.53, abs=0.01)
    assert accuracy([]) is None


def test_the_turning_point_is_the_last_mistake_of_the_loser(tables: Tables) -> None:
    position, moves = ending(STANDARD, tables, Result.DRAWN, seed=1)
    reviewed = review(Game(STANDARD, position), moves, tables=tables)
    mistakes = {
        side: [index for index, each in enumerate(reviewed) if each.mistake and index % 2 == number]
        for number, side in enumerate((Color.WHITE, Color.BLACK))
    }

    for loser in Color:
        last = max(mistakes[loser], default=None)
        assert turning_point(reviewed, Color.WHITE, loser.opponent) == last
    both = mistakes[Color.WHITE] + mistakes[Color.BLACK]
    assert turning_point(reviewed, Color.WHITE, None) == max(both, default=None)
    assert any(mistakes.values())
    assert turning_point([], Color.WHITE, None) is None


def test_a_blunder_in_a_lost_position_is_no_turning_point_if_one_lost_it(tables: Tables) -> None:
    position, moves = ending(STANDARD, tables, Result.DRAWN, seed=1)
    sound = next(each for each in review(Game(STANDARD, position), moves, tables=tables) if not each.mistake)

    def worth(before: float, after: float) -> ReviewedMove:
        return replace(sound, best=unproved(before, 9), played=unproved(after, 9))

    gave_a_win_away, made_it_worse, of_black = worth(1, 0.3), worth(0.25, 0.03), worth(0.9, 0.1)

    played = [gave_a_win_away, of_black, made_it_worse, sound]
    assert turning_point(played, Color.WHITE, Color.BLACK) == 0
    assert turning_point([sound, of_black, made_it_worse], Color.WHITE, Color.BLACK) == 2
    assert turning_point([*played, of_black], Color.BLACK, Color.WHITE) == 4
    assert turning_point(played, Color.WHITE, None) == 1


def test_the_expected_score_grows_with_the_estimate() -> None:
    scores = [expected_score(score) for score in (-2_000, -100, 0, 100, 2_000)]

    assert scores == sorted(scores)
    assert expected_score(0) == 0.5
    assert expected_score(70) == pytest.approx(1 - expected_score(-70))
