"""Periodic tasks of the log, and of what is sent to servers of others."""

from games.core import partitions
from games.core.outgoing import worker
from kit.periodic import SECONDS_A_RUN, periodic_task, run_again


@periodic_task(every=3600.0)
def keep_partitions() -> None:
    """Create and drop the monthly partitions of the tables that are kept for some months."""
    partitions.keep_partitions()


@periodic_task(every=2.0)
def send_outgoing() -> None:
    """Send what is due to webhooks, browsers and chat apps."""
    if worker.work_off(seconds=SECONDS_A_RUN):
        run_again(send_outgoing)
