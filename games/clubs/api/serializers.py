"""Clubs as JSON."""

from typing import Any

from rest_framework import serializers

from games.clubs.models import LONGEST_ABOUT, LONGEST_NAME, LONGEST_POST, Club, Post, Role
from games.core import rule_sets
from games.core.models.terms import Pool
from games.players.api.serializers import NamedPlayerSerializer
from kit.fields import ChoiceField, FlagField, TextField
from muehle import STANDARD

ROLES = [(role.code, role.label) for role in Role]
LONGEST_SECRET = 64


class ClubsQuery(serializers.Serializer[Any]):
    q = TextField(max_length=60, required=False, help_text="Words that the name has, in any case.")


class ClubSerializer(serializers.Serializer[Any]):
    slug = serializers.SlugField(help_text="As in its address; it never changes.")
    name = serializers.CharField()
    about = serializers.CharField(help_text="Empty if the club says nothing of itself.")
    admission = serializers.ChoiceField(
        choices=Club.Admission.choices, help_text="Whether one joins freely, on request, or by a link only."
    )
    members = serializers.IntegerField(help_text="How many there are.")
    founded_at = serializers.DateTimeField()


class ClubChanges(serializers.Serializer[Any]):
    about = TextField(max_length=LONGEST_ABOUT, allow_blank=True, required=False)
    admission = ChoiceField(choices=Club.Admission.choices, required=False)


class ClubInput(ClubChanges):
    name = TextField(
        max_length=LONGEST_NAME, help_text="3 to 40 characters, by the rules of display names. It never changes."
    )


class ClubMemberSerializer(NamedPlayerSerializer):
    role = serializers.ChoiceField(choices=ROLES)
    since = serializers.DateTimeField()


class OwnMembershipSerializer(serializers.Serializer[Any]):
    """What you are in a club."""

    status = serializers.ChoiceField(
        choices=["member", "requested"], help_text="`requested` until an officer accepts you."
    )
    role = serializers.ChoiceField(choices=ROLES, allow_null=True, help_text="Null if you are no member yet.")
    since = serializers.DateTimeField(help_text="Since when you are a member, or when you asked.")


class JoinInput(serializers.Serializer[Any]):
    secret = TextField(max_length=LONGEST_SECRET, required=False, help_text="That of the club’s link, if you have it.")


class RoleInput(serializers.Serializer[Any]):
    role = ChoiceField(choices=ROLES, help_text="With `owner` you hand the club over, and are an officer then.")


class JoinRequestSerializer(NamedPlayerSerializer):
    """A player who would like to join."""

    asked_at = serializers.DateTimeField()
    was_removed = serializers.BooleanField(help_text="An officer has removed them from the club before.")


class ClubLinkSerializer(serializers.Serializer[Any]):
    """The link by which one joins at once. It is shown only once."""

    secret = serializers.CharField()
    url = serializers.URLField()


class PostSerializer(serializers.Serializer[Any]):
    """A post on the noticeboard of a club."""

    id = serializers.IntegerField()
    author = serializers.CharField()
    text = serializers.CharField(allow_null=True, help_text="Null if the post was removed.")
    created_at = serializers.DateTimeField()
    removed_by = serializers.ChoiceField(choices=Post.RemovedBy.choices, allow_null=True)


class PostInput(serializers.Serializer[Any]):
    text = TextField(max_length=LONGEST_POST)


class ClubRankingQuery(serializers.Serializer[Any]):
    rules = ChoiceField(choices=rule_sets.choices(), default=STANDARD.name)
    pool = ChoiceField(choices=Pool.choices, default=Pool.PEOPLE.value)
    provisional = FlagField(default=False, help_text="The members with a provisional rating instead of a settled one.")


class RankedMemberSerializer(NamedPlayerSerializer):
    """A member in the ranking of a club."""

    place = serializers.IntegerField(help_text="In the club; members with the same rating share it.")
    rating = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Rated games.")
    rated_at = serializers.DateTimeField(allow_null=True, help_text="When the last rated game ended.")
