"""A friendly reminder for an opponent who has not moved for long."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_views import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games.api.callers import caller
from games.play import opponent_reminders
from games.play.api.answers import game_answer
from games.play.api.serializers.games import GameSerializer


class ReminderView(Endpoint):
    required_scopes = {"POST": Scope.MESSAGE_WRITE}
    location = "games/{number}/"
    refusals = {"POST": (opponent_reminders.remind,)}

    @extend_schema(
        operation_id="remind_opponent", summary="Remind the opponent", request=None, responses={201: GameSerializer}
    )
    def post(self, request: Request, number: int) -> Response:
        """Remind your opponent to move. You can do so once in a turn, after their clock has run for three days or for
        half of their time."""
        body_of(request)
        return game_answer(request, opponent_reminders.remind(number, caller(request)), status=201)
