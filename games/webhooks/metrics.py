"""Metrics of webhooks."""

from games.core.metrics import deliveries_due, deliveries_oldest
from kit.monitoring import MOST_COUNTED, scalar

WEBHOOK = ("webhook",)


@deliveries_due.reader
def _due() -> dict[tuple[str, ...], float]:
    return {WEBHOOK: scalar(_DUE, MOST_COUNTED, MOST_COUNTED)}


@deliveries_oldest.reader
def _oldest() -> dict[tuple[str, ...], float]:
    return {WEBHOOK: scalar(_OLDEST)}


# Each looks at the index webhook_delivery_owed once for each webhook that is on.
_DUE = """
SELECT count(*) FROM (
    SELECT FROM webhooks_webhook AS webhook
    JOIN accounts_user AS owner ON owner.id = webhook.owner_id AND owner.is_active
    CROSS JOIN LATERAL (
        SELECT FROM webhooks_webhookdelivery AS delivery
        WHERE delivery.webhook_id = webhook.id AND status = 'waiting' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT %s
    ) AS due
    WHERE webhook.disabled_at IS NULL LIMIT %s
) AS counted
"""
_OLDEST = """
SELECT extract(epoch FROM now() - min(due.next_attempt_at)) FROM webhooks_webhook AS webhook
JOIN accounts_user AS owner ON owner.id = webhook.owner_id AND owner.is_active
CROSS JOIN LATERAL (
    SELECT next_attempt_at FROM webhooks_webhookdelivery AS delivery
    WHERE delivery.webhook_id = webhook.id AND status = 'waiting' AND next_attempt_at <= now()
    ORDER BY next_attempt_at LIMIT 1
) AS due
WHERE webhook.disabled_at IS NULL
"""
