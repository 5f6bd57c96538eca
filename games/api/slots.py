"""How many streams or downloads a process carries, in all and for one caller. Others find out who the caller is."""

from collections import Counter
from collections.abc import Hashable
from threading import Lock

from games.core.errors import Refusal, StreamsFull, TooManyStreams


class Slots:
    """Places for streams; safe to use from several threads."""

    def __init__(self, *, total: int, per_caller: int, too_many: type[Refusal] = TooManyStreams) -> None:
        self._total = total
        self._too_many = too_many
        self._per_caller = per_caller
        self._taken: Counter[Hashable] = Counter()
        self._lock = Lock()

    def take(self, caller: Hashable) -> "Slot":
        """A place, to be given back by release(). Raises StreamsFull, and TooManyStreams or what is said instead."""
        with self._lock:
            if self._taken.total() >= self._total:
                raise StreamsFull
            if self._taken[caller] >= self._per_caller:
                raise self._too_many(count=self._per_caller)
            self._taken[caller] += 1
        return Slot(self, caller)

    def _give_back(self, caller: Hashable) -> None:
        with self._lock:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]


class Slot:
    """One place; giving it back twice does no harm."""

    def __init__(self, slots: Slots, caller: Hashable) -> None:
        self._slots: Slots | None = slots
        self._caller = caller

    def release(self) -> None:
        slots, self._slots = self._slots, None
        if slots is not None:
            slots._give_back(self._caller)  # noqa: SLF001  (the other half of this file)
