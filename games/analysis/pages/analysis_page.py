"""The content of the analysis page: a line of moves, the current half-move, and the state of its position."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.looks import Look
from games.analysis.board import MOST_MOVES, Analysis, AnalysisStep
from games.analysis.pages.texts import colours_of_style, rule_set_texts, stones, texts
from games.analysis.presenters import analysis_data
from games.core import rule_sets
from games.core.labels import as_seen, side_name
from games.core.models.games import Game
from games.play.ending_words import outcome_words
from games.play.queries import boards_played_for_rating, may_see_zwickmuehlen
from games.web.board import Board, Tray, lines_as_text
from muehle import POINTS, RULESETS, SYMMETRIES, Color, Move, Position, Repetition, RuleSet

# Many servers cut or refuse longer URLs, and answers repeat them. Some 900 half-moves; the fields of longer lines are
# posted.
LONGEST_ADDRESS: Final = 6000


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLine:
    """The line that a URL names: moves under a rule set from a position (None for the empty board), viewed after `ply`
    moves or after all. The moves may be illegal."""

    rules: str
    moves: Sequence[str] = ()
    start: str | None = None
    ply: int | None = None
    is_for_two: bool = False

    @property
    def cut(self) -> "MoveLine":
        """The moves up to the viewed half-move."""
        return self if self.ply is None else replace(self, moves=self.moves[: self.ply], ply=None)

    @property
    def address(self) -> str:
        """The URL of the page of this line."""
        query = {"rules": self.rules}
        if self.start and self.start != Position.start().text:
            query["position"] = self.start
        if self.moves:
            query["moves"] = ",".join(self.moves)
        if self.ply is not None:
            query["ply"] = str(self.ply)
        if self.is_for_two:
            query["players"] = "2"
        return f"{reverse('analysis')}?{urlencode(query, safe=',')}"

    @property
    def fits(self) -> bool:
        """Whether the line can be in an address."""
        return len(self.address) <= LONGEST_ADDRESS


def line_of(analysis: Analysis, *, is_for_two: bool = False) -> MoveLine:
    """The line of an analysis."""
    moves = [str(step.move) for step in analysis.steps]
    return MoveLine(rules=analysis.rules.name, moves=moves, start=analysis.start.text, is_for_two=is_for_two)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSide(Tray):
    """A side of the board, with its name."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisRow:
    """A row of the move list: a number and up to two half-moves."""

    number: int
    first: AnalysisStep | None
    second: AnalysisStep | None


