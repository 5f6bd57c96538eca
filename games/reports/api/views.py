"""Reports over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.api.callers import caller
from games.core.scopes import GAME_READ
from games.disputes.scopes import DISPUTE_WRITE
from games.reports import filing, presenters
from games.reports.api.serializers import ReportInput, ReportSerializer
from kit.endpoints import Endpoint
from kit.pagination import CursorPagination, page_answer
from kit.requests import body_of

COST = 5


class ReportsView(Endpoint):
    pagination_class = CursorPagination
    required_scopes = {"GET": GAME_READ, "POST": DISPUTE_WRITE}
    location = "reports/"
    refusals = {"POST": (filing.report,)}
    throttle_costs = {"POST": COST}

    @extend_schema(operation_id="list_reports", summary="My reports", responses=ReportSerializer(many=True))
    def get(self, request: Request) -> Response:
        """What you have reported, newest first."""
        rows = presenters.reports_of(caller(request))
        return page_answer(request, rows, lambda page: [presenters.report_data(report) for report in page])

    @extend_schema(
        operation_id="report", summary="Report a person", request=ReportInput, responses={201: ReportSerializer}
    )
    def post(self, request: Request) -> Response:
        """Report a message in the spectator chat, a note, a profile, a challenge, a post on the noticeboard of a club,
        or a game to the arbiters; at most ten times a day. The person never learns who has reported them."""
        report = filing.report(caller(request), **body_of(request, ReportInput))
        return Response(presenters.report_data(report), status=201)
