"""The sample of mutants is found again after files have been moved and names changed."""

import pytest

from tools.bench.mutation.mutants import Key, Mutant
from tools.bench.mutation.samples import SampleRow, match

SAVED = Key("resign", "swap_op", "if game.ply > 1:", "if game.ply >= 1:", nth=0)
OTHER = Key("abort", "swap_op", "if game.ply > 1:", "if game.ply >= 1:", nth=0)


def found(key: Key) -> Mutant:
    return Mutant(key, "play/actions.py", "", range(1, 2), key.function)


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(SAVED, id="in another file"),
        pytest.param(Key("Actions.resign", SAVED.operator, SAVED.old, SAVED.new, 0), id="in a class"),
        pytest.param(Key("give_up", SAVED.operator, SAVED.old, SAVED.new, 0), id="in a function that was renamed"),
        pytest.param(
            Key("resign", "swap_op", "if match.ply > 1:", "if match.ply >= 1:", 0), id="with another variable"
        ),
        pytest.param(Key("resign", SAVED.operator, SAVED.old, SAVED.new, 1), id="below another that reads the same"),
    ],
)
def test_a_mutant_is_found_again(now: Key) -> None:
    assert match([SampleRow(SAVED)], [found(now)]) == {0: found(now)}


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(Key("resign", "number", SAVED.old, SAVED.new, 0), id="another operator"),
        pytest.param(Key("resign", "swap_op", "return a < b", "return a <= b", 0), id="another line"),
        pytest.param(Key("abort", "swap_op", "if match.ply > 1:", "if match.ply >= 1:", 0), id="another function"),
    ],
)
def test_what_is_only_a_little_alike_is_not_taken_for_it(now: Key) -> None:
    assert match([SampleRow(SAVED)], [found(now)]) == {}


def test_the_same_mutant_comes_before_one_of_another_function_and_none_is_found_twice() -> None:
    rows = [SampleRow(OTHER), SampleRow(SAVED)]
    assert match(rows, [found(SAVED), found(OTHER)]) == {0: found(OTHER), 1: found(SAVED)}
    assert match(rows, [found(SAVED)]) == {1: found(SAVED)}
