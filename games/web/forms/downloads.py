"""The form on a player's page that says which games are to be downloaded."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.exports.choice import Choice, Outcome
from games.exports.texts import Form
from games.models import Game
from games.models.terms import Rules

STATUSES = (("", _("All")), (Game.Status.FINISHED, _("Finished")), (Game.Status.ONGOING, _("Ongoing")))
OUTCOMES = (("", _("Every")), (Outcome.WON, _("won")), (Outcome.DRAWN, _("drawn")), (Outcome.LOST, _("lost")))
FORMS = ((Form.PGN, _("Text (PGN-like)")), (Form.NDJSON, _("Data (NDJSON)")))


class DownloadForm(forms.Form):
    """Everything may be left out. Days are those of the reader's time zone, the last one to its end."""

    status = forms.ChoiceField(label=_("Games"), choices=STATUSES, required=False, initial=Game.Status.FINISHED)
    outcome = forms.ChoiceField(label=_("Result"), choices=OUTCOMES, required=False)
    rules = forms.ChoiceField(label=_("Rules"), choices=[("", _("All")), *Rules.choices], required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    form = forms.ChoiceField(label=_("Form"), choices=FORMS, required=False, initial=Form.PGN, widget=forms.RadioSelect)

    def clean_since(self) -> datetime | None:
        """The beginning of that day."""
        return _beginning_of(self.cleaned_data["since"])

    def clean_until(self) -> datetime | None:
        """The beginning of the day after."""
        return _beginning_of(self.cleaned_data["until"], days_later=1)

    def clean(self) -> dict[str, Any]:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since >= until:
            self.add_error("until", _("This is before the first day."))
        return self.cleaned_data

    def choice_of(self, player: User) -> Choice:
        """The player's games that are wanted, newest first."""
        wanted = self.cleaned_data
        return Choice(
            player=player,
            outcome=Outcome(wanted["outcome"]) if wanted["outcome"] else None,
            since=wanted["since"],
            until=wanted["until"],
            columns={name: wanted[name] for name in ("status", "rules") if wanted[name]},
        )

    @property
    def chosen_form(self) -> Form:
        return Form(self.cleaned_data["form"] or Form.PGN)


def _beginning_of(day: date | None, *, days_later: int = 0) -> datetime | None:
    if day is None:
        return None
    try:
        moment = timezone.make_aware(datetime.combine(day + timedelta(days=days_later), time.min))
        return moment.astimezone(timezone.get_default_timezone())
    except OverflowError as error:
        raise forms.ValidationError(_("This is too far away.")) from error
