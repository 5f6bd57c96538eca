"""The tables as a whole: values and best moves, read from the files of one or more directories."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Final, Self

from muehle import Color, Position, RuleSet
from muehle_tables.block_file import BlockFile
from muehle_tables.errors import DamagedTables, TablesClosed
from muehle_tables.families import Family, family_of, is_limit_claimed
from muehle_tables.indexing import columns, locate
from muehle_tables.manifest import Entry, Manifest
from muehle_tables.placing_search import Memory, search
from muehle_tables.sectors import DRAWN as DRAWN_CELL
from muehle_tables.sectors import FEWEST, LAST_PLACEMENT, MovingSector, PlacingSector, Sector, all_sectors
from muehle_tables.values import (
    DRAWN,
    LOST_ALREADY,
    UNKNOWN,
    WON_ALREADY,
    JudgedMove,
    Result,
    Value,
    before,
    preference,
)

SHIPPED: Final = Path(__file__).with_name("data")
# The cells of the placing phase.
_PACKED: Final = (Result.LOST, Result.WON, Result.DRAWN)


def _refuse(error: DamagedTables) -> None:
    raise error


class Tables:
    """Open tables. Threads may share them, and processes may share the files.

    Use `open`. Values are unknown where no table reaches; nothing is ever guessed. Raises DamagedTables when a file is
    not what was built, and TablesClosed after `close`.
    """

    def __init__(self, manifests: list[Manifest], on_damage: Callable[[DamagedTables], None] = _refuse) -> None:
        self._manifests = manifests
        self._on_damage = on_damage
        self._damaged: set[Path] = set()
        self._files: dict[tuple[str, Sector], BlockFile | None] = {}
        self._lock = Lock()
        self._closed = False
        self._memories: dict[str, Memory] = {}
        self._reaching: dict[tuple[str, MovingSector], bool] = {}

    @classmethod
    def open(
        cls, *directories: Path, shipped: bool = True, on_damage: Callable[[DamagedTables], None] = _refuse
    ) -> Self:
        """The tables of the directories and, unless `shipped` is False, those of this package, in this order.

        If `on_damage` is given, it gets the errors of damaged files, and the next directory is read in their place.
        """
        manifests = []
        for directory in (*directories, *([SHIPPED] if shipped else [])):
            try:
                manifests.append(Manifest.read(directory))
            except DamagedTables as error:
                on_damage(error)
        return cls(manifests, on_damage)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files; once more is harmless."""
        with self._lock:
            self._closed = True
            files, self._files = self._files, {}
        for file in files.values():
            if file is not None:
                file.close()

    def entry(self, family: str, sector: Sector) -> Entry | None:
        """What was counted in a sector; None if no directory has its file."""
        manifest = self._manifest_of(family, sector)
        return manifest.entry(family, sector) if manifest else None

    def checksum(self, family: str) -> str:
        """The SHA-256, in hexadecimal, of the checksums of all sectors of a family that are here."""
        entries = ((sector, self.entry(family, sector)) for sector in all_sectors())
        names = [f"{sector.name} {entry.sha256}\n" for sector, entry in entries if entry is not None]
        return hashlib.sha256("".join(names).encode()).hexdigest()

    def value(self, position: Position, rules: RuleSet, *, quiet: int | None = None) -> Value:
        """The value of a position for the side to move; `quiet` replaces its counter of quiet half-moves."""
        if quiet is not None:
            position = position._replace(quiet_half_moves=quiet)
        family = family_of(rules)
        if family is None:
            return UNKNOWN
        outcome = position.outcome()
        if outcome is not None:
            return WON_ALREADY if outcome.winner is position.to_move else LOST_ALREADY
        if position.white_hand or position.black_hand:
            return self._placing_value(position, rules, family)
        return self._moving_value(position, rules, family)

    def stores(self, position: Position, rules: RuleSet) -> bool:
        """Whether the value of a position is a look-up: its sector is here."""
        family = family_of(rules)
        is_placing = position.white_hand or position.black_hand
        sector = _placing_sector(position) if is_placing else _moving_sector(position)
        return family is not None and self._file(family, sector) is not None

    def judged_moves(self, position: Position, rules: RuleSet) -> list[JudgedMove]:
        """Every legal move with its value, the best first; wins by short distance, losses by long distance."""
        judged = []
        for move in position.legal_moves(rules):
            after = position.play(move, rules)
            value = before(self.value(after, rules), took=move.removed is not None)
            judged.append(JudgedMove(move, value))
        return sorted(judged, key=lambda each: preference(each.value))

    def best_moves(self, position: Position, rules: RuleSet) -> list[JudgedMove]:
        """The moves that keep the value of the position: the shortest wins, all draws, or the longest losses.

        Empty if no move is known to be best, or if the game is over.
        """
        judged = self.judged_moves(position, rules)
        if not judged:
            return []
        best = judged[0].value
        if best.result is not Result.WON and any(each.value.result is Result.UNKNOWN for each in judged):
            return []
        return [each for each in judged if preference(each.value) == preference(best)]

    def _moving_value(self, position: Position, rules: RuleSet, family: Family) -> Value:
        own, other, _, _ = position.turn
        sector = _moving_sector(position)
        code = self._cell(family, sector, *((own, other) if sector.rows_move else (other, own)))
        if code is None:
            return UNKNOWN
        if family.limit is None:
            return _decided(family, code) if code != DRAWN_CELL else DRAWN
        if is_limit_claimed(rules):
            return self._value_with_claims(family, sector, code, position.quiet_half_moves)
        return _value_with_limit(family, code, position.quiet_half_moves)

    def _value_with_claims(self, family: Family, sector: MovingSector, code: int, quiet: int) -> Value:
        """The value if the quiet limit has to be claimed by the side to move, so the other side has one more half-move.

        A win with the half-move after the limit holds if the winner makes it. The tables know no longer wins, so a draw
        is proved only where no sector on the way reaches the limit.
        """
        if code != DRAWN_CELL and _holds_with_claims(family, code, quiet):
            return _decided(family, code)
        return Value(Result.DRAWN, is_proved=not self._reaches_limit(family, sector))

    def _reaches_limit(self, family: Family, sector: MovingSector) -> bool:
        """Whether the limit decides anything in this sector or one after it; also if that is not known."""
        key = family.name, sector
        if key not in self._reaching:
            self._reaching[key] = self._walk_to_limit(family, sector)
        return self._reaching[key]

    def _walk_to_limit(self, family: Family, sector: MovingSector) -> bool:
        more, fewer = sector.row_stones, sector.column_stones
        below = (
            MovingSector(own, other)
            for own in range(FEWEST, more + 1)
            for other in range(FEWEST, more + 1)
            if min(own, other) <= fewer
        )
        return any(self._longest(family, each) == family.limit for each in below)

    def _longest(self, family: Family, sector: MovingSector) -> int | None:
        entries = (manifest.entry(family.name, sector) for manifest in self._manifests)
        return next((entry.longest for entry in entries if entry), family.limit)

    def _placing_value(self, position: Position, rules: RuleSet, family: Family) -> Value:
        sector = _placing_sector(position)
        to_move = Color.BLACK if sector.half_moves % 2 else Color.WHITE
        if (sector.hands, to_move) != ((position.white_hand, position.black_hand), position.to_move):
            # Stones that were not placed in turn: no game has the position.
            return UNKNOWN
        white_hand, black_hand = sector.hands
        placed = MovingSector(sector.white + white_hand, sector.black + black_hand)
        cell = self._cell(family, sector, position.white, position.black)
        found = _PACKED[cell] if cell is not None else self._searched(position, placed, rules, family)
        is_proved = found is not Result.UNKNOWN
        if found is Result.DRAWN and is_limit_claimed(rules):
            is_proved = not self._reaches_limit(family, placed)
        return Value(found, is_proved=is_proved)

    def _searched(self, position: Position, placed: MovingSector, rules: RuleSet, family: Family) -> Result:
        """The result by a search to the moving phase; unknown at once where that is missing if nothing is taken."""
        if self._file(family, placed) is None:
            return Result.UNKNOWN

        def result(own: int, other: int) -> Result:
            return self._moving_value(Position(own, other, Color.WHITE, 0, 0), rules, family).result

        return search(position.turn, rules, result, self._memories.setdefault(rules.name, Memory()))

    def _cell(self, family: Family, sector: Sector, row_side: int, column_side: int) -> int | None:
        file = self._file(family, sector)
        if file is None:
            return None
        row, column = locate(row_side, column_side)
        try:
            return file[row * columns(sector.row_stones, sector.column_stones) + column]
        except DamagedTables as error:
            self._leave_out(file.path, error)
            with self._lock:
                self._files.pop((family.name, sector), None)
            return self._cell(family, sector, row_side, column_side)

    def _file(self, family: Family, sector: Sector) -> BlockFile | None:
        if self._closed:
            raise TablesClosed("the tables are closed")
        key = family.name, sector
        try:
            return self._files[key]
        except KeyError:
            with self._lock:
                if key not in self._files:
                    self._files[key] = self._opened(family, sector)
                return self._files[key]

    def _opened(self, family: Family, sector: Sector) -> BlockFile | None:
        while manifest := self._manifest_of(family.name, sector):
            path = manifest.path(family.name, sector)
            try:
                return _opened(path, family, sector)
            except DamagedTables as error:
                self._leave_out(path, error)
        return None

    def _manifest_of(self, family: str, sector: Sector) -> Manifest | None:
        """The first directory that has a sector."""
        for manifest in self._manifests:
            if manifest.has(family, sector) and manifest.path(family, sector) not in self._damaged:
                return manifest
        return None

    def _leave_out(self, path: Path, error: DamagedTables) -> None:
        self._on_damage(error)
        self._damaged.add(path)


