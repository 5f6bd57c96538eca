"""Following a log: every event once and in order, however often the line breaks."""

import json
import time
from collections.abc import Iterator
from typing import Any, Literal, TypedDict, cast

import httpx

from muehle_client.errors import Refusal
from muehle_client.schema import Event, Game
from muehle_client.transport import LATER, asked_pause, given, pauses_of, problem_of

NDJSON = "application/x-ndjson"


class Ready(TypedDict):
    """The stream is open, and from here on nothing is missed: what was before `after` is to be read once."""

    type: Literal["ready"]
    after: int


class Reset(TypedDict):
    """The server does not know the number that you came with: forget what you know and read again."""

    type: Literal["reset"]
    after: int


class State(TypedDict):
    """How a game stood when its stream began."""

    type: Literal["state"]
    seq: int
    game: Game


def follow(http: httpx.Client, address: str, after: int | None) -> Iterator[dict[str, Any]]:
    """The lines of a stream from `after` on, or from now; goes on by itself after every break.

    Raises Refusal for what no patience mends.
    """
    pauses = pauses_of()
    while True:
        pause = None
        try:
            with http.stream("GET", address, params=given({"after": after}), headers={"Accept": NDJSON}) as stream:
                pause = _require_stream(stream)
                for line in stream.iter_lines() if pause is None else ():
                    if line.strip():
                        event = json.loads(line)
                        after = event.get("seq", event.get("after", after))
                        pauses = pauses_of()
                        yield event
        except httpx.TransportError:
            pass
        time.sleep(next(pauses) if pause is None else pause)


def events_of(http: httpx.Client, after: int | None) -> Iterator[Event | Ready | Reset]:
    """The events of the token's owner, which begin with `ready` unless `after` is given."""
    for event in follow(http, "events/", after):
        yield cast("Event | Ready | Reset", event)


def events_of_game(http: httpx.Client, number: int, after: int | None) -> Iterator[Event | Reset | State]:
    """The events of a game, which begin with its state unless `after` is given."""
    for event in follow(http, f"games/{number}/events/", after):
        yield cast("Event | Reset | State", event)


def _require_stream(stream: httpx.Response) -> float | None:
    """Seconds to wait where the server asks for patience, None where the stream is open."""
    if not stream.is_error:
        return None
    stream.read()
    if stream.status_code in LATER:
        return asked_pause(stream) or 1.0
    raise Refusal(problem_of(stream))
