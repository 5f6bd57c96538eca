"""What may be asked of a game on paper: its diagrams, and their style."""

from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from games.engine.board import STONES_EACH
from games.models import Game
from games.pictures import STYLES, Style
from games.pictures.styles import PAPER

MOST_DIAGRAMS, END_OF_PLACING = 12, 2 * STONES_EACH


class Diagram(NamedTuple):
    """A half-move after which the board is printed, and what is special about it."""

    ply: int
    ends_placing: bool
    is_last: bool


class PrintForm(forms.Form):
    """After which half-moves the board is printed: `plies`, numbers between commas, and in which style."""

    plies = forms.CharField(max_length=80, required=False)
    style = forms.ChoiceField(choices=[(name, name) for name in STYLES], required=False)

    def __init__(self, data: Any, *, game: Game) -> None:
        super().__init__(data)
        self.game = game

    def clean_plies(self) -> list[int]:
        words = self.cleaned_data["plies"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() for word in words) or len(words) > MOST_DIAGRAMS:
            raise forms.ValidationError(
                _("Write the numbers of at most %(most)s half-moves, with commas between them.")
                % {"most": MOST_DIAGRAMS}
            )
        if any(int(word) > self.game.ply for word in words):
            raise forms.ValidationError(_("The last half-move is %(last)s.") % {"last": self.game.ply})
        return sorted({int(word) for word in words})

    @property
    def diagrams(self) -> list[Diagram]:
        """What was asked for; else the end of placing and the end."""
        asked = self.cleaned_data.get("plies") if self.is_valid() else None
        plies = asked or sorted({ply for ply in (END_OF_PLACING, self.game.ply) if ply <= self.game.ply})
        return [Diagram(ply, ply == END_OF_PLACING, ply == self.game.ply) for ply in plies]

    @property
    def chosen_style(self) -> Style:
        return STYLES[(self.is_valid() and self.cleaned_data["style"]) or PAPER.name]

    @property
    def shown_plies(self) -> str:
        """The numbers as they stand in the field."""
        return self.data["plies"] if self.data.get("plies") else ", ".join(str(each.ply) for each in self.diagrams)
