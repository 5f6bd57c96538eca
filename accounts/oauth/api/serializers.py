"""The JSON of apps, connections and tokens. Nothing here stores anything."""

from typing import Any

from rest_framework import serializers

from accounts.models import App
from accounts.oauth.redirects import LONGEST, validate_redirect_uri
from accounts.oauth.registration import MOST_REDIRECT_URIS
from accounts.validators import validate_homepage, validate_public_name
from kit.fields import ChoiceField, TextField
from kit.scopes import scope_choices


class AppSerializer(serializers.ModelSerializer[App]):
    """An app that you have registered.

    If `switched_off_at` is set, staff have switched it off and nobody can connect. If `held_at` is set, nobody can
    connect either: you secured your account, and somebody else may have changed the app. To end this, send
    `redirect_uris` again.
    """

    homepage = serializers.CharField(help_text="Empty if there is none.")
    redirect_uris = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = App
        fields = ("client_id", "name", "homepage", "redirect_uris", "created_at", "switched_off_at", "held_at")
        read_only_fields = fields


class AppInput(serializers.Serializer[Any]):
    """An app to register, or the fields to change."""

    name = TextField(max_length=50, validators=[validate_public_name])
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
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=scope_choices()))
    connected_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class ConnectedAppsSerializer(serializers.Serializer[Any]):
    """All connected apps, by name."""

    results = ConnectedAppSerializer(many=True)


class GrantInput(serializers.Serializer[Any]):
    """A token request of RFC 6749, as a form: a code or a refresh token in exchange for new tokens."""

    grant_type = ChoiceField(choices=["authorization_code", "refresh_token"])
    client_id = TextField(max_length=40)
    code = TextField(max_length=200, required=False, help_text="The code from the redirect to the app.")
    redirect_uri = TextField(max_length=400, required=False, help_text="The same as in the authorization request.")
    code_verifier = TextField(
        max_length=128, required=False, help_text="The text whose SHA-256 was the `code_challenge`."
    )
    refresh_token = TextField(max_length=200, required=False)
    scope = TextField(max_length=500, required=False, help_text="With a refresh token: a subset of the allowed scopes.")


class GrantSerializer(serializers.Serializer[Any]):
    """Tokens for an app."""

    access_token = serializers.CharField()
    token_type = serializers.ChoiceField(choices=["Bearer"])
    expires_in = serializers.IntegerField(help_text="Lifetime of the access token in seconds.")
    refresh_token = serializers.CharField()
    scope = serializers.CharField(help_text="The allowed scopes, separated by spaces.")


class RevocationInput(serializers.Serializer[Any]):
    """A revocation request of RFC 7009, as a form."""

    token = TextField(max_length=200)
    client_id = TextField(max_length=40)
    token_type_hint = TextField(max_length=40, required=False)


class OAuthErrorSerializer(serializers.Serializer[Any]):
    """An error of RFC 6749; `error_description` is for developers of the app."""

    error = serializers.ChoiceField(
        choices=["invalid_request", "invalid_client", "invalid_grant", "invalid_scope", "unsupported_grant_type"]
    )
    error_description = serializers.CharField()