@dataclass(frozen=True, kw_only=True)
class AnalysisPage:
    """`analysis` ends at the viewed half-move; `line` goes on to the last move, and is the same by default.

    `refusal` says what was wrong with the URL, a typed move or a record; the input is kept. `preferences` are those of
    preferences_of().
    """

    analysis: Analysis
    look: Look
    preferences: dict[str, bool]
    line: Analysis | None = None
    game: Game | None = None
    refusal: str = ""
    typed: str = ""
    record: str = ""
    is_for_two: bool = False
    viewer_id: int | None = None

    @property
    def may_mark(self) -> bool:
        """Whether Zwickmühlen are shown: not to a player of an ongoing rated game."""
        return self.game is None or may_see_zwickmuehlen(self.game, self.viewer_id)

    @cached_property
    def rules(self) -> RuleSet:
        """The rules, with stones named as in the reader's board style."""
        return as_seen(self.analysis.rules, self.look.board_style)

    @property
    def whole(self) -> Analysis:
        return self.line or self.analysis

    @property
    def ply(self) -> int:
        return len(self.analysis.steps)

    @property
    def last_ply(self) -> int:
        return len(self.whole.steps)

    # --- The board ---

    @cached_property
    def board(self) -> Board:
        steps = self.analysis.steps
        last = steps[-1].move if steps else None
        return Board(
            position=self.analysis.position,
            rules=self.rules,
            last_move=last,
            label=self.board_label,
            flipped=self.is_flipped,
            marks=self.preferences["marks"],
        )

    @property
    def board_label(self) -> str:
        return _("Analysis board")

    @property
    def is_flipped(self) -> bool:
        """Whether Black is at the bottom."""
        return False

    @property
    def sides(self) -> dict[str, BoardSide]:
        """The sides above and below the board."""
        return {"top": self._side(Color.BLACK), "bottom": self._side(Color.WHITE)}

    def _side(self, color: Color) -> BoardSide:
        shown = self.analysis.position
        name = side_name(self.rules, color)
        return BoardSide(color=color, name=name, hand=shown.hand(color), lost=shown.lost(color))

    @property
    def legal_moves(self) -> list[Move]:
        return self.analysis.match.legal_moves()

    # --- Words ---

    @property
    def ending(self) -> str:
        """The result and its reason, or an empty text."""
        outcome = self.analysis.outcome
        return outcome_words(self.rules, outcome) if outcome else ""

    @property
    def prompt(self) -> str:
        """Who is to move, and how."""
        if self.ending:
            return self.ending
        name = side_name(self.rules, self.analysis.position.to_move)
        return _("%(side)s to move.") % {"side": name}

    @property
    def counts_repetitions(self) -> bool:
        return self.analysis.rules.repetition is not Repetition.NONE

    @property
    def counts_sequences(self) -> bool:
        return self.analysis.rules.repetition is Repetition.SEQUENCE

    # --- Moves ---

    @property
    def rows(self) -> list[AnalysisRow]:
        """The move list; a first half-move by Black stands on the right."""
        plies: list[AnalysisStep | None] = list(self.whole.steps)
        if self.whole.start.to_move is Color.BLACK:
            plies.insert(0, None)
        plies += [None] * (len(plies) % 2)
        return [
            AnalysisRow(number=index // 2 + 1, first=plies[index], second=plies[index + 1])
            for index in range(0, len(plies), 2)
        ]

    # --- Addresses ---

    @property
    def travel(self) -> dict[str, int]:
        """The half-moves to which the steps through the moves lead."""
        last = self.last_ply
        return {"first": 0, "back": max(0, self.ply - 1), "forward": min(last, self.ply + 1), "last": last}

    @cached_property
    def _viewed(self) -> MoveLine:
        return replace(line_of(self.whole, is_for_two=self.is_for_two), ply=self.ply)

    @property
    def method(self) -> str:
        return "post" if self.is_posted else "get"

    @property
    def is_posted(self) -> bool:
        """Whether the forms of the page post the line, which is too long for an address."""
        return not self._viewed.fits

    @property
    def address(self) -> str:
        """The URL of the viewed position, with its moves if they are not too many."""
        if self._viewed.fits:
            return self._viewed.address
        return MoveLine(rules=self.analysis.rules.name, start=self.analysis.position.text).address

    @property
    def line_text(self) -> str:
        """The whole line. Browsers write a space as one character in an address, and a comma as three."""
        return " ".join(self._viewed.moves)

    @property
    def moves_text(self) -> str:
        return " ".join(str(step.move) for step in self.analysis.steps)

    @property
    def start_text(self) -> str:
        """The start position, if it is not the empty board."""
        start = self.analysis.start
        return "" if start == Position.start() else start.text

    @property
    def pictures(self) -> dict[str, str]:
        """URLs of the viewed position as a picture, in both formats."""
        steps = self.analysis.steps
        query = self._position_query | ({"move": str(steps[-1].move)} if steps else {})
        return {form: f"{reverse('board_of_position', args=[form])}?{urlencode(query)}" for form in ("svg", "png")}

    @property
    def openings_address(self) -> str:
        """Where the opening explorer has the viewed position."""
        return f"{reverse('openings')}?{urlencode(self._position_query)}"

    @property
    def _position_query(self) -> dict[str, str]:
        return {"position": self.analysis.position.text, "rules": self.analysis.rules.name}

    # --- For the scripts ---

    @property
    def rule_sets(self) -> list[tuple[str, Promise]]:
        return rule_sets.choices()

    @property
    def data(self) -> dict[str, Any]:
        """The data for the scripts of the page."""
        withheld = boards_played_for_rating(self.viewer_id)
        return {
            "answer": analysis_data(self.analysis),
            "beyond": [{"move": str(move), "position": after.text} for _, move, after in self.whole.steps[self.ply :]],
            "game": self.game and {"number": self.game.number, "ply": self.ply},
            "is_for_two": self.is_for_two,
            "may_mark": self.may_mark,
            "withheld": withheld,
            "symmetries": SYMMETRIES if withheld else [],
            "is_refused": bool(self.refusal),
            "empty": Position.start().text,
            "most_moves": MOST_MOVES,
            "longest_address": LONGEST_ADDRESS,
            "points": POINTS,
            "lines": lines_as_text(),
            "urls": {
                "moves": reverse("api:analysis"),
                "record": reverse("api:analysed_record"),
                "evaluation": reverse("api:evaluated_position"),
                "page": reverse("analysis"),
                "game": reverse("game", args=[0]),
            },
            "preferences": self.preferences,
            "stones": stones(),
            "colours_of_style": colours_of_style(),
            "rule_sets": {name: rule_set_texts(rules) for name, rules in RULESETS.items()},
            "texts": texts(),
        }
