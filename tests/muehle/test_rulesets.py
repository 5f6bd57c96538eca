"""The section *Rule sets* of the rules, sentence by sentence."""

from dataclasses import FrozenInstanceError, replace

import pytest

from muehle import RULESETS, Game, IllegalMove, IllegalReason, Move, Outcome, RuleSet, Termination
from tests.muehle.boards import board, notations, play

STANDARD, APPLET, CLASSIC = RULESETS["standard"], RULESETS["applet"], RULESETS["classic"]
PINK_GREEN, BRETTSPIELNETZ = RULESETS["pink-green"], RULESETS["brettspielnetz"]

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

ALL_IN_MILLS = """
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--.--W
    |  |  .---.---.  |  |
    |  B------B------B  |
    B---------B---------B
"""

repetition = Outcome(Termination.REPETITION)
quiet_limit = Outcome(Termination.QUIET_LIMIT)


def test_the_table_of_rule_sets() -> None:
    table = {
        name: (rules.all_in_mills, rules.repetition, rules.quiet_limit, rules.draw_mode)
        for name, rules in RULESETS.items()
    }

    assert table == {
        "standard": ("any", "position", 100, "automatic"),
        "applet": ("any", "sequence", 100, "automatic"),
        "pink-green": ("any", "none", None, "none"),
        "classic": ("protected_unless_three", "none", None, "none"),
        "brettspielnetz": ("any", "position", 100, "claim"),
    }
    assert [rules.name for rules in RULESETS.values()] == list(table)
    assert {rules.repetition_limit for rules in RULESETS.values()} == {3}


def test_a_rule_set_is_a_frozen_value_so_that_one_more_is_one_more_row() -> None:
    forty = replace(STANDARD, name="forty", quiet_limit=40)
    game = Game(forty, board(QUIET, quiet=39))

    assert game.play(Move.parse("c4-b4")) == quiet_limit
    with pytest.raises(FrozenInstanceError):
        STANDARD.quiet_limit = 40  # type: ignore[misc]


# --- classic ----------------------------------------------------------------------------------------------------------


def test_classic_a_mill_takes_nothing_if_every_opposing_stone_is_in_a_mill() -> None:
    game = Game(CLASSIC, board(ALL_IN_MILLS))

    play(game, "g4-g7")

    assert game.position.text == "WWW........W......BBBBBB b 0 0 0"


def test_classic_the_quiet_counter_restarts_even_if_nothing_was_taken() -> None:
    after = board(ALL_IN_MILLS, quiet=41).play(Move.parse("g4-g7"), CLASSIC)

    assert after.quiet_half_moves == 0


def test_classic_a_protected_stone_may_not_be_taken() -> None:
    with pytest.raises(IllegalMove) as refused:
        board(ALL_IN_MILLS).play(Move.parse("g4-g7xd2"), CLASSIC)

    assert refused.value.reason is IllegalReason.ALL_PROTECTED


def test_classic_protection_ends_when_the_opponent_owns_exactly_three_stones() -> None:
    game = Game(
        CLASSIC,
        board("""
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--.--W
    |  |  .---.---.  |  |
    |  .------.------.  |
    B---------B---------B
"""),
    )

    moves = [move for move in notations(game) if "x" in move]
    outcome = game.play(Move.parse("g4-g7xd1"))

    assert moves == ["g4-g7xa1", "g4-g7xd1", "g4-g7xg1"]
    assert outcome is not None
    assert outcome.termination is Termination.STONES


def test_classic_stones_in_hand_are_owned_too() -> None:
    position = board(
        """
    W---------W---------.
    |  W------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--.--.
    |  |  .---.---.  |  |
    |  .------.------.  |
    B---------B---------B
""",
        hands=(1, 1),
    )

    assert "g7" in [str(move) for move in position.legal_moves(CLASSIC)]
    assert "g7xd1" in [str(move) for move in position.legal_moves(STANDARD)]


def test_classic_an_unprotected_stone_must_be_taken() -> None:
    position = board("""
    W---------W---------.
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--W       .--B--W
    |  |  .---.---.  |  |
    |  .------.------.  |
    B---------B---------B
""")

    closing = [str(move) for move in position.legal_moves(CLASSIC) if position.closes_mill(move)]

    assert closing == ["g4-g7xf4"]


@pytest.mark.parametrize("rules", [CLASSIC, PINK_GREEN], ids=["classic", "pink-green"])
def test_classic_and_pink_green_know_no_draw_by_themselves(rules: RuleSet) -> None:
    game = Game(rules, board(QUIET, quiet=99))

    play(game, f"{TO_AND_FRO} {TO_AND_FRO} {TO_AND_FRO}")

    assert game.outcome() is None
    assert game.claimable_draws() == ()


# --- applet -----------------------------------------------------------------------------------------------------------


def test_applet_draws_when_the_same_sequence_is_played_three_times_running() -> None:
    game = Game(APPLET, board(QUIET))

    play(game, f"{TO_AND_FRO} {TO_AND_FRO}")
    twice = game.outcome()
    play(game, "c4-b4 b6-d6 b4-c4")
    one_before = game.outcome()
    play(game, "d6-b6")

    assert (twice, one_before, game.outcome()) == (None, None, repetition)


def test_applet_does_not_draw_by_positions_that_return_on_other_ways() -> None:
    game = Game(APPLET, board(QUIET))

    play(game, f"{TO_AND_FRO} f2-f4 d1-g1 f4-f2 g1-d1 {TO_AND_FRO}")

    assert game.repetitions == 4
    assert game.outcome() is None


