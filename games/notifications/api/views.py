"""Notifications: the list, settings, deliveries, push subscriptions."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from accounts.scopes import PREFERENCE_READ, PREFERENCE_WRITE
from games.core.api.callers import caller, token_of
from games.core.queries import last_seq_of
from games.core.scopes import GAME_READ, WEBHOOK_WRITE
from games.notifications import bell, choices, queries, testing
from games.notifications.api.serializers import (
    NotificationSerializer,
    NotificationSettingsInput,
    NotificationSettingsSerializer,
    PushRenewalInput,
    PushSubscriptionInput,
    PushSubscriptionSerializer,
    SeenInput,
    SeenSerializer,
    SentSerializer,
    notification_settings_data,
    notifications_data,
    push_subscription_data,
    sent_data,
)
from games.notifications.push import subscriptions
from kit.endpoints import Endpoint
from kit.errors import InsufficientScope
from kit.pagination import page_answer
from kit.permissions import has_scope
from kit.requests import body_of, changes_in


class NotificationSettingsView(Endpoint):
    required_scopes = {"GET": PREFERENCE_READ, "PATCH": PREFERENCE_WRITE}

    @extend_schema(
        operation_id="get_notification_settings",
        summary="My notification settings",
        responses=NotificationSettingsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Which notifications come by which channels, when emails are sent, and your quiet hours."""
        user = caller(request)
        return Response(notification_settings_data(user, choices.settings_of(user)))

    @extend_schema(
        operation_id="change_notification_settings",
        summary="Change my notification settings",
        request=NotificationSettingsInput,
        responses=NotificationSettingsSerializer,
    )
    def patch(self, request: Request) -> Response:
        """Change your notification settings. Values and cells of the table that are left out stay as they are.

        Changing cells of webhooks and chat apps also requires the scope `webhook:write`.
        """
        user, changes = caller(request), changes_in(request, NotificationSettingsInput)
        may_send_elsewhere = has_scope(request, WEBHOOK_WRITE)
        if not may_send_elsewhere and choices.concerns_other_channels(user, changes.get("table", {})):
            raise InsufficientScope(WEBHOOK_WRITE.name)
        return Response(notification_settings_data(user, choices.change(user, **changes)))


# A look-up of a foreign name counts as several calls.
SUBSCRIPTION_COST = 10


class PushSubscriptionsView(Endpoint):
    required_scopes = {"GET": WEBHOOK_WRITE, "POST": WEBHOOK_WRITE}
    location = "push-subscriptions/{id}/"
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS
    refusals = {"POST": (subscriptions.subscribe,)}

    throttle_costs = {"POST": SUBSCRIPTION_COST}

    @extend_schema(
        operation_id="list_push_subscriptions",
        summary="My browsers with push notifications",
        responses=PushSubscriptionSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The browsers that receive push notifications, newest first."""
        rows = subscriptions.subscriptions_of(caller(request))
        return page_answer(request, rows, lambda page: [push_subscription_data(row) for row in page])

    @extend_schema(
        operation_id="create_push_subscription",
        summary="Subscribe a browser",
        request=PushSubscriptionInput,
        responses={201: PushSubscriptionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Send your notifications to a browser that has subscribed with the `push_key` of your notification
        settings."""
        token = token_of(request)
        subscription = subscriptions.subscribe(
            caller(request),
            **body_of(request, PushSubscriptionInput),
            device=request.headers.get("User-Agent", ""),
            token=token,
            session_key="" if token else request.session.session_key or "",
        )
        return Response(push_subscription_data(subscription), status=201)


class PushRenewalView(Endpoint):
    required_scopes = {"POST": None}
    refusals = {"POST": (subscriptions.renew,)}
    throttle_cost = SUBSCRIPTION_COST

    @extend_schema(
        operation_id="renew_push_subscription",
        summary="Change the address of a browser",
        request=PushRenewalInput,
        responses={204: None},
    )
    def post(self, request: Request) -> Response:
        """Replace the address of a browser that has received a new one from its push service.

        No login is needed, because a browser also receives notifications after its session has expired; the former
        address and its `auth` identify the browser. If they are unknown, nothing is changed.
        """
        subscriptions.renew(**body_of(request, PushRenewalInput))
        return Response(status=204)


class PushSubscriptionView(Endpoint):
    required_scopes = {"DELETE": WEBHOOK_WRITE}

    @extend_schema(operation_id="delete_push_subscription", summary="Unsubscribe a browser", responses={204: None})
    def delete(self, request: Request, subscription_id: int) -> Response:
        """Delete the push subscription of a browser."""
        subscriptions.unsubscribe(caller(request), subscription_id)
        return Response(status=204)


COST = 10


class NotificationsView(Endpoint):
    required_scopes = {"GET": GAME_READ}
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS

    @extend_schema(
        operation_id="list_notifications", summary="My notifications", responses=NotificationSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """What the bell on the site shows you, newest first."""
        user = caller(request)
        row = choices.settings_of(user)
        return page_answer(
            request,
            bell.items_of(user, row),
            lambda page: notifications_data(page, user, seen=row.bell_seen_seq),
        )


class SeenView(Endpoint):
    required_scopes = {"POST": PREFERENCE_WRITE}
    location = "notifications/"

    @extend_schema(
        operation_id="mark_notifications_seen",
        summary="Mark notifications as seen",
        request=SeenInput,
        responses={201: SeenSerializer},
    )
    def post(self, request: Request) -> Response:
        """Mark your notifications as seen, up to a `seq`. This cannot be undone. The response says how many are new."""
        user, seq = caller(request), body_of(request, SeenInput)["seq"]
        bell.mark_seen(user, min(seq, last_seq_of(user.pk)))
        row = choices.settings_of(user)
        return Response({"seq": row.bell_seen_seq, "unread": bell.unread_count(user, row)}, status=201)


class SentView(Endpoint):
    required_scopes = {"GET": GAME_READ}
    pagination_class: Any = api_settings.DEFAULT_PAGINATION_CLASS

    @extend_schema(
        operation_id="list_sent_notifications", summary="What was sent to me", responses=SentSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """Notifications that were sent to you or wait to be sent, with their status, newest first. They are kept for
        some months."""
        return page_answer(request, queries.sent_to(caller(request)), lambda page: [sent_data(row) for row in page])


class TestView(Endpoint):
    required_scopes = {"POST": PREFERENCE_WRITE}
    throttle_cost = COST

    @extend_schema(
        operation_id="test_notifications", summary="Send me a test notification", request=None, responses={204: None}
    )
    def post(self, request: Request) -> Response:
        """Send a test notification on every channel, such as the bell, email and your webhooks.
        `GET /notifications/deliveries/` shows the results."""
        body_of(request)
        testing.send_test(caller(request))
        return Response(status=204)
