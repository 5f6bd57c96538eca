"""A problem as JSON: the members of RFC 9457, ours, and what single codes add."""

from typing import Any

from rest_framework import serializers

from games.challenges.api.serializers import ChallengeSerializer
from games.play.api.serializers.games import GameSerializer


class LimitSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    requests = serializers.IntegerField()
    seconds = serializers.IntegerField()


class FaultSerializer(serializers.Serializer[Any]):
    """What is wrong with one game of a text; games, lines and half-moves count from 1."""

    game = serializers.IntegerField()
    line = serializers.IntegerField()
    ply = serializers.IntegerField(allow_null=True)
    code = serializers.CharField(help_text="That of the refusal which this game alone would have met.")
    reason = serializers.CharField(allow_null=True)
    why = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Why the request was refused; nothing has changed. `code` is stable, `detail` is for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    request_id = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]  # a field leaves the class again
        child=serializers.ListField(child=serializers.CharField()), required=False, help_text="Messages by field."
    )
    game = GameSerializer(required=False, help_text="The game as it stands, with every refusal in a game.")
    challenge = ChallengeSerializer(
        required=False, help_text="With `challenge_closed`, for who may see it: what has become of it, and its `game`."
    )
    limit = LimitSerializer(required=False)
    required_scope = serializers.CharField(required=False)
    faults = FaultSerializer(many=True, required=False, help_text="With `records_refused`: each game that is wrong.")
    games = serializers.IntegerField(required=False)
    most = serializers.IntegerField(required=False)
    move = serializers.CharField(required=False)
    line = serializers.IntegerField(required=False)
    half_move = serializers.IntegerField(required=False)
    u = serializers.CharField(required=False)
    v = serializers.CharField(required=False)
    reason = serializers.CharField(required=False, help_text="With `illegal_move`: the rule that is broken.")
    why = serializers.CharField(required=False, help_text="The same in words.")
    legal_moves = serializers.ListField(child=serializers.CharField(), required=False)
    ply = serializers.IntegerField(required=False)
    expected = serializers.IntegerField(required=False)
    position = serializers.CharField(required=False)
    problem = serializers.CharField(required=False)
    claim = serializers.CharField(required=False)
    count = serializers.IntegerField(required=False)
    needed = serializers.IntegerField(required=False, allow_null=True)
    plies = serializers.ListField(child=serializers.IntegerField(), required=False)
    longest = serializers.IntegerField(required=False)
    days = serializers.IntegerField(required=False)
    until = serializers.DateTimeField(required=False, help_text="From then on it is possible again.")
    warning = serializers.IntegerField(required=False, help_text="The `id` of the measure to acknowledge.")
    dispute = serializers.IntegerField(required=False, help_text="The one that was decided.")
    appeal_until = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Until when the verdict can be appealed; null where it is final."
    )
    arbiter = serializers.CharField(required=False, help_text="To staff: who has taken the case.")
    longest_days = serializers.IntegerField(required=False)
    balance_seconds = serializers.IntegerField(required=False)
    may_change_at = serializers.DateTimeField(required=False)
    may_nudge_at = serializers.DateTimeField(required=False)
    rating = serializers.IntegerField(required=False)
    reliability = serializers.IntegerField(required=False)
    bot = serializers.CharField(required=False)
    field = serializers.CharField(required=False, help_text="What to send along in order to agree.")
