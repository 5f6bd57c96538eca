"""What the tables prove of a position, with what anybody needs to verify it."""

import shlex

import pytest

from games.solved.proofs import proof_of
from games.solved.tables import open_tables
from muehle import RULESETS, Color, Position
from muehle_tables.__main__ import main

STANDARD = RULESETS["standard"]


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("W.W........B.B..W.B..B.. w 0 0 99", Color.WHITE),
        ("W.W........B.B..W.B..B.. b 0 0 0", None),
        ("........................ w 9 9 0", None),
    ],
)
def test_a_proof_names_who_wins_whatever_the_counter_says(text: str, winner: Color | None) -> None:
    proof = proof_of(Position.parse(text), STANDARD)

    assert proof is not None
    assert proof.winner is winner
    assert proof.text.endswith(" 0")
    assert proof.checksum == open_tables().checksum("a")


def test_what_the_tables_do_not_have_is_not_proved() -> None:
    assert proof_of(Position.parse("WBWBWBWBWBWBWBWBWB...... w 0 0 0"), STANDARD) is None


def test_the_command_prints_the_value_of_the_proof(capsys: pytest.CaptureFixture[str]) -> None:
    proof = proof_of(Position.parse("W.W........B.B..W.B..B.. w 0 0 7"), RULESETS["classic"])
    assert proof is not None
    python, module, library, *arguments = shlex.split(proof.command)
    assert (python, module, library) == ("python", "-m", "muehle_tables")

    assert main(arguments) == 0

    assert capsys.readouterr().out.startswith("won, 1 half-move to the next capture or block\n")
