"""Periodic tasks of the audit log."""

from games.audit import checkpoints, checks
from kit.periodic import periodic_task


@periodic_task(every=3600.0, soft_time_limit=13 * 60, time_limit=14 * 60)
def make_checkpoint() -> None:
    """Sign the audit log once a day, and mail the checkpoint."""
    checkpoints.make_checkpoint()
    checkpoints.mail_checkpoint()


@periodic_task(every=6 * 3600.0, soft_time_limit=13 * 60, time_limit=14 * 60)
def check_audit() -> None:
    """Compare the audit log with the checkpoints, games, verdicts and sanctions."""
    checks.check_and_store()
