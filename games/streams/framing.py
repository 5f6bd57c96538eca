"""The two forms of a stream on the wire: Server-Sent Events, and JSON, a line an event."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from games.streams.logs import Line

# How long a browser waits before it comes back, in milliseconds; spread, so that after a restart not all come at once.
SHORTEST_RETRY, LONGEST_RETRY = 1_000, 4_000


@dataclass(frozen=True, slots=True)
class Form:
    """How lines are framed; `silence` is sent now and then so that nobody on the way takes the line for dead."""

    media_type: str
    silence: bytes
    opening: Callable[[], bytes]
    frame: Callable[[Line], bytes]


def _sse_opening() -> bytes:
    return b"retry: %d\n\n" % random.randint(SHORTEST_RETRY, LONGEST_RETRY)  # noqa: S311  (no secret)


def _sse_frame(line: Line) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (line.number, line.type.encode(), line.json)


def _ndjson_frame(line: Line) -> bytes:
    # A whole game does not say what it is, as an event does; in the other form the frame says it.
    if line.type == "state":
        return b'{"type":"state","seq":%d,"game":%s}\n' % (line.number, line.json)
    return line.json + b"\n"


SSE = Form(media_type="text/event-stream", silence=b": \n\n", opening=_sse_opening, frame=_sse_frame)
NDJSON = Form(media_type="application/x-ndjson", silence=b"\n", opening=lambda: b"", frame=_ndjson_frame)
FORMS = (SSE, NDJSON)


def wanted_form(accept: str) -> Form | None:
    """The form that an Accept header names; None where it names neither."""
    named = {part.partition(";")[0].strip().lower() for part in accept.split(",")}
    return next((form for form in FORMS if form.media_type in named), None)
