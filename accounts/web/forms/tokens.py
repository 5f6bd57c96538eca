"""The form of a new API token."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.scopes import Scope

LIFETIMES_IN_DAYS = [("30", _("30 days")), ("90", _("90 days")), ("365", _("a year")), ("", _("for good"))]


class NewTokenForm(forms.Form):
    description = forms.CharField(label=_("What it is for"), max_length=100)
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("A token that may do nothing is of no use: choose something.")},
    )
    lifetime = forms.ChoiceField(label=_("Valid"), choices=LIFETIMES_IN_DAYS, required=False, initial="90")

    def __init__(self, data: Any = None, *, is_staff: bool) -> None:
        super().__init__(data)
        if not is_staff:
            known = [(value, label) for value, label in Scope.choices if value != Scope.MODERATE]
            self.fields["scopes"].choices = known  # type: ignore[attr-defined]

    @property
    def expires_at(self) -> datetime | None:
        """When the token runs out; None for one that does not."""
        days = self.cleaned_data["lifetime"]
        return timezone.now() + timedelta(days=int(days)) if days else None
