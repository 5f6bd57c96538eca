"""My browsers that are told by push."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.api.endpoints import Endpoint
from accounts.api.requests import body_of
from accounts.scopes import Scope
from games import errors
from games.api.answers import page_answer
from games.api.callers import caller
from games.api.serializers.push import (
    PushRenewalInput,
    PushSubscriptionInput,
    PushSubscriptionSerializer,
    push_shape,
)
from games.notifications.push import subscriptions
from games.notifications.push.errors import PushEndpointRefused, TooManyPushSubscriptions

# A look-up of somebody else's name is worth several calls.
COST = 10


class PushSubscriptionsView(Endpoint):
    required_scopes = {"GET": Scope.PREFERENCE_READ, "POST": Scope.PREFERENCE_WRITE}
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS
    refusals = {"POST": (PushEndpointRefused, TooManyPushSubscriptions)}

    throttle_costs = {"POST": COST}

    @extend_schema(
        operation_id="list_push_subscriptions",
        summary="My browsers with push notices",
        responses=PushSubscriptionSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The browsers that are told by push, the newest first."""
        rows = subscriptions.subscriptions_of(caller(request))
        return page_answer(request, rows, lambda page: [push_shape(row) for row in page])

    @extend_schema(
        operation_id="create_push_subscription",
        summary="Tell me in this browser",
        request=PushSubscriptionInput,
        responses={201: PushSubscriptionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Have your notices sent to a browser that has subscribed with the `push_key` of your notices."""
        program = request.headers.get("User-Agent", "")
        subscription = subscriptions.subscribe(
            caller(request), device=program, **body_of(request, PushSubscriptionInput)
        )
        return Response(push_shape(subscription), status=201)


class PushRenewalView(Endpoint):
    required_scopes = {"POST": None}
    refusals = {"POST": (errors.NotFound, PushEndpointRefused)}
    throttle_cost = COST

    @extend_schema(
        operation_id="renew_push_subscription",
        summary="My browser has another address",
        request=PushRenewalInput,
        responses={204: None},
    )
    def post(self, request: Request) -> Response:
        """What a browser says whose push service has given it another address: it goes on being told there.

        No login is needed, for a browser is told while its owner is logged out as well; the former address and its
        `auth` say which browser it is. Where they are not known, or no longer, nothing is changed.
        """
        subscriptions.renew(**body_of(request, PushRenewalInput))
        return Response(status=204)


class PushSubscriptionView(Endpoint):
    required_scopes = {"DELETE": Scope.PREFERENCE_WRITE}

    @extend_schema(operation_id="delete_push_subscription", summary="Tell me there no more", responses={204: None})
    def delete(self, request: Request, subscription_id: int) -> Response:
        """Forget a browser of yours."""
        subscriptions.unsubscribe(caller(request), subscription_id)
        return Response(status=204)
