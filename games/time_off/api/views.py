"""The caller's leave and days off."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.api.callers import caller
from games.core.presenters import rfc3339
from games.core.scopes import GAME_PLAY, GAME_READ
from games.time_off import days_off
from games.time_off.api.serializers import (
    WEEKDAYS,
    DaysOffInput,
    DaysOffSerializer,
    LeaveAccountSerializer,
    LeaveInput,
    LeaveSerializer,
    account_data,
    leave_data,
    week_data,
)
from games.time_off.leave import account_of, end_leave, take_leave
from kit import database_time
from kit.endpoints import Endpoint
from kit.requests import body_of


class DaysOffView(Endpoint):
    required_scopes = {"GET": GAME_READ, "PUT": GAME_PLAY}
    guests = False
    refusals = {"PUT": (days_off.change_days_off,)}

    @extend_schema(operation_id="get_days_off", summary="My days off", responses=DaysOffSerializer)
    def get(self, request: Request) -> Response:
        """The weekdays and public holidays on which your clocks are paused, in games whose terms allow it."""
        return Response(week_data(days_off.week_of(caller(request), now=database_time.now())))

    @extend_schema(
        operation_id="change_days_off",
        summary="Change my days off",
        request=DaysOffInput,
        responses=DaysOffSerializer,
    )
    def put(self, request: Request) -> Response:
        """Replace your days off from now on. They can be changed again after a week."""
        wanted = body_of(request, DaysOffInput)
        weekdays = [WEEKDAYS.index(day) for day in wanted["weekdays"]]
        region = wanted["region"] or ""
        week = days_off.change_days_off(
            caller(request), weekdays=weekdays, region=region, time_zone=wanted["time_zone"]
        )
        return Response(week_data(week))


class LeavesView(Endpoint):
    required_scopes = {"GET": GAME_READ, "POST": GAME_PLAY}
    guests = False
    location = "leave/{id}/"
    refusals = {"POST": (take_leave,)}

    @extend_schema(operation_id="get_leave", summary="My leave", responses=LeaveAccountSerializer)
    def get(self, request: Request) -> Response:
        """Your leave account with your planned leave. Others do not see leave before it begins."""
        now = database_time.now()
        account = account_of(caller(request), now=now)
        return Response({**account_data(account), "server_time": rfc3339(now)})

    @extend_schema(
        operation_id="take_leave", summary="Take leave", request=LeaveInput, responses={201: LeaveSerializer}
    )
    def post(self, request: Request) -> Response:
        """Plan leave, or begin it now. Your clocks are paused in all games whose terms allow it."""
        return Response(leave_data(take_leave(caller(request), **body_of(request, LeaveInput))), status=201)


class LeaveView(Endpoint):
    required_scopes = {"DELETE": GAME_PLAY}
    guests = False
    refusals = {"DELETE": (end_leave,)}

    @extend_schema(operation_id="end_leave", summary="End or cancel leave", responses={204: None})
    def delete(self, request: Request, leave_id: int) -> Response:
        """Cancel planned leave, or end current leave. Current leave lasts at least a day."""
        end_leave(caller(request), leave_id)
        return Response(status=204)
