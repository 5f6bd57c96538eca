"""Limits on the concurrent streams or downloads of a process: in total, for each caller and for each address."""

from collections import Counter
from collections.abc import Hashable
from threading import Lock

from games.core.errors import Refusal, StreamsFull, TooManyStreams


class Slots:
    """A limited number of slots; safe to use from several threads."""

    def __init__(
        self, *, total: int, per_caller: int, per_address: int, too_many: type[Refusal] = TooManyStreams
    ) -> None:
        self._total = total
        self._per_address = per_address
        self._too_many = too_many
        self._per_caller = per_caller
        self._taken: Counter[Hashable] = Counter()
        self._of_addresses: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, caller: Hashable, *, address: str) -> "Slot":
        """Take a slot, which must be released. Raises StreamsFull, or the error `too_many` of this kind of slots.

        Accounts are free, so all callers behind an address have a share of the places in common.
        """
        with self._lock:
            if self._taken[caller] >= self._per_caller:
                raise self._too_many(count=self._per_caller)
            if self._taken.total() >= self._total or self._of_addresses[address] >= self._per_address:
                raise StreamsFull
            self._taken[caller] += 1
            self._of_addresses[address] += 1
        return Slot(self, caller, address)

    @property
    def taken(self) -> int:
        """How many slots are taken now."""
        with self._lock:
            return self._taken.total()

    def _give_back(self, caller: Hashable, address: str) -> None:
        with self._lock:
            self._taken -= Counter([caller])
            self._of_addresses -= Counter([address])


class Slot:
    """One slot. Releasing it twice is harmless."""

    def __init__(self, slots: Slots, caller: Hashable, address: str) -> None:
        self._slots: Slots | None = slots
        self._caller = caller
        self._address = address

    def release(self) -> None:
        slots, self._slots = self._slots, None
        if slots is not None:
            slots._give_back(self._caller, self._address)  # noqa: SLF001  (the other half of this file)
