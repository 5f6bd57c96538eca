"""The form of a chat app: what it needs to know."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.chat_apps.models import ChatConnection
from games.chat_apps.supported import LONGEST_TOKEN, Service
from kit.outgoing.addresses import LONGEST_URL


class ChatAppForm(forms.Form):
    """The fields of one service; what was typed into secret ones is not shown again."""

    description = forms.CharField(label=_("Purpose"), max_length=ChatConnection.LONGEST_DESCRIPTION, required=False)

    def __init__(self, data: Any = None, *, service: Service) -> None:
        self.chat_app = service
        super().__init__(data, auto_id=f"{service.name}_%s", initial={"service": service.name})
        self.fields["service"] = forms.CharField(widget=forms.HiddenInput)
        for field in service.fields:
            attributes = {"autocomplete": "off", "spellcheck": "false", "placeholder": field.example}
            widget = forms.PasswordInput if field.is_secret and field.name != "url" else forms.TextInput
            self.fields[field.name] = forms.CharField(
                label=str(field.label),
                help_text=str(field.help),
                required=field.is_required,
                max_length=LONGEST_URL if field.name == "url" else LONGEST_TOKEN,
                widget=widget(attrs=attributes),
            )
        self.order_fields(["service", *(field.name for field in service.fields), "description"])
