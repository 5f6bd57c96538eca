"""The additional members of this app's problems."""

from rest_framework import serializers

from games.clubs.api.serializers import ROLES
from kit.problems import add_members

add_members(
    role=serializers.ChoiceField(
        choices=ROLES, required=False, help_text="With `club_role_needed`: the least role that is needed."
    ),
)
