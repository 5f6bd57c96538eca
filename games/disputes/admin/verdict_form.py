"""The verdict as an arbiter writes it, before the domain sees it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import AGAINST_NOBODY, OF_ARBITERS, Verdict
from games.disputes.verdicts import LONGEST_DAYS, MOST_SECONDS, Decision
from games.players.verdict_reasons import StandardReason, as_stored

HOUR = 3600
MOST_HOURS = MOST_SECONDS // HOUR


class VerdictForm(forms.Form):
    """Which button was pressed, and what goes with it."""

    verdict = forms.TypedChoiceField(
        choices=[(verdict.value, verdict.label) for verdict in OF_ARBITERS], coerce=Verdict, empty_value=None
    )
    ready = forms.ChoiceField(
        label=_("Ready-made reason"), choices=[("", _("In my own words")), *StandardReason.choices], required=False
    )
    reason = forms.CharField(
        label=_("Reason"),
        widget=forms.Textarea(attrs={"rows": 5, "aria-describedby": "reason-help"}),
        max_length=Dispute.LONGEST,
        required=False,
    )
    hours = forms.IntegerField(
        label=_("Hours to give back"),
        widget=forms.NumberInput(attrs={"aria-describedby": "hours-help"}),
        min_value=0,
        max_value=MOST_HOURS,
        required=False,
        initial=0,
    )
    against = forms.ChoiceField(label=_("Against"), required=False)
    warning = forms.CharField(
        label=_("What this player reads instead"),
        widget=forms.Textarea(attrs={"rows": 2, "aria-describedby": "warning-help"}),
        max_length=Dispute.LONGEST,
        required=False,
    )
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=LONGEST_DAYS, required=False, initial=7)

    def __init__(self, data: Any = None, *, game: Game) -> None:
        super().__init__(data, auto_id="%s")
        self.game = game
        players = [(str(player.pk), player.name) for player in (game.white, game.black)]
        self.fields["against"].choices = [("", _("nobody")), *players]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        verdict: Verdict | None = values.get("verdict")
        sanction = verdict.row.sanction if verdict else None
        if not values.get("reason", "").strip() and values.get("ready"):
            values["reason"] = str(StandardReason(values["ready"]).label)
        if not values.get("reason", "").strip():
            self.add_error("reason", _("Give a reason; both players will read it."))
        if sanction and not values.get("against") and "against" not in self.errors:
            self.add_error("against", _("Choose the player it is against."))
        if sanction and sanction.lasts and not values.get("days") and "days" not in self.errors:
            self.add_error("days", _("Enter the number of days."))
        if values.get("warning", "").strip() and (verdict in AGAINST_NOBODY or not values.get("against")):
            self.add_error(
                "warning", _("Nobody is warned with this decision. Clear this field, or choose whom to warn.")
            )
        return values

    @property
    def decision(self) -> Decision:
        """The arguments for verdicts.decide(), from a valid form."""
        values = self.cleaned_data
        verdict: Verdict = values["verdict"]
        players = {str(player.pk): player for player in (self.game.white, self.game.black)}
        # Chosen for another button: dismissing a dispute or lifting a sanction is not against a player.
        against = players.get(values["against"]) if verdict not in AGAINST_NOBODY else None
        return Decision(
            verdict=verdict,
            reason=as_stored(values["reason"].strip()),
            seconds=(values["hours"] or 0) * HOUR if verdict.row.resumes else 0,
            against=against,
            days=(values["days"] or 0) if verdict.row.sanction else 0,
            warning=as_stored(values["warning"].strip()),
        )
