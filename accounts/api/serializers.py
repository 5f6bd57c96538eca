"""The JSON of accounts and tokens, as input and as output. Nothing here stores anything."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts import names, preferences, tokens
from accounts.models import AccessToken, User
from accounts.models.users import validate_time_zone
from kit import database_time
from kit.fields import ChoiceField, FlagField, InstantField, TextField
from kit.scopes import scope_choices, scope_names
from kit.texts import validate_name

MOST_TESTED = 20


class AccountSerializer(serializers.ModelSerializer[User]):
    """Your account and its preferences. The email address is null for a token without `email:read`."""

    display_name = serializers.CharField(source="plain_name")
    display_name_changeable_at = serializers.SerializerMethodField(
        help_text="When the display name can be changed again; null if it can be changed now."
    )
    email = serializers.EmailField(
        allow_null=True, help_text="The primary address, once it is confirmed; empty until then."
    )
    bot = serializers.BooleanField(source="is_bot", help_text="A program plays with this account.")
    guest = serializers.BooleanField(source="is_guest", help_text="The player has no account.")

    class Meta:
        model = User
        fields = (
            "username",
            "display_name",
            "display_name_changeable_at",
            "email",
            *preferences.NAMES,
            "date_joined",
            "bot",
            "guest",
            "operator",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_display_name_changeable_at(self, user: User) -> str | None:
        at = names.terms_of(user).changeable_at
        return serializers.DateTimeField().to_representation(at) if at else None


class PreferencesInput(serializers.Serializer[Any]):
    """The preferences to change, and the display name."""

    display_name = TextField(
        max_length=30,
        required=False,
        allow_blank=True,
        help_text="The name that others read; if empty, they read the username. Its letters must be of one script, "
        "and it must not look like the name of another account.",
    )
    language = ChoiceField(choices=User.Language.choices, required=False)
    time_zone = TextField(max_length=64, validators=[validate_time_zone], required=False)
    board_style = ChoiceField(choices=User.BoardStyle.choices, required=False)
    color_scheme = ChoiceField(choices=User.ColorScheme.choices, required=False)
    marks = FlagField(required=False)
    confirm_moves = FlagField(required=False)
    touch_move = FlagField(required=False)
    go_on = FlagField(required=False)
    sounds = FlagField(required=False)
    email_on_your_move = FlagField(required=False)
    email_on_game_over = FlagField(required=False)
    emergency_day = FlagField(
        required=False,
        help_text="Use a day of leave, if one is left, instead of losing on time. It pauses the clocks of all your "
        "games.",
    )


class TokenSerializer(serializers.ModelSerializer[AccessToken]):
    """A token without its secret."""

    scopes = serializers.ListField(child=serializers.ChoiceField(choices=scope_choices()))
    expires_at = serializers.DateTimeField()

    class Meta:
        model = AccessToken
        fields = ("id", "description", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at")
        read_only_fields = fields


class NewTokenSerializer(TokenSerializer):
    """A token with its secret, which is shown only once."""

    secret = serializers.CharField(read_only=True)

    class Meta:
        model = AccessToken
        fields = (*TokenSerializer.Meta.fields, "secret")
        read_only_fields = fields


class TestedTokenSerializer(serializers.Serializer[Any]):
    """A token's owner, scopes and expiry, and the app that it was issued to; null for a personal one."""

    alive = serializers.BooleanField()
    username = serializers.CharField(allow_null=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=scope_choices()))
    expires_at = serializers.DateTimeField(allow_null=True)
    client_id = serializers.CharField(allow_null=True)
    app = serializers.CharField(allow_null=True)


class TestedTokensSerializer(serializers.Serializer[Any]):
    """The results, in the order of the request."""

    results = TestedTokenSerializer(many=True)


def tested_token_data(token: AccessToken | None) -> dict[str, Any]:
    """The fields of TestedTokenSerializer; None if the secret belongs to no usable token."""
    app = token.connection.app if token is not None and token.connection is not None else None
    return {
        "alive": token is not None,
        "username": token.user.username if token is not None else None,
        "scopes": token.scopes if token is not None else [],
        "expires_at": token.expires_at if token is not None else None,
        "client_id": app.client_id if app is not None else None,
        "app": app.name if app is not None else None,
    }


class TokensInput(serializers.Serializer[Any]):
    """The secrets to test."""

    tokens = serializers.ListField(child=TextField(max_length=200), allow_empty=False, max_length=MOST_TESTED)


class TokenInput(serializers.Serializer[Any]):
    """A token to create."""

    description = TextField(max_length=100, validators=[validate_name])
    scopes = serializers.ListField(
        child=ChoiceField(choices=scope_choices()), allow_empty=False, max_length=len(scope_names())
    )
    expires_at = InstantField(
        required=False,
        help_text=_("At most a year from now. If left out: a year from now."),
        error_messages={
            "null": _(
                "A token must expire. Give a time within the next year, or leave this out: then it is valid for a year."
            )
        },
    )

    def validate_scopes(self, scopes: list[str]) -> list[str]:
        return sorted(set(scopes))

    def validate_expires_at(self, moment: datetime) -> datetime:
        now = database_time.now()
        if moment <= now:
            raise serializers.ValidationError(_("This time is in the past."))
        if moment > now + tokens.LONGEST_LIFETIME:
            raise serializers.ValidationError(_("A token is valid for a year at most."))
        return moment
