"""Metrics of mails and push messages."""

from games.core.metrics import deliveries_due, deliveries_oldest
from games.notifications import choices
from games.notifications.models import Delivery
from kit.monitoring import MOST_COUNTED, DatabaseGauge, scalar

undispatched = DatabaseGauge(
    "muehle_events_undispatched_seconds", "Age of the oldest event whose notifications have not been written down."
)


@undispatched.reader
def _undispatched() -> float:
    return scalar(_UNDISPATCHED)


# Uses the index event_not_dispatched.
_UNDISPATCHED = """
SELECT greatest(0, extract(epoch FROM clock_timestamp() - created_at))
FROM core_event WHERE dispatched_at IS NULL ORDER BY id LIMIT 1
"""


@deliveries_due.reader
def _due() -> dict[tuple[str, ...], float]:
    return _by_channel("count(*)")


@deliveries_oldest.reader
def _oldest() -> dict[tuple[str, ...], float]:
    return _by_channel("extract(epoch FROM now() - min(next_attempt_at))")


def _by_channel(expression: str) -> dict[tuple[str, ...], float]:
    names = sorted(choices.channel_labels().keys() - {Delivery.Channel.BELL.value})
    return {(name,): scalar(_DUE.format(expression=expression), name, MOST_COUNTED) for name in names}


# Uses the index delivery_due: the oldest of the channel.
_DUE = """
SELECT {expression} FROM (
    SELECT next_attempt_at FROM notifications_delivery
    WHERE status = 'waiting' AND channel = %s AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT %s
) AS due
"""
