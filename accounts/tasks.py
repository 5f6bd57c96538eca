"""Periodic tasks of accounts: data exports and deletions."""

from accounts import idempotency, sessions
from accounts.oauth import connections
from accounts.periodic import periodic_task
from accounts.privacy import erasure, exports


# The copy of whoever has ten thousand games takes a minute or two; exports.LEASE is longer than the limit.
@periodic_task(every=10.0, soft_time_limit=13 * 60, time_limit=14 * 60)
def make_data_exports() -> None:
    """Make the copies of all their data that people have asked for, and write the letters about them."""
    while exports.make_next() or exports.tell_next():
        pass


@periodic_task(every=60.0)
def finish_deletions() -> None:
    """Empty the accounts that were deleted and that nobody has come to empty."""
    erasure.finish_all()


@periodic_task(every=3600.0)
def clean_up() -> None:
    """Delete what is not needed any more: ended sessions and connections, kept answers, old exports."""
    sessions.delete_ended()
    connections.forget_ended()
    idempotency.forget_old()
    exports.forget_old()
    erasure.look_again()
