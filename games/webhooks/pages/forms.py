"""The form of a webhook: where it leads and what is sent there."""

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.core import event_types
from games.webhooks.models import Webhook


def _types() -> list[tuple[str, str]]:
    """In the active language: the module is imported once."""
    return [(value, capfirst(str(label))) for value, label in event_types.choices()]


class WebhookForm(forms.Form):
    """The fields have the names of the webhook's columns; whether it may lead there is decided in games/webhooks."""

    url = forms.CharField(
        label=_("Address"),
        help_text=_("It begins with https:// and must be reachable from the internet."),
        max_length=Webhook.LONGEST_URL,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    description = forms.CharField(label=_("Purpose"), max_length=Webhook.LONGEST_DESCRIPTION, required=False)
    types = forms.MultipleChoiceField(
        label=_("Events"),
        help_text=_("If none is selected, all events are sent, including types added later."),
        choices=_types,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
