"""The search of the placing phase, against a plain minimax over all moves."""

from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muehle import RULESETS, Position, RuleSet
from muehle.generation import Turn, has_lost_on_stones, steps
from muehle_tables import Result, Tables, placing_search
from muehle_tables.placing_search import Memory, search

RESULTS = (Result.LOST, Result.DRAWN, Result.WON)
ORDER = {Result.LOST: -1, Result.DRAWN: 0, Result.WON: 1}


@st.composite
def late_positions(draw: st.DrawFn) -> Turn:
    """Positions with one to three stones in hand altogether, as they are in turn."""
    own_hand, other_hand = draw(st.sampled_from([(1, 0), (1, 1), (2, 1)]))
    own, other = draw(st.integers(3, 8)), draw(st.integers(3, 8))
    points = draw(st.permutations(range(24)))
    return (
        sum(1 << point for point in points[:own]),
        sum(1 << point for point in points[own : own + other]),
        own_hand,
        other_hand,
    )


def invented(seed: int, known: float = 1.0) -> placing_search.Stored:
    """Results for the positions without stones in hand, at random but always the same."""

    def stored(own: int, other: int) -> Result:
        number = (own * 2654435761 ^ other * 40503 ^ seed * 97) % 1009
        return RESULTS[number % 3] if number < known * 1009 else Result.UNKNOWN

    return stored


def minimax(turn: Turn, rules: RuleSet, stored: placing_search.Stored) -> set[Result]:
    """All results that the position may have, if unknown positions may have any."""

    @lru_cache(None)
    def bounds(turn: Turn) -> tuple[int, int]:
        own, other, hand, other_hand = turn
        if has_lost_on_stones(own, hand):
            return -1, -1
        if not hand and not other_hand:
            result = stored(own, other)
            return (-1, 1) if result is Result.UNKNOWN else (ORDER[result], ORDER[result])
        lowest, highest = -1, -1
        for source, target, removed in steps(turn, rules):
            assert not source
            low, high = bounds((other ^ removed, own | target, other_hand, hand - 1))
            lowest, highest = max(lowest, -high), max(highest, -low)
        return lowest, highest

    low, high = bounds(turn)
    return {RESULTS[score + 1] for score in range(low, high + 1)}


@pytest.mark.parametrize("name", ["standard", "classic"])
@given(turn=late_positions(), seed=st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_the_result_is_that_of_all_moves(name: str, turn: Turn, seed: int) -> None:
    rules, stored = RULESETS[name], invented(seed)

    assert {search(turn, rules, stored, Memory())} == minimax(turn, rules, stored)


@given(turn=late_positions(), seed=st.integers(0, 1000), known=st.floats(0.5, 0.99))
@settings(max_examples=25, deadline=None)
def test_what_is_not_known_is_never_guessed(turn: Turn, seed: int, known: float) -> None:
    rules, stored = RULESETS["standard"], invented(seed, known)

    found, possible = search(turn, rules, stored, Memory()), minimax(turn, rules, stored)

    assert found is Result.UNKNOWN if len(possible) > 1 else {found} == possible


@given(turn=late_positions(), seed=st.integers(0, 1000))
@settings(max_examples=10, deadline=None)
def test_a_search_remembers_and_answers_the_same(turn: Turn, seed: int) -> None:
    rules, stored, memory = RULESETS["standard"], invented(seed), Memory()
    first = search(turn, rules, stored, memory)

    def forbidden(own: int, other: int) -> Result:
        raise AssertionError("the answer is remembered")

    assert search(turn, rules, forbidden, memory) is first


def test_nothing_is_searched_without_the_sector_in_which_the_placements_end(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muehle_tables.tables.search", lambda *_: pytest.fail("searched"))

    assert tables.value(Position.start(), RULESETS["pink-green"]).result is Result.UNKNOWN


def test_a_search_that_is_too_long_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing_search, "MOST_POSITIONS", 20)

    assert search((0, 0, 9, 9), RULESETS["standard"], invented(1), Memory()) is Result.UNKNOWN


def test_a_full_memory_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing_search, "REMEMBERED", 2)
    memory = Memory()
    for number in range(3):
        memory.keep((number, 0, 1, 1), 1, True)

    assert [memory.get((number, 0, 1, 1), 1) for number in range(3)] == [None, None, True]
