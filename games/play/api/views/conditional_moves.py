"""What a player wants played as soon as the opponent has moved."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_views import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games.api.callers import caller
from games.core.errors import NotAPlayer
from games.core.queries import game_for_viewer
from games.play import conditional_moves
from games.play.api.serializers.conditional_moves import PlanInput, PlanSerializer
from games.play.models import Plan
from games.play.presenters import plan_data
from muehle.programme import Programme


class PlanView(Endpoint):
    required_scopes = {"GET": Scope.GAME_READ, "PUT": Scope.GAME_PLAY, "DELETE": Scope.GAME_PLAY}
    refusals = {
        "GET": (NotAPlayer,),
        "PUT": (conditional_moves.keep_lines, conditional_moves.keep_programme),
        "DELETE": (conditional_moves.drop,),
    }

    @extend_schema(operation_id="get_plan", summary="My conditional moves", responses=PlanSerializer)
    def get(self, request: Request, number: int) -> Response:
        """Your conditional moves in a game. Only you can see them."""
        game = game_for_viewer(number)
        if not game.has_player(caller(request).pk):
            raise NotAPlayer(game)
        return Response(plan_data(game, conditional_moves.plan_of(game, caller(request).pk)))

    @extend_schema(
        operation_id="put_plan", summary="Set my conditional moves", request=PlanInput, responses=PlanSerializer
    )
    def put(self, request: Request, number: int) -> Response:
        """Plan answers to your opponent's next moves while it is their turn: an answer is played immediately and takes
        no time. Or let a Zwickmühle work by itself until your opponent threatens a mill or has three stones left, or
        anything else changes. The new plan replaces the previous one."""
        wanted, player = body_of(request, PlanInput), caller(request)
        plan: Plan | None
        if wanted["programme"]:
            programme = Programme(**{**wanted["programme"], "take": tuple(wanted["programme"]["take"])})
            plan = conditional_moves.keep_programme(number, player, programme, ply=wanted["ply"])
        else:
            plan = conditional_moves.keep_lines(number, player, wanted["lines"], ply=wanted["ply"])
        return Response(plan_data(game_for_viewer(number), plan))

    @extend_schema(operation_id="drop_plan", summary="Delete my conditional moves", responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Delete your conditional moves, if there are any."""
        conditional_moves.drop(number, caller(request))
        return Response(status=204)
