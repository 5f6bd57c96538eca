"""The form of a report."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.models.games import Game
from games.reports import filing
from games.reports.models import Report
from kit.pages import MultilineField


class ReportForm(forms.Form):
    """What is wrong; about a game as a whole also whom it is about."""

    against = forms.ChoiceField(label=_("Who is it about?"), widget=forms.RadioSelect)
    text = MultilineField(
        label=_("What is wrong?"), max_length=Report.LONGEST, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, *args: Any, game: Game | None, reader: User, **options: Any) -> None:
        super().__init__(*args, **options)
        if game is None:
            del self.fields["against"]
            return
        players = [player for player in (game.white, game.black) if player.pk != reader.pk]
        self.fields["against"].choices = [(player.username, player.shown_name) for player in players]  # type: ignore[attr-defined]

    def do(self, reader: User, *, subject: str, number: int | None, against: str) -> Report:
        """Report it; raises as filing.report does."""
        values = {"against": against} | self.cleaned_data
        return filing.report(reader, subject=subject, number=number, **values)
