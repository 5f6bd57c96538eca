"""Periodic tasks of players."""

from games.players import recomputing, sanctioned_addresses
from kit.periodic import periodic_task, run_again, work_off


@periodic_task(every=3600.0)
def forget_sanctioned_addresses() -> None:
    """Delete the digests of addresses whose sanctions have ended."""
    sanctioned_addresses.forget_ended()


@periodic_task(every=5.0)
def recompute_ratings() -> None:
    """Compute ratings again where games count no more."""
    if work_off(recomputing.recompute_next):
        run_again(recompute_ratings)
