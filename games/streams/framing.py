"""The two forms of a stream on the wire: Server-Sent Events, and JSON, a line an event."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from django.http.request import MediaType

from games.streams.logs import EventLine

# How long a browser waits before it comes back, in milliseconds; spread, so that after a restart not all come at once.
SHORTEST_RETRY, LONGEST_RETRY = 1_000, 4_000
# Parsed while everybody else waits, and no client says more.
LONGEST_ACCEPT = 1_000


@dataclass(frozen=True, slots=True)
class StreamFormat:
    """How lines are framed; `silence` is sent at intervals so that no proxy closes the connection.

    `opening` comes directly before whichever of the two is sent first.
    """

    media_type: str
    silence: bytes
    opening: Callable[[], bytes]
    frame: Callable[[EventLine], bytes]


def _sse_opening() -> bytes:
    return b"retry: %d\n" % random.randint(SHORTEST_RETRY, LONGEST_RETRY)  # noqa: S311  (no secret)


def _sse_frame(line: EventLine) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (line.number, line.type.encode(), line.json)


def _ndjson_frame(line: EventLine) -> bytes:
    return line.json + b"\n"


SSE = StreamFormat(media_type="text/event-stream", silence=b": \n\n", opening=_sse_opening, frame=_sse_frame)
NDJSON = StreamFormat(media_type="application/x-ndjson", silence=b"\n", opening=lambda: b"", frame=_ndjson_frame)
FORMS = (SSE, NDJSON)


def wanted_format(accept: str) -> StreamFormat | None:
    """The form of a stream that an Accept header likes best; None where it likes JSON at least as well, or neither.

    Wildcards do not count: a client that accepts anything gets a page, unless it names a stream.
    """
    if len(accept) > LONGEST_ACCEPT:
        return None
    try:
        weights = {f"{each.main_type}/{each.sub_type}": each.quality for each in map(MediaType, accept.split(","))}
    except ValueError:
        return None
    best = max(FORMS, key=lambda stream_format: weights.get(stream_format.media_type, 0.0))
    weight = weights.get(best.media_type, 0.0)
    return best if weight > weights.get("application/json", 0.0) else None
