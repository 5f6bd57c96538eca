"""Forms for moves ahead: lines of conditional moves, and a Zwickmühle that works by itself."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.games import Game
from games.play import conditional_moves
from games.play.models import Plan
from muehle import POINTS
from muehle.programme import Programme

POINT_CHOICES = [(point, point) for point in sorted(POINTS)]


class LinesForm(forms.Form):
    """One line of half-moves a row: the opponent's, the player's answer, and so on. An empty field plans nothing."""

    LONGEST = Plan.MOST_LINES * Plan.LONGEST_LINE * len("d6-f6xa1 ")

    ply = forms.IntegerField(widget=forms.HiddenInput)
    lines = forms.CharField(
        label=_("Your plan as text"),
        help_text=_("One line for each way the game may go: their move, your answer, their next move, your answer …"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 6, "class": "notation", "spellcheck": "false", "placeholder": "d6 f4 d2 b4"}),
    )

    @classmethod
    def of(cls, game: Game, plan: Plan | None) -> "LinesForm":
        """With what is planned."""
        text = "\n".join(" ".join(line) for line in plan.lines) if plan else ""
        return cls(initial={"ply": game.ply + 1, "lines": text})

    @property
    def shown_lines(self) -> list[list[str]]:
        """The text of the field as lines."""
        return _read(str(self["lines"].value() or ""))

    def clean_lines(self) -> list[list[str]]:
        """The half-moves of a line; the rules library checks whether they can be played."""
        lines = _read(self.cleaned_data["lines"])
        if len(lines) > Plan.MOST_LINES or any(len(line) > Plan.LONGEST_LINE for line in lines):
            limits = {"lines": Plan.MOST_LINES, "moves": Plan.LONGEST_LINE}
            raise forms.ValidationError(_("At most %(lines)s lines of %(moves)s half-moves each."), params=limits)
        return lines

    def keep(self, number: int, player: User) -> Plan | None:
        """Plan what a valid form says. Raises what conditional_moves.keep_lines does."""
        return conditional_moves.keep_lines(number, player, self.cleaned_data["lines"], ply=self.cleaned_data["ply"])


class ProgrammeForm(forms.Form):
    """One stone to and fro between two points, and which stones it takes, the dearest first."""

    ply = forms.IntegerField(widget=forms.HiddenInput({"id": "id_programme_ply"}))
    u = forms.ChoiceField(label=_("From"), choices=POINT_CHOICES)
    v = forms.ChoiceField(label=_("and back to"), choices=POINT_CHOICES)
    take = forms.CharField(
        label=_("Stones to take"),
        help_text=_("The points in the order in which you would take them, such as d1 g1 a4."),
        max_length=60,
        widget=forms.TextInput({"class": "notation", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_take(self) -> tuple[str, ...]:
        """As points of the board."""
        points = tuple(self.cleaned_data["take"].lower().replace(",", " ").split())
        wrong = [point for point in points if point not in POINTS]
        if wrong:
            raise forms.ValidationError(_("“%(point)s” is not a point of the board."), params={"point": wrong[0]})
        if len(points) > Plan.MOST_TO_TAKE:
            raise forms.ValidationError(_("At most %(count)s points."), params={"count": Plan.MOST_TO_TAKE})
        return points

    def keep(self, number: int, player: User) -> Plan:
        """Plan what a valid form says. Raises what conditional_moves.keep_programme does."""
        data: dict[str, Any] = self.cleaned_data
        programme = Programme(u=data["u"], v=data["v"], take=data["take"])
        return conditional_moves.keep_programme(number, player, programme, ply=data["ply"])


def _read(text: str) -> list[list[str]]:
    lines = (line.lower().replace(",", " ").split() for line in text.splitlines())
    return [line for line in lines if line]
