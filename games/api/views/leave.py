"""My leave: the account, taking it, ending it."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import leave_errors, leaves
from games.api.callers import caller
from games.api.serializers.leave import (
    LeaveAccountSerializer,
    LeaveInput,
    LeaveSerializer,
    account_shape,
    leave_shape,
)
from games.shapes import rfc3339


class LeavesView(Endpoint):
    required_scopes = {"GET": Scope.GAME_READ, "POST": Scope.GAME_PLAY}
    refusals = {
        "POST": (
            leave_errors.LeaveInvalid,
            leave_errors.LeaveOverlaps,
            leave_errors.LeaveNotCovered,
            leave_errors.LeaveNotForBots,
        ),
    }

    @extend_schema(operation_id="get_leave", summary="My leave", responses=LeaveAccountSerializer)
    def get(self, request: Request) -> Response:
        """The account of your leave, and what of it is planned. Nobody else learns of a plan before it begins."""
        now = timezone.now()
        account = leaves.account_of(caller(request), now=now)
        return Response({**account_shape(account), "server_time": rfc3339(now)})

    @extend_schema(
        operation_id="take_leave", summary="Take leave", request=LeaveInput, responses={201: LeaveSerializer}
    )
    def post(self, request: Request) -> Response:
        """Plan leave or begin it now. It holds your clock in every game whose terms allow it."""
        return Response(leave_shape(leaves.take_leave(caller(request), **body_of(request, LeaveInput))), status=201)


class LeaveView(Endpoint):
    required_scopes = {"DELETE": Scope.GAME_PLAY}
    refusals = {"DELETE": (leave_errors.LeaveOver,)}

    @extend_schema(operation_id="end_leave", summary="End leave", responses={204: None})
    def delete(self, request: Request, leave_id: int) -> Response:
        """Give up what is planned, or come back; leave that has begun lasts a day at least."""
        leaves.end_leave(caller(request), leave_id)
        return Response(status=204)
