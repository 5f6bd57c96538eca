"""The command `perft`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def printed(*arguments: str) -> list[str]:
    """The lines that the command prints."""
    output = StringIO()
    call_command("perft", *arguments, stdout=output)
    return output.getvalue().splitlines()


def test_it_prints_the_count_for_every_depth() -> None:
    assert printed("4") == ["1 24", "2 552", "3 12144", "4 255024"]


def test_depth_0_is_one_position() -> None:
    assert printed("0") == ["0 1"]


def test_it_counts_from_a_given_position() -> None:
    assert printed("3", "--position", "....WBBB.........WW..... w 0 0 0") == ["1 54", "2 3018", "3 156458"]


def test_divide_tells_the_count_apart_by_the_first_move() -> None:
    lines = printed("2", "--divide")

    assert len(lines) == 25
    assert (lines[0], lines[-1]) == ("a1 23", "total 552")


@pytest.mark.parametrize(("rules", "count"), [("standard", 6), ("classic", 1)])
def test_it_counts_under_a_given_rule_set(rules: str, count: int) -> None:
    position = "WW.........W..W...BBBBBB w 0 0 0"

    lines = printed("1", "--divide", "--position", position, "--rules", rules)

    assert len([line for line in lines if line.startswith("g4-g7")]) == count


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--", "-1"), "the depth must be at least 0, not -1"),
        (("0", "--divide"), "the depth must be at least 1, not 0"),
        (("1", "--position", "W"), "malformed position 'W': expected 24 of W, B and dot"),
        (("1", "--rules", "morabaraba"), "invalid choice: 'morabaraba'"),
        (("many",), "invalid int value: 'many'"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_words(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        printed(*arguments)
