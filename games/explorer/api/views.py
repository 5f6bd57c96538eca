"""The opening explorer."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.analysis.board import start_position
from games.explorer.api.serializers import OpeningQuery, OpeningSerializer
from games.explorer.bands import BANDS
from games.explorer.presenters import opening_data
from games.explorer.queries import opening_of
from kit.endpoints import Endpoint
from kit.requests import query_of
from muehle import RULESETS


class OpeningView(Endpoint):
    required_scopes = {"GET": None}
    refusals = {"GET": (start_position,)}

    @extend_schema(
        operation_id="get_opening",
        summary="What was played in a position",
        parameters=[OpeningQuery],
        responses=OpeningSerializer,
    )
    def get(self, request: Request) -> Response:
        """The moves that were played on this server while stones were being placed, the most frequent first, and how
        those games ended. Positions that a symmetry of the board leads to each other count as one. Games between people
        count that ended with a result after at least four half-moves; a game counts some seconds after its end."""
        wanted = query_of(request, OpeningQuery)
        rules, year = RULESETS[wanted["rules"]], wanted.get("year")
        band = BANDS[wanted["band"]] if "band" in wanted else None
        position = start_position(wanted.get("position"), rules=rules.name)
        opening = opening_of(position, rules=rules, band=band, year=year)
        return Response(opening_data(opening, position, rules, band, year))
