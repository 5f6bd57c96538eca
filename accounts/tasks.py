"""Periodic tasks of accounts: data exports and deletions."""

from celery import shared_task

from accounts.privacy import erasure, exports


# The copy of whoever has ten thousand games takes a minute or two; exports.LEASE is longer than the limit.
@shared_task(soft_time_limit=13 * 60, time_limit=14 * 60)
def make_data_exports() -> None:
    """Make the copies of all their data that people have asked for, and write the letters about them."""
    while exports.make_next() or exports.tell_next():
        pass


@shared_task
def finish_deletions() -> None:
    """Empty the accounts that were deleted and that nobody has come to empty."""
    erasure.finish_all()
