"""Periodic tasks of webhooks."""

from datetime import timedelta

from games.webhooks.models import WebhookDelivery
from kit import database_time
from kit.periodic import periodic_task, run_again, work_off

DELIVERIES_KEPT = timedelta(days=30)


@periodic_task(every=3600.0)
def clean_up() -> None:
    """Delete deliveries that are older than a month."""
    if work_off(delete_old):
        run_again(clean_up)


def delete_old(*, limit: int = 1_000) -> int:
    """Delete up to `limit` of the oldest deliveries that are old enough; returns how many."""
    old = WebhookDelivery.objects.filter(created_at__lt=database_time.now() - DELIVERIES_KEPT).order_by("created_at")
    return WebhookDelivery.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()[0]
