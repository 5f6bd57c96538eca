"""A friendly reminder for an opponent who has not moved for long."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import dispute_errors, errors, nudges, talk_errors
from games.api.answers import game_answer
from games.api.callers import caller
from games.api.serializers.games import GameSerializer


class NudgeView(Endpoint):
    required_scopes = {"POST": Scope.MESSAGE_WRITE}
    refusals = {
        "POST": (
            errors.NotAPlayer,
            errors.GameOver,
            dispute_errors.Silenced,
            talk_errors.NudgeOnOwnTurn,
            talk_errors.ClockStands,
            talk_errors.NudgeTooSoon,
            talk_errors.AlreadyNudged,
            errors.PlayerUnavailable,
            errors.PlayerBlocked,
        ),
    }

    @extend_schema(operation_id="nudge", summary="Remind the opponent", request=None, responses={201: GameSerializer})
    def post(self, request: Request, number: int) -> Response:
        """Remind your opponent kindly of his move, once in his turn, when three days or half of his time have run on
        his clock."""
        body_of(request)
        return game_answer(request, nudges.nudge(number, caller(request)), status=201)
