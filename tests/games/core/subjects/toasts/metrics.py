"""Metrics of toasts."""

from kit.monitoring import DatabaseGauge
from tests.games.core.subjects.toasts.models import Toast

toasts = DatabaseGauge("muehle_toasts", "Toasts.")


@toasts.reader
def _toasts() -> float:
    return Toast.objects.count()
