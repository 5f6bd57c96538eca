"""The client: all operations, and what is made of several of them."""

from collections.abc import Iterator

from muehle_client import events
from muehle_client.events import Reset, State
from muehle_client.operations import Operations
from muehle_client.schema import Event, Game, MoveInputRequest

LONG_POLL_SECONDS = 25


class Client(Operations):
    """`Client("https://…", "mue_…")`; without a token it sees what guests see. Close it, or use it with `with`.

    Raises Refusal where the server says no, Unreachable where nothing answers.
    """

    def play(self, game: Game, move: str) -> Game:
        """Play a move in the game as it was seen; where it has moved on meanwhile, `stale_ply` is raised."""
        wanted: MoveInputRequest = {"move": move, "ply": game["ply"] + 1}
        return self.play_move(game["number"], **wanted)

    def follow(self, *, after: int | None = None) -> Iterator[Event | Reset]:
        """Your events as they happen, each once: from `after` on, or from now. Never ends by itself."""
        return events.events_of(self._http, after)

    def follow_game(self, number: int, *, after: int | None = None) -> Iterator[Event | Reset | State]:
        """How a game stands, then its events as they happen; with `after` only these. Never ends by itself."""
        return events.events_of_game(self._http, number, after)

    def poll(self, *, after: int | None = None, seconds: int = LONG_POLL_SECONDS) -> Iterator[Event | Reset]:
        """The same where no stream can be held: by long polls, one after the other."""
        if after is None:
            after = self.list_events(page_size=1)["newest_seq"]
        while True:
            page = self.list_events(after=after, wait=seconds)
            if page["reset"]:
                yield {"type": "reset", "after": page["last_seq"]}
            yield from page["results"]
            after = page["last_seq"]
