"""What logs and reports of errors say of a request's address: neither a secret nor a query.

Whoever has the link of an invitation or of a mail may use it, and logs are read by more people than mails are.
"""

import logging
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.urls import Resolver404, resolve

if TYPE_CHECKING:
    from sentry_sdk.types import Event

# Parameters of URLs that anybody may read. An address with any other one is logged as its pattern.
PUBLIC_PARAMETERS = frozenset(
    {
        *(
            "action",
            "app_label",
            "client_id",
            "colour",
            "connection_id",
            "content_type_id",
            "delivery_id",
            "form",
            "id",
            "language",
        ),
        *(
            "leave_id",
            "sanction_id",
            "message_id",
            "month",
            "name",
            "number",
            "object_id",
            "opponent",
            "pattern",
            "pk",
            "ply",
            "post_id",
            "rules",
            "slug",
            "subscription_id",
        ),
        *("token_id", "username", "webhook_id"),
    }
)
# There may be a secret in an address that was copied badly.
UNKNOWN = "(unknown address)"


def shown_address(request: HttpRequest) -> str:
    """The path if everybody may read it, and otherwise the pattern that it matches."""
    match = request.resolver_match
    if match is None or match.route is None:
        try:
            match = resolve(request.path_info)
        except Resolver404:
            return UNKNOWN
    return request.path if match.kwargs.keys() <= PUBLIC_PARAMETERS else f"/{match.route}"


class RequestLines(logging.Filter):
    """Replaces the address in Django's own lines about a request, and leaves out the tracebacks of refusals."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            # As Django escapes it for a line of a log.
            path = request.path.encode("unicode_escape").decode("ascii")
            record.msg, record.args = record.getMessage().replace(path, shown_address(request)), ()
            # Other handlers would write it down with its address.
            delattr(record, "request")
        if getattr(record, "status_code", 500) < 500:
            record.exc_info = None
        return True


def without_address(event: "Event", _hint: object) -> "Event":
    """A hook of Sentry, which has the pattern of the URL as the event's transaction."""
    request = event.get("request", {})
    event["request"] = {"method": request.get("method", "")}
    if event.get("transaction_info", {}).get("source") == "url":
        event["transaction"] = UNKNOWN
    return event


def without_calls(crumb: dict[str, Any], _hint: object) -> dict[str, Any] | None:
    """A hook of Sentry: the address of a webhook or of a chat app is a secret of its owner."""
    return None if crumb.get("type") == "http" else crumb
