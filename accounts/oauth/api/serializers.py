"""The JSON of apps, of what they are allowed, and of their sign-in. Nothing here stores anything."""

from typing import Any

from rest_framework import serializers

from accounts.api.fields import ChoiceField, TextField
from accounts.models import App
from accounts.oauth.redirects import LONGEST, validate_redirect_uri
from accounts.oauth.registration import MOST_REDIRECT_URIS
from accounts.scopes import Scope
from accounts.validators import validate_homepage, validate_name


class AppSerializer(serializers.ModelSerializer[App]):
    """An app that you have registered. With `switched_off_at` it was switched off here, and nobody can connect."""

    homepage = serializers.CharField(help_text="Empty where it has none.")
    redirect_uris = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = App
        fields = ("client_id", "name", "homepage", "redirect_uris", "created_at", "switched_off_at")
        read_only_fields = fields


class AppInput(serializers.Serializer[Any]):
    """An app to be registered, or what is to change of one."""

    name = TextField(max_length=50, validators=[validate_name])
    homepage = TextField(max_length=200, validators=[validate_homepage], allow_blank=True, default="")
    redirect_uris = serializers.ListField(
        child=TextField(max_length=LONGEST, validators=[validate_redirect_uri]),
        allow_empty=False,
        max_length=MOST_REDIRECT_URIS,
    )


class ConnectedAppSerializer(serializers.Serializer[Any]):
    """An app that can act for you, with everything that you have allowed it."""

    client_id = serializers.CharField(source="app.client_id")
    name = serializers.CharField(source="app.name")
    homepage = serializers.CharField(source="app.homepage")
    owner = serializers.CharField(source="app.owner.username")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    connected_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class ConnectedAppsSerializer(serializers.Serializer[Any]):
    """All of them, by name."""

    results = ConnectedAppSerializer(many=True)


class GrantInput(serializers.Serializer[Any]):
    """A form of RFC 6749: a code, or a refresh token, for new tokens."""

    grant_type = ChoiceField(choices=["authorization_code", "refresh_token"])
    client_id = TextField(max_length=40)
    code = TextField(max_length=200, required=False, help_text="What the app was sent back with.")
    redirect_uri = TextField(max_length=400, required=False, help_text="As it was when the code was asked for.")
    code_verifier = TextField(
        max_length=128, required=False, help_text="The text whose SHA-256 the `code_challenge` was."
    )
    refresh_token = TextField(max_length=200, required=False)
    scope = TextField(max_length=500, required=False, help_text="With a refresh token: fewer scopes than allowed.")


class GrantSerializer(serializers.Serializer[Any]):
    """Tokens for an app."""

    access_token = serializers.CharField()
    token_type = serializers.ChoiceField(choices=["Bearer"])
    expires_in = serializers.IntegerField(help_text="Seconds for which the access token is good.")
    refresh_token = serializers.CharField()
    scope = serializers.CharField(help_text="What is allowed, with spaces between.")


class RevocationInput(serializers.Serializer[Any]):
    """A form of RFC 7009."""

    token = TextField(max_length=200)
    client_id = TextField(max_length=40)
    token_type_hint = TextField(max_length=40, required=False)


class OAuthErrorSerializer(serializers.Serializer[Any]):
    """A refusal in the form of RFC 6749; `error_description` is for the app's maker."""

    error = serializers.ChoiceField(
        choices=["invalid_request", "invalid_client", "invalid_grant", "invalid_scope", "unsupported_grant_type"]
    )
    error_description = serializers.CharField()
