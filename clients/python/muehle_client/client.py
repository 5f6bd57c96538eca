"""The client: all operations, and what is made of several of them."""

import time
from collections.abc import Iterator

from muehle_client.errors import Refusal, Unreachable
from muehle_client.events import Following, Ready, Reset, State
from muehle_client.operations import Operations
from muehle_client.schema import Event, EventsPage, Game, MoveInputRequest
from muehle_client.transport import LATER, pauses_of

LONG_POLL_SECONDS = 25


class Client(Operations):
    """`Client("https://…", "mue_…")`; without a token it sees what visitors see. Close it, or use it with `with`.

    A call raises Refusal where the server says no, and Unreachable where nothing answers for `patience_seconds`. What
    follows events goes on until it is closed, and raises Refusal alone.
    """

    def play(self, game: Game, move: str) -> Game:
        """Play a move, d6, d6-f6 or d6-f6xa1, in the game as it was seen; returns how it stands then.

        Raises Refusal: `stale_ply` where the game has moved on meanwhile, `illegal_move` with the `legal_moves`, and
        what else the API says of moves.
        """
        wanted: MoveInputRequest = {"move": move, "ply": game["ply"] + 1}
        return self.play_move(game["number"], **wanted)

    def follow(
        self, *, after: int | None = None, timeout_seconds: float | None = None
    ) -> Following[Event | Ready | Reset]:
        """Your events as they happen, each once and in order: those after the number `after`, or from now on.

        Without `after` it begins with `ready`, which has the number so far: look at everything once, and go on reading
        here. A `reset` means that your number was unknown: the same again. It ends with `close()` and, if
        `timeout_seconds` is given, when nothing has come for so long.
        """
        return Following(self._http, "events/", after=after, timeout_seconds=timeout_seconds)

    def follow_game(
        self, number: int, *, after: int | None = None, timeout_seconds: float | None = None
    ) -> Following[Event | Reset | State]:
        """How a game stands (`state`), then its events as they happen; with `after` only these. Ends as `follow()`.

        Visitors may follow too; messages and draw offers are for the two players.
        """
        address = f"games/{number}/events/"
        return Following(self._http, address, after=after, timeout_seconds=timeout_seconds)

    def poll(self, *, after: int | None = None, seconds: int = LONG_POLL_SECONDS) -> Iterator[Event | Reset]:
        """Your events where no stream can be held: by long polls of so many seconds (30 at most), one after the other.

        Each once, from `after` on; 0 is the beginning, and without it they begin with now. A `reset` among them says
        that the server was set back to an earlier state: forget what you know, and read again. Never ends by itself.
        """
        if after is None:
            after = self.list_events(page_size=1)["newest_seq"]
        while True:
            page = self._page_of_events(after, seconds)
            if page["reset"]:
                yield {"type": "reset", "after": page["last_seq"]}
            yield from page["results"]
            after = page["last_seq"]

    def _page_of_events(self, after: int, seconds: int) -> EventsPage:
        """The next page, however long the server is away; raises Refusal for what no patience mends."""
        pauses = pauses_of()
        while True:
            try:
                return self.list_events(after=after, wait=seconds)
            except Unreachable:
                pass
            except Refusal as refusal:
                if refusal.status not in LATER:
                    raise
            time.sleep(next(pauses))
