"""The verdict about a person as an arbiter writes it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.disputes.verdicts import LONGEST_DAYS
from games.players.verdict_reasons import LONGEST_REASON, StandardReason, as_stored
from games.reports.cases import Decision
from games.reports.models import PersonCase

Verdict = PersonCase.Verdict


class PersonVerdictForm(forms.Form):
    verdict = forms.ChoiceField(choices=Verdict.choices)
    ready = forms.ChoiceField(
        label=_("Ready-made reason"), choices=[("", _("In my own words")), *StandardReason.choices], required=False
    )
    reason = forms.CharField(
        label=_("Reason"),
        widget=forms.Textarea(attrs={"rows": 5, "aria-describedby": "reason-help"}),
        max_length=LONGEST_REASON,
        required=False,
    )
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=LONGEST_DAYS, required=False, initial=7)
    takes_name = forms.BooleanField(label=_("Remove the display name"), required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="%s")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if not values.get("reason", "").strip() and values.get("ready"):
            values["reason"] = str(StandardReason(values["ready"]).label)
        if not values.get("reason", "").strip():
            self.add_error("reason", _("Give a reason; the person reads it with the sanction."))
        runs = values.get("verdict") in (Verdict.MUTED, Verdict.SUSPENDED)
        if runs and not values.get("days") and "days" not in self.errors:
            self.add_error("days", _("Enter the number of days."))
        if values.get("takes_name") and values.get("verdict") == Verdict.DISMISSED:
            self.add_error("takes_name", _("Choose a sanction as well, so that the person can read the reason."))
        return values

    @property
    def decision(self) -> Decision:
        values = self.cleaned_data
        reason = as_stored(values["reason"].strip())
        return Decision(
            verdict=Verdict(values["verdict"]), reason=reason, days=values["days"] or 0, takes_name=values["takes_name"]
        )
