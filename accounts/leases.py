"""How long a worker may still act on rows that it has leased.

A lease is a time in a row. A worker that hangs does not notice that it runs out, so that another worker has taken over
when it wakes. What it stores then is refused, because the row has another fencing value. What it sends cannot be taken
back: it asks its lease immediately before it sends.
"""

import time
from datetime import timedelta

# CLOCK_BOOTTIME counts the time in which the machine was suspended.
_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Lease:
    """Make it before the row is leased: it is over no later than the lease in the row."""

    def __init__(self, length: timedelta) -> None:
        self._seconds = length.total_seconds()
        self._began = time.clock_gettime(_STEADY), time.time()

    def has(self, seconds: float) -> bool:
        """Whether it lasts for so many seconds more. A paused virtual machine shows in one of the clocks only."""
        steady, wall = self._began
        passed = max(time.clock_gettime(_STEADY) - steady, time.time() - wall)
        return passed + seconds < self._seconds
