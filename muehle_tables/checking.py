"""Check tables against the rules library: a position's value has to follow from the values after its moves.

If that holds for all positions, the tables are right, since each value then goes back to a capture, a block or the end
of the placing phase. `check_sample` does it for some positions of a sector, move by move, with code that shares nothing
with the build.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from muehle import Color, Position, RuleSet
from muehle_tables.errors import DamagedTables
from muehle_tables.families import Family
from muehle_tables.indexing import sets_at
from muehle_tables.sectors import PlacingSector, Sector
from muehle_tables.tables import Tables
from muehle_tables.values import Result, Value, before


def check_sample(tables: Tables, family: Family, sector: Sector, size: int, random: Random) -> int:
    """Check that many positions of a sector, chosen by `random`; all of them if there are no more. Returns how many.

    Raises DamagedTables for the first position whose value is wrong.
    """
    rules = family.rule_sets[0]
    indices = range(sector.cells) if sector.cells <= size else random.sample(range(sector.cells), size)
    checked = 0
    for index in indices:
        position = _position(sector, index)
        found = tables.value(position, rules)
        expected = expected_value(tables, family, position, rules)
        if expected is None:
            continue
        if (found.result, found.distance) != (expected.result, expected.distance):
            raise DamagedTables(
                f"{family.name} {sector.name}: {position.text} is {found.result.value} {found.distance}"
                f" instead of {expected.result.value} {expected.distance}"
            )
        checked += 1
    return checked


def expected_value(tables: Tables, family: Family, position: Position, rules: RuleSet) -> Value | None:
    """The value that follows from the values after all moves; None if one of them is unknown."""
    if position.outcome() is not None:
        return tables.value(position, rules)
    values = list(_values_after(tables, family, position, rules))
    if any(value.result is Result.UNKNOWN for value in values):
        return None
    wins = [value.distance for value in values if value.result is Result.WON]
    if wins:
        return Value(Result.WON, None if None in wins else min(wins), is_proved=True)  # type: ignore[type-var]
    if any(value.result is Result.DRAWN for value in values):
        return Value(Result.DRAWN, is_proved=True)
    losses = [value.distance for value in values]
    return Value(Result.LOST, None if None in losses else max(losses), is_proved=True)  # type: ignore[type-var]


def _values_after(tables: Tables, family: Family, position: Position, rules: RuleSet) -> Iterator[Value]:
    places = bool(position.hand(position.to_move))
    for move in position.legal_moves(rules):
        after = tables.value(position.play(move, rules), rules)
        took = move.removed is not None
        value = before(after, took=took)
        if places:
            # The tables of the placing phase have no distances.
            value = value._replace(distance=None)
        elif took and value.result is Result.LOST and family.limit is None:
            # Without a limit, a capture of the side that loses takes no half-move.
            value = value._replace(distance=0)
        yield value


def _position(sector: Sector, index: int) -> Position:
    rows, columns = sets_at(sector.row_stones, sector.column_stones, index)
    if isinstance(sector, PlacingSector):
        to_move = Color.BLACK if sector.half_moves % 2 else Color.WHITE
        return Position(rows, columns, to_move, *sector.hands)
    own, other = (rows, columns) if sector.rows_move else (columns, rows)
    return Position(own, other, Color.WHITE, 0, 0)
