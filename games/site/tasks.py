"""The hourly clean-up."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts import idempotency, sessions
from accounts.oauth import connections
from accounts.privacy import erasure, exports
from games.chat import spectators
from games.disputes.models import Dispute
from games.notifications.models import Delivery
from games.webhooks.models import WebhookDelivery

DELIVERIES_KEPT = timedelta(days=90)
WEBHOOK_DELIVERIES_KEPT = timedelta(days=30)


@shared_task
def clean_up() -> None:
    """Delete what nobody will ask for again: ended sessions, kept answers, old deliveries, words taken back."""
    sessions.delete_ended()
    connections.forget_ended()
    idempotency.forget_old()
    exports.forget_old()
    erasure.look_again()
    spectators.forget_taken_back(kept_for=Dispute.objects.pending())
    done = Delivery.objects.exclude(status=Delivery.Status.WAITING)
    done.filter(event__created_at__lt=timezone.now() - DELIVERIES_KEPT).delete()
    WebhookDelivery.objects.filter(created_at__lt=timezone.now() - WEBHOOK_DELIVERIES_KEPT).delete()
