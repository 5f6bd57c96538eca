"""Periodic tasks of webhooks."""

from datetime import timedelta

from django.utils import timezone

from accounts.periodic import SECONDS_A_RUN, periodic_task
from games.webhooks import worker
from games.webhooks.models import WebhookDelivery

DELIVERIES_KEPT = timedelta(days=30)


@periodic_task(every=2.0)
def deliver_webhooks() -> None:
    """Create deliveries for webhooks, and send them; what is left is sent by the next run."""
    worker.work_off(seconds=SECONDS_A_RUN)


@periodic_task(every=3600.0)
def clean_up() -> None:
    """Delete deliveries that are older than a month."""
    WebhookDelivery.objects.filter(created_at__lt=timezone.now() - DELIVERIES_KEPT).delete()