def test_applet_finds_a_sequence_that_begins_anywhere() -> None:
    game = Game(APPLET, board(QUIET))

    play(game, f"f2-f4 d1-g1 {TO_AND_FRO} {TO_AND_FRO} c4-b4 b6-d6 b4-c4")
    one_before = game.outcome()
    play(game, "d6-b6")

    assert (one_before, game.outcome()) == (None, repetition)


def test_applet_blocks_of_odd_length_count_when_stones_of_both_sides_fly_in_a_circle() -> None:
    game = Game(
        APPLET,
        board("""
    W---------.---------B
    |  .------.------W  |
    |  |  .---.---.  |  |
    .--.--.       .--.--.
    |  |  .---.---B  |  |
    |  B------W------.  |
    .---------.---------.
"""),
    )
    circle = "d2-c4 e3-d2 c4-e3"

    play(game, f"{circle} {circle} d2-c4 e3-d2")
    one_before = game.outcome()
    play(game, "c4-e3")

    assert (one_before, game.outcome()) == (None, repetition)


def test_applet_a_sequence_of_placements_and_removals_can_draw_while_stones_are_in_hand() -> None:
    game = Game(APPLET)

    play(game, "b6 a7 f6 a4 c3 a1xc3 d6xa1 a1xd6 d6xa1 a1xd6 d6xa1")
    one_before = game.outcome()
    play(game, "a1xd6")

    assert (one_before, game.outcome()) == (None, repetition)
    assert (game.ply, game.position.text) == (12, "B..W.W...B...........B.. w 3 3 0")


def test_applet_draws_at_the_quiet_limit() -> None:
    game = Game(APPLET, board(QUIET, quiet=99))

    assert game.play(Move.parse("c4-b4")) == quiet_limit


def test_applet_a_resumed_game_needs_only_its_last_99_moves() -> None:
    position = board(QUIET, quiet=98)
    block = ["c4-b4", "b6-d6", "b4-c4", "d6-b6"]
    for move in [*block, *block, *block[:3]]:
        position = position.play(Move.parse(move))

    game = Game.resume(replace(APPLET, quiet_limit=None), position, recent_moves=[*block, *block, *block[:3]], ply=120)

    assert game.play(Move.parse("d6-b6")) == repetition
    assert game.ply == 121


# --- pink-green -------------------------------------------------------------------------------------------------------


def test_pink_green_sides_are_drawn_by_lot_by_default_and_green_takes_whites_part() -> None:
    assert (PINK_GREEN.sides, PINK_GREEN.colours) == ("lot", ("green", "pink"))
    assert {rules.sides for rules in RULESETS.values() if rules is not PINK_GREEN} == {"chosen"}


def test_pink_green_moves_are_those_of_the_standard_rules() -> None:
    position = board(ALL_IN_MILLS)

    assert position.legal_moves(PINK_GREEN) == position.legal_moves(STANDARD)


# --- brettspielnetz ---------------------------------------------------------------------------------------------------


def test_brettspielnetz_a_third_occurrence_does_not_draw_by_itself_but_can_be_claimed() -> None:
    game = Game(BRETTSPIELNETZ, board(QUIET))

    play(game, TO_AND_FRO)
    twice = game.claimable_draws()
    play(game, TO_AND_FRO)

    assert (twice, game.claimable_draws()) == ((), ("repetition",))
    assert game.outcome() is None


def test_brettspielnetz_the_server_proves_a_repetition_by_its_plies() -> None:
    game = Game(BRETTSPIELNETZ, board(QUIET))

    play(game, f"{TO_AND_FRO} {TO_AND_FRO}")
    proof = game.prove_claim("repetition")

    assert (proof.holds, proof.count, proof.needed, proof.plies) == (True, 3, 3, (0, 4, 8))


def test_brettspielnetz_the_server_refuses_a_claim_with_the_figures() -> None:
    game = Game(BRETTSPIELNETZ, board(QUIET, quiet=50))

    play(game, TO_AND_FRO)
    repeated, quiet = game.prove_claim("repetition"), game.prove_claim("quiet_limit")

    assert (repeated.holds, repeated.count, repeated.needed, repeated.plies) == (False, 2, 3, (0, 4))
    assert (quiet.holds, quiet.count, quiet.needed, quiet.plies) == (False, 54, 100, ())


@pytest.mark.parametrize(("quiet", "claimable"), [(98, ()), (99, ("quiet_limit",)), (150, ("quiet_limit",))])
def test_brettspielnetz_the_quiet_limit_can_be_claimed_from_100_half_moves_on(
    quiet: int, claimable: tuple[str, ...]
) -> None:
    game = Game(BRETTSPIELNETZ, board(QUIET, quiet=quiet))

    game.play(Move.parse("c4-b4"))

    assert game.claimable_draws() == claimable
    assert game.outcome() is None


def test_brettspielnetz_a_game_that_is_won_cannot_be_claimed_a_draw() -> None:
    game = Game(
        BRETTSPIELNETZ,
        board(
            """
    .---------W---------B
    |  .------.------.  |
    |  |  .---.---.  |  |
    .--.--.       .--W--B
    |  |  W---W---.  |  |
    |  W------.------B  |
    W---------B---------B
""",
            quiet=99,
        ),
    )

    play(game, "b2-d2")

    assert game.position.quiet_half_moves == 100
    assert game.prove_claim("quiet_limit").holds is False


def test_where_draws_come_about_by_themselves_there_is_nothing_to_claim() -> None:
    game = Game(STANDARD, board(QUIET))

    play(game, f"{TO_AND_FRO} {TO_AND_FRO}")

    assert game.claimable_draws() == ()
    assert game.prove_claim("repetition").holds is False
