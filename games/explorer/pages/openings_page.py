"""The content of the page of the opening explorer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise

from games.analysis.board import Analysis
from games.analysis.pages.analysis_page import line_of
from games.core import rule_sets
from games.core.labels import shown_colour, side_name, stones_in_words
from games.explorer.bands import BANDS, Band
from games.explorer.queries import Opening, PlayedMove, Results, opening_of, years_of
from games.web.templatetags.diagrams import Diagram
from muehle import Color, Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What an address names: moves from a position (None for the empty board), and the games to count."""

    rules: str
    moves: Sequence[str] = ()
    start: str | None = None
    band: Band | None = None
    year: int | None = None

    @property
    def address(self) -> str:
        query = {"rules": self.rules}
        if self.start:
            query["position"] = self.start
        if self.moves:
            query["moves"] = ",".join(self.moves)
        if self.band is not None:
            query["band"] = self.band.code
        if self.year is not None:
            query["year"] = str(self.year)
        return f"{reverse('openings')}?{urlencode(query, safe=',')}"


class Part(NamedTuple):
    """A part of a bar, in percent; `colour` is that of the winner's stones, or `drawn`."""

    colour: str
    at: float
    width: float

    @property
    def percent(self) -> int:
        return round(self.width)


class Row(NamedTuple):
    """A line of the table: a move, or all of them (None). The colours are those of the stones."""

    move: PlayedMove | None
    address: str
    results: Results
    share: int
    colours: tuple[str, str]

    @property
    def parts(self) -> list[Part]:
        """How the games ended, as parts of a bar."""
        parts, at = [], 0.0
        white, black = self.colours
        for colour, number in zip((white, "drawn", black), self.results, strict=True):
            width = round(100 * number / self.results.games, 2)
            parts.append(Part(colour, at, width))
            at = round(at + width, 2)
        return parts


@dataclass(frozen=True, kw_only=True)
class OpeningsPage:
    """`analysis` has played out the moves of the choice; `refusal` says what was wrong with the address."""

    analysis: Analysis
    choice: Choice
    refusal: str = ""

    @property
    def position(self) -> Position:
        return self.analysis.position

    @property
    def sides(self) -> list[str]:
        return [side_name(self.analysis.rules, color) for color in Color]

    @property
    def side_to_move(self) -> str:
        return side_name(self.analysis.rules, self.position.to_move)

    @property
    def hands(self) -> list[tuple[str, int]]:
        return [(side_name(self.analysis.rules, color), self.position.hand(color)) for color in Color]

    @property
    def is_placing(self) -> bool:
        """Whether there is anything to count: a side has stones in hand."""
        return bool(self.position.white_hand or self.position.black_hand)

    @property
    def board(self) -> Diagram:
        rules, steps = self.analysis.rules, self.analysis.steps
        return Diagram(
            position=self.position,
            says=stones_in_words(self.position, rules),
            last=steps[-1].move if steps else None,
            colours=self.colours,
            labels=True,
        )

    @property
    def colours(self) -> tuple[str, str]:
        rules = self.analysis.rules
        return shown_colour(rules, Color.WHITE), shown_colour(rules, Color.BLACK)

    @cached_property
    def opening(self) -> Opening:
        return opening_of(self.position, rules=self.analysis.rules, band=self.choice.band, year=self.choice.year)

    @property
    def rows(self) -> list[Row]:
        return [
            Row(played, self._after(str(played.move)), played.results, self._share(played.results), self.colours)
            for played in self.opening.moves
        ]

    @property
    def total(self) -> Row:
        return Row(None, "", self.opening.results, 100, self.colours)

    def _share(self, results: Results) -> int:
        return round(100 * results.games / self.opening.results.games)

    def _after(self, move: str) -> str:
        return replace(self.choice, moves=[*self.choice.moves, move]).address

    @property
    def line(self) -> list[tuple[str, str]]:
        """The moves that led here, each with the address of the position after it."""
        moves = list(self.choice.moves)
        return [(move, replace(self.choice, moves=moves[:ply]).address) for ply, move in enumerate(moves, start=1)]

    @property
    def begin(self) -> str:
        """The address of the position before the first move."""
        return replace(self.choice, moves=()).address

    @property
    def back(self) -> str:
        return replace(self.choice, moves=self.choice.moves[:-1]).address

    @property
    def every_game(self) -> str:
        """The address without filters."""
        return replace(self.choice, band=None, year=None).address

    @property
    def is_filtered(self) -> bool:
        return self.choice.band is not None or self.choice.year is not None

    @property
    def analysis_address(self) -> str:
        return line_of(self.analysis).address

    @property
    def rule_sets(self) -> list[tuple[str, Promise]]:
        return rule_sets.choices()

    @property
    def bands(self) -> list[tuple[str, Band]]:
        return list(BANDS.items())

    @property
    def years(self) -> list[int]:
        """Those with games, and the chosen one."""
        chosen = {self.choice.year} if self.choice.year is not None else set()
        return sorted({*years_of(self.analysis.rules), *chosen}, reverse=True)

    @property
    def moves_text(self) -> str:
        return ",".join(self.choice.moves)
