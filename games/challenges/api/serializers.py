"""Challenges as JSON, as input and as output."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import User
from games.challenges.actions import LIFETIME, Proposal
from games.challenges.models import HIGHEST_RATING, LONGEST_TEXT, Challenge
from games.core import rule_sets
from games.core.api.serializers import (
    ClockInput,
    ClockTermsSerializer,
    TermsOfTimeInput,
    TermsOfTimeSerializer,
    clock_of,
)
from games.core.models.terms import Agreement
from games.players.queries import player_by_name
from kit.errors import NotFound
from kit.fields import ChoiceField, FlagField, NameField, NumberField, TextField
from muehle import STANDARD
from muehle.clocks import DAY

BOUNDS = ("min_rating", "max_rating", "min_reliability")


class PartySerializer(serializers.Serializer[Any]):
    """A player of a challenge. The rating is the current one under its rule set and in its pool; null before the first
    rated game.

    The reliability is in percent; null if the player has ended too few games.
    """

    username = serializers.CharField()
    display_name = serializers.CharField(help_text="The name that people read; the username if no other was chosen.")
    bot = serializers.BooleanField()
    guest = serializers.BooleanField()
    rating = serializers.IntegerField(allow_null=True)
    reliability = serializers.IntegerField(allow_null=True)


class RatingChangesSerializer(serializers.Serializer[Any]):
    """By how much a game would change a rating, if it ended now."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class ChallengeSerializer(TermsOfTimeSerializer):
    """A challenge. `colour` is the challenger's. `game` is the number of the game, once the challenge has been
    accepted."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    status = serializers.ChoiceField(choices=Challenge.Status.choices)
    challenger = PartySerializer()
    opponent = PartySerializer(allow_null=True)
    colour = serializers.ChoiceField(choices=Challenge.Colour.choices)
    rules = serializers.ChoiceField(choices=rule_sets.choices())
    rated = serializers.BooleanField()
    rating_changes = RatingChangesSerializer(
        allow_null=True, help_text="Of your rating, if you accept; null for visitors, casual games and your challenges."
    )
    bots_welcome = serializers.BooleanField()
    allows_guests = serializers.BooleanField()
    clock = ClockTermsSerializer()
    answers = serializers.ChoiceField(
        choices=Challenge.Answers.choices,
        allow_null=True,
        help_text="When a computer of this server plays its moves; null in challenges to others.",
    )
    min_rating = serializers.IntegerField(allow_null=True)
    max_rating = serializers.IntegerField(allow_null=True)
    min_reliability = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    decline_reason = serializers.CharField()
    rematch_of = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    server_time = serializers.DateTimeField()


class InvitationSerializer(serializers.Serializer[Any]):
    """The secret of an invitation link. It is not stored and cannot be shown again."""

    secret = serializers.CharField()
    url = serializers.URLField(help_text="The address of the invitation, to be sent to somebody.")


class NewChallengeSerializer(ChallengeSerializer):
    """A new challenge; `invitation` is null unless the kind is `link`."""

    invitation = InvitationSerializer(allow_null=True)


class ChallengesQuery(serializers.Serializer[Any]):
    direction = ChoiceField(choices=["sent", "received"], required=False)
    status = ChoiceField(choices=Challenge.Status.choices, required=False)
    kind = ChoiceField(choices=Challenge.Kind.choices, required=False)


class LobbyQuery(serializers.Serializer[Any]):
    rules = ChoiceField(choices=rule_sets.choices(), required=False)
    bots = FlagField(required=False, help_text="Only challenges by bots (true), or by people (false).")
    bots_welcome = FlagField(
        required=False, help_text="Only challenges that bots may accept too (true), or may not (false)."
    )
    allows_guests = FlagField(
        required=False, help_text="Only challenges that guests may accept too (true), or may not (false)."
    )
    fitting = FlagField(
        default=False,
        help_text="Only challenges for which your ratings and reliability qualify. A visitor counts as a new player.",
    )


class DeclineInput(serializers.Serializer[Any]):
    reason = TextField(max_length=LONGEST_TEXT, allow_blank=True, default="")


class AcceptanceInput(serializers.Serializer[Any]):
    rated_against_bot = FlagField(
        default=False, help_text="You agree that a game against a bot is rated, in the pool `bots`."
    )


class ChallengeInput(TermsOfTimeInput):
    """A challenge to send.

    `direct` requires an `opponent`; `open` may limit the opponent's rating and reliability; the response to `link` has
    a secret.
    """

    kind = ChoiceField(choices=Challenge.Kind.choices)
    opponent = NameField(max_length=30, required=False, help_text="Username; for `direct` only.")
    colour = ChoiceField(choices=Challenge.Colour.choices, default=Challenge.Colour.LOT)
    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)
    rated = FlagField(default=True)
    bots_welcome = FlagField(
        default=False,
        help_text="A bot may accept the challenge. In a challenge to a bot: the game may be rated, in the pool `bots`.",
    )
    allows_guests = FlagField(
        default=True,
        help_text="A guest may accept the challenge. It applies to `open` and `link`, and only to casual games.",
    )
    clock = ClockInput(required=False)
    answers = ChoiceField(
        choices=Challenge.Answers.choices,
        default=Challenge.Answers.AT_ONCE,
        help_text="In a challenge to a computer of this server: when it plays its moves.",
    )
    message = TextField(max_length=LONGEST_TEXT, allow_blank=True, default="")
    min_rating = NumberField(min_value=0, max_value=HIGHEST_RATING, allow_null=True, default=None)
    max_rating = NumberField(min_value=0, max_value=HIGHEST_RATING, allow_null=True, default=None)
    min_reliability = NumberField(
        min_value=1,
        max_value=100,
        allow_null=True,
        default=None,
        help_text="In percent; null for no limit. Players who have no figure yet may accept too.",
    )
    lifetime_seconds = NumberField(min_value=3600, max_value=30 * DAY, default=int(LIFETIME.total_seconds()))

    def validate_opponent(self, username: str) -> User:
        try:
            return player_by_name(username)
        except NotFound as error:
            raise serializers.ValidationError(_("There is no player with this name. Check the spelling.")) from error

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["kind"] == Challenge.Kind.DIRECT) is not ("opponent" in attrs):
            raise serializers.ValidationError(
                {"opponent": _("A direct challenge needs an opponent; other challenges must not name one.")}
            )
        lowest, highest = attrs["min_rating"], attrs["max_rating"]
        bounds = [name for name in BOUNDS if attrs[name] is not None]
        if attrs["kind"] != Challenge.Kind.OPEN and bounds:
            raise serializers.ValidationError(
                {bounds[0]: _("Only an open challenge can ask for a rating or reliability.")}
            )
        if lowest is not None and highest is not None and lowest > highest:
            raise serializers.ValidationError({"max_rating": _("This is below the lowest rating.")})
        return attrs


def proposal_of(fields: dict[str, Any]) -> Proposal:
    """The proposal made from validated fields."""
    return Proposal(
        agreement=Agreement(
            rules=fields["rules"],
            rated=fields["rated"],
            clock=clock_of(fields.get("clock", {})),
            leave_days=fields["leave_days"],
            days_off=fields["days_off"],
            timeout=fields["timeout"],
            total_days=fields["total_days"],
        ),
        colour=fields["colour"],
        bots_welcome=fields["bots_welcome"],
        allows_guests=fields["allows_guests"],
        answers=fields["answers"],
        message=fields["message"],
        min_rating=fields["min_rating"],
        max_rating=fields["max_rating"],
        min_reliability=fields["min_reliability"],
        lifetime=timedelta(seconds=fields["lifetime_seconds"]),
    )
