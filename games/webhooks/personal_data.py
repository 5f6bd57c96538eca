"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "webhooks.json",
        _("your webhooks, without their secrets"),
        of="webhooks.Webhook.owner",
        columns="url description types created_at failing_since rests_until disabled_at disabled_reason "
        "token=token__description",
    ),
    table(
        "webhook-deliveries.ndjson",
        _("what was sent to your webhooks"),
        of="webhooks.WebhookDelivery.webhook__owner",
        columns="url=webhook__url type=user_event__event__type status attempts created_at delivered_at attempted_at "
        "duration_seconds status_code excerpt error",
    ),
)


erasure.add(gone=("webhooks.Webhook.owner",))
