"""Limits on the concurrent streams or downloads of a process, in total and for each caller."""

from collections import Counter
from collections.abc import Hashable
from threading import Lock

from games.core.errors import Refusal, StreamsFull, TooManyStreams


class Slots:
    """A limited number of slots; safe to use from several threads."""

    def __init__(self, *, total: int, per_caller: int, too_many: type[Refusal] = TooManyStreams) -> None:
        self._total = total
        self._too_many = too_many
        self._per_caller = per_caller
        self._taken: Counter[Hashable] = Counter()
        self._lock = Lock()

    def take(self, caller: Hashable) -> "Slot":
        """Take a slot, which must be released. Raises StreamsFull, or the error `too_many` of this kind of slots."""
        with self._lock:
            if self._taken.total() >= self._total:
                raise StreamsFull
            if self._taken[caller] >= self._per_caller:
                raise self._too_many(count=self._per_caller)
            self._taken[caller] += 1
        return Slot(self, caller)

    @property
    def taken(self) -> int:
        """How many slots are taken now."""
        with self._lock:
            return self._taken.total()

    def _give_back(self, caller: Hashable) -> None:
        with self._lock:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]


class Slot:
    """One slot. Releasing it twice is harmless."""

    def __init__(self, slots: Slots, caller: Hashable) -> None:
        self._slots: Slots | None = slots
        self._caller = caller

    def release(self) -> None:
        slots, self._slots = self._slots, None
        if slots is not None:
            slots._give_back(self._caller)  # noqa: SLF001  (the other half of this file)
