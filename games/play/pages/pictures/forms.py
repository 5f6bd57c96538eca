"""The query parameters of pictures, and the errors for invalid ones."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _

from games.core import rule_sets
from games.core.models.games import LONGEST_GAME, LONGEST_NOTATION, LONGEST_POSITION, Game
from games.pictures import STYLES, Orientation, Style
from games.pictures.styles import WOOD
from muehle import MalformedMove, MalformedPosition, Move, Position

NO_OR_YES = [("0", "0"), ("1", "1")]
LYING = ("turned", "quarter", "mirrored")


class PictureForm(forms.Form):
    """The look: `style`, how the board lies, and the language of the words in it.

    It is `mirrored` from left to right, then `turned` to have Black's side below, then by a `quarter` with the clock.
    """

    style = forms.ChoiceField(choices=[(name, name) for name in STYLES], required=False)
    turned = forms.ChoiceField(choices=NO_OR_YES, required=False)
    quarter = forms.ChoiceField(choices=NO_OR_YES, required=False)
    mirrored = forms.ChoiceField(choices=NO_OR_YES, required=False)
    language = forms.ChoiceField(choices=settings.LANGUAGES, required=False)

    @property
    def chosen_style(self) -> Style:
        return STYLES.get(self.cleaned_data["style"], WOOD)

    @property
    def lies(self) -> Orientation:
        turned, quarter, mirrored = (self.cleaned_data[name] == "1" for name in LYING)
        return Orientation(turns=2 * turned + quarter, mirrored=mirrored)

    @property
    def chosen_language(self) -> str:
        return self.cleaned_data["language"] or settings.LANGUAGE_CODE

    @property
    def look(self) -> str:
        """The part of an address that asks for the same look again, to be followed by more."""
        lies = [(name, "1") for name in LYING if self.cleaned_data[name] == "1"]
        return urlencode([("style", self.chosen_style.name), *lies])

    @property
    def complaints(self) -> str:
        """The errors, one a line, each with the name of the parameter."""
        return "\n".join(f"{name}: {' '.join(map(str, texts))}" for name, texts in self.errors.items())


class GamePictureForm(PictureForm):
    """A game as it stood after the half-move `ply`, as it stands now without it; `caption` says who plays."""

    caption = forms.ChoiceField(choices=NO_OR_YES, required=False)
    ply = forms.IntegerField(min_value=0, max_value=LONGEST_GAME, required=False)

    def __init__(self, data: Any, *, game: Game) -> None:
        super().__init__(data)
        self.game = game

    def clean_ply(self) -> int | None:
        ply: int | None = self.cleaned_data["ply"]
        if ply is not None and ply > self.game.ply:
            raise forms.ValidationError(
                _("Half-move %(ply)s has not been played yet; the last one is %(last)s.")
                % {"ply": ply, "last": self.game.ply}
            )
        return ply


class PositionPictureForm(PictureForm):
    """Any `position` as text, perhaps with the `move` that led to it, and the `rules` whose colours it has."""

    position = forms.CharField(max_length=LONGEST_POSITION)
    move = forms.CharField(max_length=LONGEST_NOTATION, required=False)
    rules = forms.ChoiceField(choices=rule_sets.choices, required=False)

    def clean_position(self) -> Position:
        text = self.cleaned_data["position"]
        try:
            return Position.parse(text)
        except MalformedPosition as error:
            raise forms.ValidationError(_("“%(position)s” is not a position.") % {"position": text}) from error

    def clean_move(self) -> Move | None:
        text = self.cleaned_data["move"]
        try:
            return Move.parse(text) if text else None
        except MalformedMove as error:
            raise forms.ValidationError(
                _("“%(move)s” is not a move. Write it like d6, d6-f6 or d6-f6xa1.") % {"move": text}
            ) from error
