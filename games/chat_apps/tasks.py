"""Periodic tasks of chat apps."""

from accounts.periodic import SECONDS_A_RUN, periodic_task, run_again
from games.chat_apps import delivery


@periodic_task(every=2.0)
def deliver_to_chat_apps() -> None:
    """Send tests and notifications; deliver_notices of notifications creates their deliveries."""
    delivery.send_tests()
    if delivery.deliver(seconds=SECONDS_A_RUN):
        run_again(deliver_to_chat_apps)
