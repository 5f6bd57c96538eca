"""Downloads: long responses that are made and sent in pieces."""

from collections.abc import Iterator, Mapping
from itertools import chain

from django.http import HttpRequest, StreamingHttpResponse
from rest_framework.request import Request

from games.api.slots import Slot, Slots
from games.core.errors import StreamsFull, TooManyDownloads
from games.core.pubsub import Topic
from games.core.rate_limits import address_of, caller_of
from games.core.refusals import raises

TOKEN, SESSION = "token", "session"


def key_of(request: Request | HttpRequest) -> Topic | None:
    """The channel that announces the revocation of the caller's token or session; None for visitors."""
    if token := getattr(request, "auth", None):
        return Topic(TOKEN, token.pk)
    return Topic(SESSION, str(request.session.session_key)) if request.user.is_authenticated else None


SLOTS = Slots(total=100, per_caller=1, per_address=25, too_many=TooManyDownloads)
# How much uvicorn buffers for a slow client, which must read it within SLOWEST_SEND_SECONDS.
SLICE_BYTES = 64 * 1024


class Download(StreamingHttpResponse):
    """A response in pieces that ends when the key is revoked. Any WSGI server can send it, in a thread of its own."""

    def __init__(self, pieces: Iterator[bytes], *, slot: Slot, key: Topic | None, headers: Mapping[str, str]) -> None:
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
