"""Downloads: long responses that are made and sent in pieces. Their number is limited, as that of streams is."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from itertools import chain
from threading import Lock
from typing import NamedTuple

from django.http import HttpRequest, StreamingHttpResponse
from rest_framework.request import Request

from kit.errors import Refusal, StreamsFull, TooManyDownloads, raises
from kit.rate_limits import address_of, caller_of

TOKEN, SESSION = "token", "session"


class Slots:
    """A limited number of slots; safe to use from several threads."""

    def __init__(self, *, total: int, per_caller: int, per_address: int, too_many: type[Refusal]) -> None:
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


class Key(NamedTuple):
    """A token by its number, or a session by its key."""

    kind: str
    id: int | str


def key_of(request: Request | HttpRequest) -> Key | None:
    """What the caller came with, and what is sent ends with; None for visitors."""
    if token := getattr(request, "auth", None):
        return Key(TOKEN, token.pk)
    return Key(SESSION, str(request.session.session_key)) if request.user.is_authenticated else None


SLOTS = Slots(total=100, per_caller=1, per_address=25, too_many=TooManyDownloads)
# How much uvicorn buffers for a slow client, which must read it within SLOWEST_SEND_SECONDS.
SLICE_BYTES = 64 * 1024


class Download(StreamingHttpResponse):
    """A response in pieces that ends when the key is revoked. Any WSGI server can send it, in a thread of its own."""

    def __init__(self, pieces: Iterator[bytes], *, slot: Slot, key: Key | None, headers: Mapping[str, str]) -> None:
        super().__init__(pieces, headers={"Cache-Control": "private, no-store", **headers})
        self.slot = slot
        self.key = key
        self._resource_closers.append(slot.release)  # type: ignore[attr-defined]  # Django's own; stubs lose it


@raises(StreamsFull, TooManyDownloads)
def download(pieces: Iterator[bytes], *, request: Request | HttpRequest, headers: Mapping[str, str]) -> Download:
    """A download whose first piece is made already, so that an immediate error becomes a problem response."""
    slot = SLOTS.take(caller_of(request), address=address_of(request))
    try:
        first = next(pieces, b"")
    except BaseException:
        slot.release()
        raise
    return Download(chain([first], pieces), slot=slot, key=key_of(request), headers=headers)
