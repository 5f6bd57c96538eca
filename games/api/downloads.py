"""Answers that may be long: made and sent piece by piece."""

from collections.abc import Iterator, Mapping
from itertools import chain

from django.http import HttpRequest, StreamingHttpResponse
from rest_framework.request import Request

from games.api.slots import Slot, Slots
from games.core.errors import TooManyDownloads
from games.core.pubsub import Topic
from games.core.rate_limits import caller_of

TOKEN, SESSION = "token", "session"


def key_of(request: Request | HttpRequest) -> Topic | None:
    """What the caller came with; a guest came with nothing."""
    if token := getattr(request, "auth", None):
        return Topic(TOKEN, token.pk)
    return Topic(SESSION, str(request.session.session_key)) if request.user.is_authenticated else None


SLOTS = Slots(total=100, per_caller=1, too_many=TooManyDownloads)
# What uvicorn holds for a client that does not read; it has to take so much in SLOWEST_SEND_SECONDS.
SLICE_BYTES = 64 * 1024


class Download(StreamingHttpResponse):
    """An answer in pieces, for whoever has the key. Any WSGI server can send it too, in a thread of its own."""

    def __init__(self, pieces: Iterator[bytes], *, slot: Slot, key: Topic | None, headers: Mapping[str, str]) -> None:
        super().__init__(pieces, headers={"Cache-Control": "private, no-store", **headers})
        self.slot = slot
        self.key = key
        self._resource_closers.append(slot.release)  # type: ignore[attr-defined]  # Django's own; stubs lose it


def download(pieces: Iterator[bytes], *, request: Request | HttpRequest, headers: Mapping[str, str]) -> Download:
    """The answer to the request, with its first piece made already: what fails at once is then refused in words.

    Raises StreamsFull, TooManyDownloads.
    """
    slot = SLOTS.take(caller_of(request))
    try:
        first = next(pieces, b"")
    except BaseException:
        slot.release()
        raise
    return Download(chain([first], pieces), slot=slot, key=key_of(request), headers=headers)
