"""My webhooks, what was sent to them, and what can be done about it."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.api.permissions import HasScope, IsFreshToChange
from games.core.api.callers import caller, token_of
from games.core.scopes import WEBHOOK_WRITE
from games.webhooks import actions
from games.webhooks.api.serializers import (
    WebhookChanges,
    WebhookDeliverySerializer,
    WebhookInput,
    WebhookSerializer,
    WebhookWithSecretSerializer,
    delivery_data,
    webhook_body,
    webhook_data,
    webhook_with_secret,
)
from kit.endpoints import Endpoint
from kit.pagination import page_answer
from kit.requests import body_of, changes_in

# A look-up of a foreign name, or a request to a foreign server, counts as several calls.
COST = 10
EVENT = OpenApiWebhook(
    "event",
    extend_schema(
        summary="An event, sent to a webhook",
        description="Signed as in Standard Webhooks, and with `t=…` and `v1=…` in `Webhook-Signature`; see the "
        "guide. Answer with 2xx within 10 seconds, and process the event afterwards. Any other answer is "
        "a failure, and the event is sent again; 410 switches the webhook off.",
        request=webhook_body(),
        responses={"2XX": OpenApiResponse(description="The event has been received.")},
    ),
)


class WebhooksView(Endpoint):
    required_scopes = {"GET": WEBHOOK_WRITE, "POST": WEBHOOK_WRITE}
    location = "webhooks/{id}/"
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS
    permission_classes = [HasScope, IsFreshToChange]
    refusals = {"POST": (actions.create,)}

    throttle_costs = {"POST": COST}

    @extend_schema(operation_id="list_webhooks", summary="My webhooks", responses=WebhookSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your webhooks, newest first."""
        rows = actions.webhooks_of(caller(request))
        return page_answer(request, rows, lambda page: [webhook_data(row) for row in page])

    @extend_schema(
        operation_id="create_webhook",
        summary="Create a webhook",
        request=WebhookInput,
        responses={201: WebhookWithSecretSerializer},
    )
    def post(self, request: Request) -> Response:
        """Send your events to an address from now on. The response has the `secret` of the signatures."""
        webhook = actions.create(caller(request), **body_of(request, WebhookInput), token=token_of(request))
        return Response(webhook_with_secret(webhook), status=201)


class WebhookView(Endpoint):
    required_scopes = dict.fromkeys(("GET", "PATCH", "DELETE"), WEBHOOK_WRITE)
    permission_classes = [HasScope, IsFreshToChange]
    refusals = {"PATCH": (actions.change,)}

    throttle_costs = {"PATCH": COST}

    @extend_schema(operation_id="get_webhook", summary="One of my webhooks", responses=WebhookSerializer)
    def get(self, request: Request, webhook_id: int) -> Response:
        """A webhook that you have created."""
        return Response(webhook_data(actions.webhook_of(caller(request), webhook_id)))

    @extend_schema(
        operation_id="change_webhook", summary="Change a webhook", request=WebhookChanges, responses=WebhookSerializer
    )
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Change a webhook, or switch it off or on. Events that happen while it is off are not sent later."""
        changes = changes_in(request, WebhookChanges)
        webhook = actions.change(caller(request), webhook_id, **changes, token=token_of(request))
        return Response(webhook_data(webhook))

    @extend_schema(operation_id="delete_webhook", summary="Delete a webhook", responses={204: None})
    def delete(self, request: Request, webhook_id: int) -> Response:
        """Delete a webhook with its deliveries. Nothing more is sent."""
        actions.delete(caller(request), webhook_id)
        return Response(status=204)


class WebhookTestView(Endpoint):
    required_scopes = {"POST": WEBHOOK_WRITE}
    location = "webhooks/{webhook_id}/deliveries/"
    throttle_cost = COST
    refusals = {"POST": (actions.ping,)}

    @extend_schema(
        operation_id="test_webhook",
        summary="Send a ping to a webhook",
        request=None,
        responses={201: WebhookDeliverySerializer},
    )
    def post(self, request: Request, webhook_id: int) -> Response:
        """Send a `ping`, once. The deliveries show the result."""
        body_of(request)
        return Response(delivery_data(actions.ping(caller(request), webhook_id)), status=201)


class WebhookSecretView(Endpoint):
    required_scopes = {"POST": WEBHOOK_WRITE}
    permission_classes = [HasScope, IsFreshToChange]
    location = "webhooks/{webhook_id}/"

    @extend_schema(
        operation_id="rotate_webhook_secret",
        summary="Change the secret of a webhook",
        request=None,
        responses={201: WebhookWithSecretSerializer},
    )
    def post(self, request: Request, webhook_id: int) -> Response:
        """Create a new secret. For 24 hours, everything is signed with both the new and the former secret."""
        body_of(request)
        return Response(webhook_with_secret(actions.rotate_secret(caller(request), webhook_id)), status=201)


class WebhookDeliveriesView(Endpoint):
    required_scopes = {"GET": WEBHOOK_WRITE}
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS

    @extend_schema(
        operation_id="list_webhook_deliveries",
        summary="Deliveries of a webhook",
        responses=WebhookDeliverySerializer(many=True),
    )
    def get(self, request: Request, webhook_id: int) -> Response:
        """What was sent to a webhook or waits to be sent, newest first. Deliveries are kept for 30 days."""
        rows = actions.deliveries_of(actions.webhook_of(caller(request), webhook_id))
        return page_answer(request, rows, lambda page: [delivery_data(row) for row in page])


class RedeliveryView(Endpoint):
    required_scopes = {"POST": WEBHOOK_WRITE}
    location = "webhooks/{webhook_id}/deliveries/"
    throttle_cost = COST
    refusals = {"POST": (actions.redeliver,)}

    @extend_schema(
        operation_id="redeliver_webhook",
        summary="Repeat a delivery",
        request=None,
        responses={201: WebhookDeliverySerializer},
    )
    def post(self, request: Request, webhook_id: int, delivery_id: int) -> Response:
        """Send an event once more, with the same `Webhook-Id`. If it is still waiting, it is sent now."""
        body_of(request)
        return Response(delivery_data(actions.redeliver(caller(request), webhook_id, delivery_id)), status=201)
