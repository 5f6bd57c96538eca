"""Time controls: the registry, the bounds of parameters, the arithmetic of each kind, and its tags in a record."""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muehle import Record, clocks, format_record, parse_record
from muehle.clocks import DAY, KINDS, Bounds, InvalidParameter, TimeControl, register, time_control
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime

each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def any_of(kind: type[TimeControl]) -> st.SearchStrategy[TimeControl]:
    """Time controls of this kind that a challenge may propose."""
    numbers = {name: st.integers(bounds.least, bounds.most) for name, bounds in kind.bounds().items()}
    return st.builds(kind, **numbers).filter(is_valid)


def is_valid(clock: TimeControl) -> bool:
    try:
        clock.validate()
    except InvalidParameter:
        return False
    return True


any_clock = st.one_of([any_of(kind) for kind in KINDS.values()])


# --- The registry -----------------------------------------------------------------------------------------------------


def test_every_module_of_a_kind_is_found_without_a_list() -> None:
    modules = {module.name for module in iter_modules(clocks.__path__)}

    assert {"days_per_move": DaysPerMove, "fischer": FischerBank, "total_time": TotalTime}.items() <= KINDS.items()
    assert {kind.__module__.rpartition(".")[2] for kind in KINDS.values()} == modules - {"base", "leave", "pauses"}


def test_no_two_kinds_share_a_name() -> None:
    with pytest.raises(ValueError, match="'fischer'"):
        register(FischerBank)


def test_the_parameters_of_all_kinds_are_named_once() -> None:
    names = clocks.parameter_names()

    assert {"days_per_move", "initial_seconds", "increment_seconds", "cap_seconds", "total_seconds"} <= set(names)
    assert len(names) == len(set(names))


@given(clock=any_clock)
def test_a_time_control_is_made_again_from_its_name_and_parameters(clock: TimeControl) -> None:
    assert time_control(clock.system, clock.parameters) == clock


@each_kind
def test_what_is_left_out_has_a_default_that_is_possible(kind: type[TimeControl]) -> None:
    clock = time_control(kind.system, {})

    clock.validate()

    assert clock == kind()


@each_kind
def test_a_time_control_does_not_change(kind: type[TimeControl]) -> None:
    (name, *_others) = kind.bounds()

    with pytest.raises(FrozenInstanceError):
        setattr(kind(), name, 5)


# --- Parameters -------------------------------------------------------------------------------------------------------


def test_the_bounds_of_every_parameter() -> None:
    assert DaysPerMove.bounds() == {"days_per_move": Bounds(1, 14)}
    assert FischerBank.bounds() == {
        "initial_seconds": Bounds(DAY // 2, 30 * DAY),
        "increment_seconds": Bounds(0, 7 * DAY),
        "cap_seconds": Bounds(DAY // 2, 30 * DAY),
    }
    assert TotalTime.bounds() == {"total_seconds": Bounds(DAY, 60 * DAY)}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in KINDS.values() for name in kind.bounds()], ids=lambda value: str(value)
)
@pytest.mark.parametrize("beyond", [-1, 1])
def test_a_parameter_beyond_its_bounds_is_refused_by_name(kind: type[TimeControl], name: str, beyond: int) -> None:
    bounds = kind.bounds()[name]
    value = bounds.least - 1 if beyond < 0 else bounds.most + 1

    with pytest.raises(InvalidParameter) as refusal:
        kind(**{name: value}).validate()

    assert (refusal.value.parameter, refusal.value.reason) == (name, "out_of_bounds")
    assert str(refusal.value) == f"{name}: out_of_bounds"


def test_a_bank_begins_with_no_more_than_its_cap() -> None:
    FischerBank(7 * DAY, DAY, 7 * DAY).validate()

    with pytest.raises(InvalidParameter) as refusal:
        FischerBank(7 * DAY + 1, DAY, 7 * DAY).validate()

    assert (refusal.value.parameter, refusal.value.reason) == ("cap_seconds", "cap_below_initial")


# --- Arithmetic -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "seconds"), [(DaysPerMove(5), 5 * DAY), (FischerBank(2 * DAY), 2 * DAY), (TotalTime(40 * DAY), 40 * DAY)]
)
def test_a_side_begins_with_its_initial_seconds(clock: TimeControl, seconds: int) -> None:
    assert clock.initial_seconds == seconds


@pytest.mark.parametrize(
    ("left", "spent", "after"), [(30 * DAY, 0, 30 * DAY), (30 * DAY, 1, 30 * DAY - 1), (5, 5, 0), (5, 6, 0), (0, 0, 0)]
)
def test_of_a_total_time_every_move_takes_what_it_has_spent(left: int, spent: int, after: int) -> None:
    assert TotalTime().seconds_after_move(left, seconds_spent=spent) == after


@given(clock=any_of(TotalTime), spent=st.lists(st.integers(0, 10 * DAY), max_size=30))
def test_all_moves_together_take_no_more_than_the_total_time(clock: TotalTime, spent: list[int]) -> None:
    left = clock.initial_seconds

    for seconds in spent:
        left = clock.seconds_after_move(left, seconds_spent=seconds)

    assert left == max(0, clock.total_seconds - sum(spent))


@given(clock=any_clock, spent=st.integers(0, DAY))
def test_only_a_clock_that_carries_over_tells_moves_apart_by_their_time(clock: TimeControl, spent: int) -> None:
    left = clock.initial_seconds

    at_once = clock.seconds_after_move(left, seconds_spent=0)
    later = clock.seconds_after_move(left, seconds_spent=spent)

    assert 0 <= later <= at_once
    assert clock.carries_over or later == at_once == left


# --- In records -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "tags"),
    [
        (DaysPerMove(3), {"TimeControl": "1/259200"}),
        (FischerBank(), {"TimeControl": "259200+86400", "TimeControlCap": "604800"}),
        (TotalTime(), {"TimeControl": "2592000"}),
    ],
)
def test_a_time_control_is_written_as_pgn_has_it(clock: TimeControl, tags: Mapping[str, str]) -> None:
    assert clock.pgn_tags == tags


@given(clock=any_clock)
def test_a_time_control_comes_back_from_a_record(clock: TimeControl) -> None:
    text = format_record(Record(clock.pgn_tags))

    assert clocks.from_pgn_tags(parse_record(text).tags) == clock


@pytest.mark.parametrize(
    "tags",
    [
        {},
        {"TimeControl": "?"},
        {"TimeControl": "-"},
        {"TimeControl": "0"},
        {"TimeControl": "1/0"},
        {"TimeControl": "1/86401"},
        {"TimeControl": "1/86400+5"},
        {"TimeControl": "40/7200:3600"},
        {"TimeControl": "*180"},
        {"TimeControl": "300+3"},
        {"TimeControl": "300+3", "TimeControlCap": ""},
        {"TimeControl": "2592000 "},
        {"TimeControl": "9" * 10},
        {"TimeControl": "٣"},
    ],
)
def test_tags_of_other_clocks_are_of_no_kind(tags: Mapping[str, str]) -> None:
    assert clocks.from_pgn_tags(tags) is None
