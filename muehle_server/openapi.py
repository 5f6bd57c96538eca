"""Settings of drf-spectacular, which describes the API."""

from collections.abc import Collection
from typing import Any

from muehle_server import __version__

_SETTINGS: dict[str, Any] = {
    "TITLE": "Mühle correspondence server",
    "DESCRIPTION": (
        "Play Mühle (Nine Men's Morris) by correspondence. Times are in the format of RFC 3339, in UTC; durations "
        "are in seconds. Lists are paginated; follow `next`. Every error is a problem (RFC 9457) with a stable "
        "`code`."
    ),
    "VERSION": __version__,
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "RulesEnum": "games.core.rule_sets.choices",
        "GameStatus": "games.core.models.Game.Status",
        "ChallengeStatus": "games.challenges.models.Challenge.Status",
        "ChallengeKind": "games.challenges.models.Challenge.Kind",
        "DisputeStatus": "games.disputes.models.Dispute.Status",
        "VerdictEnum": "games.disputes.verdict_kinds.Verdict",
        "ReadyEnum": "games.players.verdict_reasons.StandardReason",
        "SanctionKind": "games.players.models.Sanction.Kind",
        "EventType": "games.core.event_types.choices",
        "WebhookDeliveryStatus": "games.webhooks.models.WebhookDelivery.Status",
        "WebhookDeliveryErrorEnum": "games.webhooks.models.WebhookDelivery.Error",
        "NotificationStatus": "games.notifications.models.Delivery.Status",
        "DisabledReasonEnum": "games.webhooks.models.Webhook.OffReason",
        "PushDisabledReason": "games.notifications.models.PushSubscription.OffReason",
        "ChatConnectionDisabledReason": "games.chat_apps.models.ChatConnection.OffReason",
        "CannedMessageKey": "games.chat.models.Canned",
        "Side": "games.core.api.serializers.Side",
        "Claim": ["repetition", "quiet_limit"],
        "ZwickmuehleKindEnum": ["spoke", "ring"],
        "ResultEnum": "games.core.models.games.Game.Result",
        "ProvedResult": ["won", "drawn", "lost"],
        "Point": "muehle.POINTS",
        "Health": ["up", "down"],
    },
    "WEBHOOKS": ["games.webhooks.api.views.EVENT"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "accounts.api.schema.add_security_schemes",
        "kit.schema.add_limits",
        "kit.schema_parts.describe_bodies",
        "kit.schema_parts.describe_headers",
        "games.site.api.examples.add_examples",
        "kit.schema_parts.share_what_repeats",
    ],
}


def spectacular_settings(installed: Collection[str]) -> dict[str, Any]:
    """The settings without what belongs to apps that are not installed."""
    names = {name: found for name, found in _SETTINGS["ENUM_NAME_OVERRIDES"].items() if _is_there(found, installed)}
    webhooks = [found for found in _SETTINGS["WEBHOOKS"] if _is_there(found, installed)]
    return _SETTINGS | {"ENUM_NAME_OVERRIDES": names, "WEBHOOKS": webhooks}


def _is_there(found: str | list[str], installed: Collection[str]) -> bool:
    """Whether it is a list of values, or the path of something outside the apps of the games or in an installed one."""
    if isinstance(found, list) or not found.startswith("games."):
        return True
    return ".".join(found.split(".")[:2]) in installed
