"""Periodic tasks of toasts."""

from datetime import timedelta

from django.utils import timezone

from kit.periodic import periodic_task
from tests.games.core.subjects.toasts.models import Toast


@periodic_task(every=3600.0)
def forget_old_toasts() -> None:
    """Delete toasts that are older than a year."""
    Toast.objects.filter(created_at__lt=timezone.now() - timedelta(days=365)).delete()
