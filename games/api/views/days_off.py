"""My days off."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import days_off, leave_errors
from games.api.callers import caller
from games.api.serializers.days_off import WEEKDAYS, DaysOffInput, DaysOffSerializer, week_shape


class DaysOffView(Endpoint):
    required_scopes = {"GET": Scope.GAME_READ, "PUT": Scope.GAME_PLAY}
    refusals = {"PUT": (leave_errors.DaysOffInvalid, leave_errors.DaysOffJustChanged)}

    @extend_schema(operation_id="get_days_off", summary="My days off", responses=DaysOffSerializer)
    def get(self, request: Request) -> Response:
        """The weekdays and public holidays on which your clocks stand still, where the terms of a game allow it."""
        return Response(week_shape(days_off.week_of(caller(request), now=timezone.now())))

    @extend_schema(
        operation_id="change_days_off",
        summary="Change my days off",
        request=DaysOffInput,
        responses=DaysOffSerializer,
    )
    def put(self, request: Request) -> Response:
        """Have these days off from now on, and no others. They hold for a week: then they can be changed again."""
        wanted = body_of(request, DaysOffInput)
        weekdays = [WEEKDAYS.index(day) for day in wanted["weekdays"]]
        region = wanted["region"] or ""
        week = days_off.change_days_off(
            caller(request), weekdays=weekdays, region=region, time_zone=wanted["time_zone"]
        )
        return Response(week_shape(week))
