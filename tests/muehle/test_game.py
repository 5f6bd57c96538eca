"""A game in progress: what it remembers, how it is resumed, what it refuses."""

import pytest

from muehle import RULESETS, Game, IllegalMove, IllegalReason, Move, Outcome, Position, Termination
from tests.muehle.boards import board, play

STANDARD = RULESETS["standard"]

QUIET = """
    W---------W---------.
    |  B------.------.  |
    |  |  .---.---.  |  |
    .--.--W       B--.--W
    |  |  .---.---B  |  |
    |  .------.------W  |
    B---------B---------.
"""
TO_AND_FRO = "c4-b4 b6-d6 b4-c4 d6-b6"


def test_a_game_knows_its_moves_and_its_ply() -> None:
    game = Game()

    play(game, "d6 f4 a1")

    assert game.moves == (Move.parse("d6"), Move.parse("f4"), Move.parse("a1"))
    assert game.ply == 3


def test_a_copy_remembers_the_same_and_goes_its_own_way() -> None:
    game = Game(position=board(QUIET, quiet=3))
    play(game, TO_AND_FRO)

    copy = game.copy()
    before = (copy.position, copy.moves, copy.ply, copy.repetitions, copy.recent_positions)
    copy.play(Move.parse("c4-b4"))

    assert before == (game.position, game.moves, game.ply, game.repetitions, game.recent_positions)
    assert (game.ply, copy.ply) == (4, 5)


def test_a_game_tells_the_positions_that_can_recur() -> None:
    game = Game(position=board(QUIET, quiet=3))

    play(game, "c4-b4")

    assert game.recent_positions == (board(QUIET, quiet=3).text, game.position.text)


def test_play_returns_the_outcome_of_the_last_move_and_none_before() -> None:
    game = Game(position=board(QUIET, quiet=98))

    assert game.play(Move.parse("c4-b4")) is None
    assert game.play(Move.parse("b6-d6")) == Outcome(Termination.QUIET_LIMIT)


def test_an_illegal_move_changes_nothing() -> None:
    game = Game(position=board(QUIET, quiet=3))
    before = (game.position, game.moves, game.ply, game.repetitions)

    with pytest.raises(IllegalMove):
        game.play(Move.parse("a7-a4xb6"))

    assert (game.position, game.moves, game.ply, game.repetitions) == before


def test_a_drawn_game_has_no_legal_moves_and_takes_none() -> None:
    game = Game(position=board(QUIET, quiet=100))

    with pytest.raises(IllegalMove) as refused:
        game.play(Move.parse("c4-b4"))

    assert (refused.value.reason, refused.value.position) == (IllegalReason.GAME_OVER, game.position.text)
    assert game.legal_moves() == []


def test_a_resumed_game_counts_the_occurrences_in_the_stored_texts() -> None:
    game = Game(position=board(QUIET))
    texts = [game.position.text]
    for move in f"{TO_AND_FRO} c4-b4 b6-d6 b4-c4".split():
        game.play(Move.parse(move))
        texts.append(game.position.text)

    resumed = Game.resume(STANDARD, Position.parse(texts[-1]), recent_positions=texts, ply=107)

    assert resumed.repetitions == game.repetitions == 2
    assert resumed.play(Move.parse("d6-b6")) == Outcome(Termination.REPETITION)
    assert resumed.ply == 108


def test_a_resumed_game_proves_a_claim_with_the_plies_of_the_whole_game() -> None:
    game = Game(position=board(QUIET))
    positions = [game.position]
    for move in f"{TO_AND_FRO} c4-b4 b6-d6 b4-c4".split():
        game.play(Move.parse(move))
        positions.append(game.position)

    resumed = Game.resume(RULESETS["brettspielnetz"], positions[-1], recent_positions=positions, ply=107)
    resumed.play(Move.parse("d6-b6"))

    assert resumed.prove_claim("repetition").plies == (100, 104, 108)


def test_positions_before_the_last_clearing_do_no_harm() -> None:
    moves = "c4 f4 f2 b4 d6 f6 a7 a1 g7 c5 e3 c3 d1 e4 g4 g1 d2 d3 a7-a4 b4-b2 a4-a7 b2-b4"
    game = Game()
    texts = [game.position.text]
    for move in moves.split():
        game.play(Move.parse(move))
        texts.append(game.position.text)

    resumed = Game.resume(STANDARD, game.position, recent_positions=texts, ply=game.ply)

    assert resumed.repetitions == 2


def test_a_resumed_game_without_a_past_begins_to_count_here() -> None:
    game = Game.resume(STANDARD, board(QUIET, quiet=40))

    assert (game.repetitions, game.ply, game.moves) == (1, 0, ())


def test_recent_positions_that_do_not_end_with_the_current_one_are_refused() -> None:
    with pytest.raises(ValueError, match="the recent positions end with"):
        Game.resume(STANDARD, board(QUIET), recent_positions=[Position.start().text])


def test_moves_handed_to_a_resumed_game_stand_before_those_played_since() -> None:
    game = Game.resume(RULESETS["applet"], board(QUIET, quiet=1), recent_moves=["d6-b6"])

    play(game, "c4-b4")

    assert [str(move) for move in game.moves] == ["d6-b6", "c4-b4"]
    assert game.ply == 2
