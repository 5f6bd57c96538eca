"""The form to delete an account. The username must be typed, to prevent accidents."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User


class DeletionForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"),
        help_text=_("Type it as it is written here, so that this does not happen by accident."),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )
    ending = forms.BooleanField(
        required=False,
        error_messages={"required": _("As long as a game goes on, the account cannot be deleted without.")},
    )

    def __init__(self, data: Any = None, *, user: User, running: int) -> None:
        super().__init__(data)
        self._name = user.username
        if running:
            text = ngettext("I give up %(count)s game that goes on", "I give up %(count)s games that go on", running)
            self.fields["ending"].label, self.fields["ending"].required = text % {"count": running}, True
        else:
            del self.fields["ending"]

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if name != self._name:
            raise forms.ValidationError(_("This is not your name."))
        return name
