"""The form of an app."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import App
from accounts.oauth.redirects import validate_redirect_uri
from accounts.oauth.registration import MOST_REDIRECT_URIS
from accounts.validators import validate_homepage, validate_public_name


class AppForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        help_text=_("Users see this name and your username when they connect."),
        max_length=50,
        validators=[validate_public_name],
    )
    homepage = forms.CharField(
        label=_("Website (optional)"),
        max_length=200,
        required=False,
        validators=[validate_homepage],
        widget=forms.URLInput,
    )
    redirect_uris = forms.CharField(
        label=_("Redirect addresses, one per line"),
        help_text=_(
            "Where users are sent back to: https://…, or for programs on their own device http://127.0.0.1/… "
            "(with any port) or a scheme such as com.example.app:/…"
        ),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
    )

    def clean_redirect_uris(self) -> list[str]:
        uris = list(dict.fromkeys(self.cleaned_data["redirect_uris"].split()))
        if len(uris) > MOST_REDIRECT_URIS:
            raise ValidationError(_("At most %(most)s addresses."), params={"most": MOST_REDIRECT_URIS})
        for uri in uris:
            validate_redirect_uri(uri)
        return uris


def values_of(app: App) -> dict[str, Any]:
    """The initial values of the form for an existing app."""
    return {"name": app.name, "homepage": app.homepage, "redirect_uris": "\n".join(app.redirect_uris)}
