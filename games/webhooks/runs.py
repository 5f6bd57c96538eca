"""The lease of the run that sends. Its fencing value rises whenever it passes to another worker."""

from datetime import timedelta

from accounts import database_time
from accounts.models.rows import fetched
from games.webhooks.models import WebhookRun

# Renewed whenever the run looks for deliveries. If its worker dies, the others wait for so long.
LEASE = timedelta(seconds=20)

_BEGIN = """
INSERT INTO webhooks_webhookrun AS run (id, fence, leased_until) VALUES (1, 1, %(until)s)
ON CONFLICT (id) DO UPDATE SET fence = run.fence + 1, leased_until = EXCLUDED.leased_until
WHERE run.leased_until <= %(now)s
RETURNING fence
"""


def begin() -> int | None:
    """The fencing value of a new run; None while another worker has the lease."""
    now = database_time.now()
    rows = fetched(_BEGIN, {"now": now, "until": now + LEASE})
    return rows[0][0] if rows else None


def renew(fence: int) -> bool:
    """Whether the run still has its lease, which is extended."""
    now = database_time.now()
    return bool(WebhookRun.objects.filter(fence=fence, leased_until__gt=now).update(leased_until=now + LEASE))


def end(fence: int) -> None:
    """Give the lease back, unless it has passed to another worker."""
    WebhookRun.objects.filter(fence=fence).update(leased_until=database_time.now())