def _moving_sector(position: Position) -> MovingSector:
    own, other, _, _ = position.turn
    return MovingSector(own.bit_count(), other.bit_count())


def _placing_sector(position: Position) -> PlacingSector:
    half_moves = LAST_PLACEMENT - position.white_hand - position.black_hand
    return PlacingSector(half_moves, position.white.bit_count(), position.black.bit_count())


def _opened(path: Path, family: Family, sector: Sector) -> BlockFile:
    file = BlockFile(path)
    if (file.header.family, file.header.sector, file.header.cells) != (family.name, sector.name, sector.cells):
        file.close()
        raise DamagedTables(f"{path} holds another sector")
    return file


def _decided(family: Family, code: int) -> Value:
    return Value(Result.WON if code & 1 else Result.LOST, family.level(code), is_proved=True)


def _value_with_limit(family: Family, code: int, quiet: int) -> Value:
    """The value if the game is drawn at once when the limit is reached."""
    limit = family.limit or 0
    if code == DRAWN_CELL or quiet + family.level(code) > limit:
        return DRAWN
    return _decided(family, code)


def _holds_with_claims(family: Family, code: int, quiet: int) -> bool:
    level, limit, wins = family.level(code), family.limit or 0, bool(code & 1)
    if wins and level == 1:
        return True
    winner_ends = wins == bool(level % 2)
    return quiet + level <= limit + winner_ends
