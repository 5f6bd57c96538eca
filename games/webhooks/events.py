"""Events of webhooks."""

from django.utils.translation import gettext_lazy as _

from games.core import event_log
from games.core.event_log import Entry
from games.core.event_types import Audience, event_type
from games.webhooks.api.event_data import WebhookDisabledData
from games.webhooks.models import Webhook, WebhookDelivery

WEBHOOK_DISABLED = event_type(
    "webhook_disabled", _("webhook switched off"), data=WebhookDisabledData, audience=Audience.RECIPIENTS
)
# Receivers tell deliveries apart by these ids.
event_log.add_numbered(WebhookDelivery._meta.db_table)  # noqa: SLF001


def webhook_disabled(webhook: Webhook) -> Entry:
    """Sent only to its owner; `reason` is `failing` or `gone`."""
    data = {"webhook": webhook.pk, "url": webhook.url, "description": webhook.description}
    data |= {"reason": str(webhook.disabled_reason)}
    return Entry(type=WEBHOOK_DISABLED, recipients=(webhook.owner_id,), data=data)
