"""Events of webhooks."""

from games.core.event_log import Entry
from games.core.models.events import Event
from games.webhooks.models import Webhook


def webhook_disabled(webhook: Webhook) -> Entry:
    """For its owner alone; `reason` is `failing` or `gone`."""
    data = {"webhook": webhook.pk, "url": webhook.url, "description": webhook.description}
    data |= {"reason": str(webhook.disabled_reason)}
    return Entry(type=Event.Type.WEBHOOK_DISABLED, recipients=(webhook.owner_id,), data=data)
