"""The additional members of this app's problems."""

from rest_framework import serializers
from rest_framework.request import Request

from games.challenges.api.answers import challenges_data
from games.challenges.api.serializers import ChallengeSerializer
from games.challenges.errors import ChallengeClosed
from games.challenges.queries import challenge_for_viewer
from kit.errors import NotFound
from kit.problems import Problem, add_members, current_state

add_members(
    challenge=ChallengeSerializer(
        required=False,
        help_text="With `challenge_closed`, if you may see it: the challenge as it stands, with its `game`.",
    ),
    rating=serializers.IntegerField(required=False),
    reliability=serializers.IntegerField(required=False),
    bot=serializers.CharField(required=False),
    field=serializers.CharField(required=False, help_text="The field to send in order to agree."),
)


@current_state(ChallengeClosed)
def _challenge(error: ChallengeClosed, request: Request) -> Problem:
    """The challenge as it is stored, if the caller may see it."""
    try:
        challenge = challenge_for_viewer(error.challenge.number, request.user.pk)
    except NotFound:
        return {}
    (data,) = challenges_data([challenge], reader=request.user)
    return {"challenge": data}
