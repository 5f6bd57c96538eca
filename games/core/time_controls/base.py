"""Texts and form fields of a time control."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from muehle.clocks import Bounds, InvalidParameter, TimeControl

C = TypeVar("C", bound=TimeControl)

# Of a side in a game of usual length.
MOVES = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A parameter in a form: the field `name` in units of so many `unit`, a number or one of a list in `words`."""

    parameter: str
    name: str
    label: Promise
    unit: int = 1
    words: Callable[[int], str] | None = None

    def field(self, bounds: Bounds, *, default: int) -> forms.Field:
        """The field of a form. It is not required, for only one kind of clock is filled in."""
        options: dict[str, Any] = {"label": self.label, "initial": default // self.unit, "required": False}
        least, most = -(-bounds.least // self.unit), bounds.most // self.unit
        if self.words is None:
            return forms.IntegerField(min_value=least, max_value=most, **options)
        choices = [(count, self.words(count)) for count in range(least, most + 1)]
        return forms.TypedChoiceField(choices=choices, coerce=int, **options)


class Presenter(ABC, Generic[C]):
    """Speaks for a kind of time control."""

    kind: ClassVar[type[TimeControl]]
    # For staff.
    name: ClassVar[Promise]
    # The option in the form of challenges.
    label: ClassVar[Promise]
    # For a player who is about to accept: how the clock runs, and when the game is lost.
    explanation: ClassVar[Promise]
    # A sentence for the rules page.
    rule: ClassVar[Promise]
    figures: ClassVar[tuple[Figure, ...]]
    # The error if a number is missing.
    missing: ClassVar[Promise]
    # By the kind's own reasons for which a parameter is not possible.
    faults: ClassVar[Mapping[str, Promise]] = {}

    @abstractmethod
    def sentence(self, clock: C) -> str:
        """The clock as people say it: 3 days per move."""

    @abstractmethod
    def pace(self, figure: Callable[[str], Any]) -> Any:
        """Seconds for each move in a game of MOVES moves. `figure` gives a parameter by name: a number, or a column."""

    def fields(self) -> dict[str, forms.Field]:
        """The fields for its figures, by name, with the defaults of the kind."""
        bounds, defaults = self.kind.bounds(), self.kind().parameters
        return {
            figure.name: figure.field(bounds[figure.parameter], default=defaults[figure.parameter])
            for figure in self.figures
        }

    def clock_from(self, values: Mapping[str, Any]) -> TimeControl:
        """The clock of a form, from cleaned values."""
        return self.kind(**{figure.parameter: values[figure.name] * figure.unit for figure in self.figures})

    def field_of(self, error: InvalidParameter) -> str:
        """The field that is wrong."""
        return next(figure.name for figure in self.figures if figure.parameter == error.parameter)

    def why(self, error: InvalidParameter) -> str:
        """The error of a parameter, as a sentence."""
        return str(self.faults.get(error.reason, _("This is not possible.")))
