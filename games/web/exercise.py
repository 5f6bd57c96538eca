"""The page of an exercise: a position, a task, and what the server says of the moves that are tried."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.core.labels import side_name
from games.web.board import Board, lines_as_text
from games.web.board_texts import texts_for
from muehle import POINTS, Color, Move, Position, RuleSet


class Link(NamedTuple):
    name: str
    address: str


@dataclass(frozen=True, kw_only=True)
class ExercisePage(ABC):
    """What `web/exercise.html` and its script show."""

    preferences: dict[str, bool]

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    @abstractmethod
    def task(self) -> str: ...

    @property
    @abstractmethod
    def rules(self) -> RuleSet: ...

    @property
    @abstractmethod
    def position(self) -> Position:
        """After the moves that are right so far."""

    @property
    @abstractmethod
    def solver_color(self) -> Color:
        """The side whose moves are to be found."""

    @property
    @abstractmethod
    def last(self) -> Move | None:
        """The move that led to the position, to be marked."""

    @property
    @abstractmethod
    def state(self) -> str:
        """`ask` for the next move, `miss` after a wrong one, `right` when solved, `shown` after giving up."""

    @property
    @abstractmethod
    def words(self) -> list[str]:
        """What is said about the last move, in sentences."""

    @property
    @abstractmethod
    def parent(self) -> Link:
        """The page to which the exercise belongs."""

    @property
    @abstractmethod
    def following(self) -> Link:
        """The page after the exercise."""

    @property
    def found(self) -> str:
        """The right moves so far, if there is more than one to find."""
        return ""

    @property
    def themes(self) -> list[str]:
        """What the exercise was about; nothing before it is over."""
        return []

    @property
    def side(self) -> str:
        return side_name(self.rules, self.solver_color)

    @property
    def board(self) -> Board:
        label = _("Board: %(side)s to move") % {"side": self.side}
        marks = self.preferences["marks"]
        return Board(position=self.position, rules=self.rules, last_move=self.last, label=label, marks=marks)

    @property
    def legal_moves(self) -> list[str]:
        if self.state in ("right", "shown"):
            return []
        return [str(move) for move in self.position.legal_moves(self.rules)]

    @property
    def hands(self) -> list[str]:
        """The stones that the sides have still to place; none once all are placed."""
        position = self.position
        if not position.white_hand and not position.black_hand:
            return []
        return [
            _("%(side)s: %(hand)s in hand") % {"side": side_name(self.rules, color), "hand": position.hand(color)}
            for color in Color
        ]

    @property
    def answer_data(self) -> dict[str, Any]:
        """What changes with each answer."""
        return {
            "state": self.state,
            "position": self.position.text,
            "last": str(self.last) if self.last else None,
            "legal_moves": self.legal_moves,
            "found": self.found,
            "words": self.words,
            "hands": self.hands,
            "themes": ", ".join(self.themes),
        }

    @property
    def data(self) -> dict[str, Any]:
        """The data for the script of the page."""
        return {
            "answer": self.answer_data,
            "points": POINTS,
            "lines": lines_as_text(),
            "task": self.task,
            "texts": texts_for(self.rules) | {"unsent": _("The server cannot be reached. Please try again.")},
            "preferences": self.preferences,
        }


def shown_exercise(request: HttpRequest, template: str, page: ExercisePage, *, is_refused: bool) -> HttpResponse:
    """The page, or what its script asks for: the answer as JSON."""
    status = 422 if is_refused else 200
    if request.headers.get("Accept") == "application/json":
        return JsonResponse(page.answer_data, status=status)
    return render(request, template, {"page": page}, status=status)
