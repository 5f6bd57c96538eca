"""The computers of this server."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.challenges.pages.computers import offered
from games.computer.api.serializers import ComputersPageSerializer
from kit.endpoints import Endpoint
from kit.pagination import whole_answer


class ComputersView(Endpoint):
    required_scopes = {"GET": None}

    @extend_schema(operation_id="list_computers", summary="Computers", responses=ComputersPageSerializer)
    def get(self, _request: Request) -> Response:
        """The computers of this server, weakest first. They accept a direct challenge at once, as long as there is room
        for one more game."""
        data = [
            {
                "username": each.player.username,
                "display_name": each.player.plain_name,
                "level": each.player.computer_level,
                "rating": each.rating,
            }
            for each in offered()
        ]
        return whole_answer(data)
