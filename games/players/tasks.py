"""Periodic tasks of players."""

from games.players import sanctioned_addresses
from kit.periodic import periodic_task


@periodic_task(every=3600.0)
def forget_sanctioned_addresses() -> None:
    """Delete the digests of addresses whose sanctions have ended."""
    sanctioned_addresses.forget_ended()
