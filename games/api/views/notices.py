"""What I am told, and where."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.endpoints import Endpoint
from accounts.api.requests import changes_in
from accounts.scopes import Scope
from games.api.callers import caller
from games.api.serializers.notices import NoticesInput, NoticesSerializer, notices_shape
from games.notifications import choices


class NoticesView(Endpoint):
    required_scopes = {"GET": Scope.PREFERENCE_READ, "PATCH": Scope.PREFERENCE_WRITE}

    @extend_schema(operation_id="get_notices", summary="What I am told", responses=NoticesSerializer)
    def get(self, request: Request) -> Response:
        """Which notices come by which channels, when mails go out, and your quiet hours."""
        user = caller(request)
        return Response(notices_shape(user, choices.settings_of(user)))

    @extend_schema(
        operation_id="change_notices",
        summary="Change what I am told",
        request=NoticesInput,
        responses=NoticesSerializer,
    )
    def patch(self, request: Request) -> Response:
        """Change what is sent; every other cell of the table, and every other value, stays."""
        user = caller(request)
        return Response(notices_shape(user, choices.change(user, **changes_in(request, NoticesInput))))
