"""The forms of disputes; what may be disputed is in games/disputes/."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.games import Game
from games.disputes import filing
from games.disputes.models import Dispute
from kit.pages import MultilineField

_TEXTS = {
    Dispute.Category.DRAW: _("The game is a draw, but the server did not detect it"),
    Dispute.Category.REPETITION: _("The same position has occurred three times"),
    Dispute.Category.STALLING: _("My opponent is stalling"),
    Dispute.Category.TIMEOUT: _("I lost on time, but should not have"),
    Dispute.Category.ABUSE: _("My opponent sends insulting messages"),
    Dispute.Category.COMPUTER_HELP: _("My opponent uses computer help"),
    Dispute.Category.OTHER: _("Something else"),
}


class DisputeForm(forms.Form):
    """What is wrong in a game, in which words, and which half-moves show it."""

    category = forms.ChoiceField(label=_("What is it about?"), widget=forms.RadioSelect)
    text = MultilineField(
        label=_("What happened?"),
        help_text=_("Not needed for a draw that the server can check itself."),
        max_length=Dispute.LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    plies = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: Any, game: Game, moves: Sequence[int], **options: Any) -> None:
        super().__init__(*args, **options)
        fields: Any = self.fields
        fields["category"].choices = [(each.value, _TEXTS[each]) for each in _fitting(game)]
        fields["plies"].choices = [(ply, ply) for ply in moves]

    @property
    def marked(self) -> set[int]:
        """The half-moves that were ticked, in a form that has come back."""
        plies = self.data.getlist("plies") if self.is_bound else []  # type: ignore[attr-defined]
        return {int(ply) for ply in plies if ply.isascii() and ply.isdigit()}

    def do(self, number: int, player: User) -> Dispute:
        """Open it; raises as open_dispute does."""
        return filing.open_dispute(number, player, **self.cleaned_data)


class AppealForm(forms.Form):
    text = MultilineField(
        label=_("Why should another arbiter look at it?"),
        max_length=Dispute.LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def do(self, number: int, player: User) -> Dispute:
        """Appeal; raises as appeal does."""
        return filing.appeal(number, player, **self.cleaned_data)


def _fitting(game: Game) -> list[Dispute.Category]:
    """The categories that are possible in the current state of a game."""
    lost_on_time = game.termination == Game.Termination.TIMEOUT
    return [each for each in Dispute.Category if each != Dispute.Category.TIMEOUT or lost_on_time]
