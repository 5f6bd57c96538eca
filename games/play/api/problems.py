"""The additional members of this app's problems."""

from rest_framework import serializers
from rest_framework.request import Request

from games.core.api.callers import viewer_id
from games.core.errors import GameRefusal
from games.core.queries import game_for_viewer
from games.play.api.serializers import GameSerializer
from games.play.presenters import game_data
from kit import database_time
from kit.problems import Problem, add_members, current_state

add_members(
    game=GameSerializer(required=False, help_text="With every refusal in a game: the game as it stands."),
    move=serializers.CharField(required=False),
    line=serializers.IntegerField(required=False),
    half_move=serializers.IntegerField(required=False),
    u=serializers.CharField(required=False),
    v=serializers.CharField(required=False),
    legal_moves=serializers.ListField(child=serializers.CharField(), required=False),
    expected=serializers.IntegerField(required=False),
    position=serializers.CharField(required=False),
    problem=serializers.CharField(required=False),
    claim=serializers.CharField(required=False),
    needed=serializers.IntegerField(required=False, allow_null=True),
    plies=serializers.ListField(child=serializers.IntegerField(), required=False),
    may_remind_at=serializers.DateTimeField(required=False),
)


@current_state(GameRefusal)
def _game(error: GameRefusal, request: Request) -> Problem:
    """The game as it is stored: the one in hand may have been changed before the refusal undid it."""
    if not hasattr(error, "game"):
        return {}
    game = game_for_viewer(error.game.pk)
    return {"game": game_data(game, viewer_id=viewer_id(request), now=database_time.now())}
