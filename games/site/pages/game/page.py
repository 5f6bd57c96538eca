"""The page of a game for one viewer: what its panels share, and the panels, each with the name of its template.

A panel asks for what it needs when the template does, so that a page makes no query for what it does not show.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from accounts.looks import Look
from accounts.models import User
from games.core.labels import as_seen, side_name
from games.core.models.games import Game, PlayedMove
from games.core.queries import moves_of
from games.play.models import DrawOffer
from games.play.presenters import game_data
from games.play.queries import may_see_zwickmuehlen, open_draw_offer
from games.players.models import Relation
from games.players.queries import relation_between
from games.site.pages.game.alerts import Alerts
from games.site.pages.game.asks import Asks
from games.site.pages.game.computers import GameComputers, computers_of
from games.site.pages.game.conditional_moves import ConditionalMovesForms, conditional_moves_forms
from games.site.pages.game.counters import Counters
from games.site.pages.game.forms import ActionForm
from games.site.pages.game.head import Head
from games.site.pages.game.messages import Messages
from games.site.pages.game.more import More
from games.site.pages.game.moves import Moves
from games.site.pages.game.notes import Notes
from games.site.pages.game.offers import PauseOffers, Takebacks, pause_offers_of, takebacks_of
from games.site.pages.game.pending import Pending
from games.site.pages.game.seat import Seat, seat_of
from games.site.pages.game.spectator_chat import SpectatorChat
from games.site.pages.game.strip import WaitingGame, strip_of
from games.web.board import Board
from games.web.preferences import preferences_of
from muehle import Color, Move, Position, RuleSet


@dataclass(frozen=True, kw_only=True)
class GamePage:
    """A game as `viewer` (None for a visitor) sees it at `now`; `asked_ply` is the half-move to look at, if any.

    `waiting` are the numbers of the games in which it is the viewer's move, most urgent first; `sent_from` is the game
    in which they have just moved, if that led here.

    `away` are those of the two who are on leave, with its end. `sent_form` is a form of the page that was refused.

    `last_event` is the last event that the page is known to show: it was read before the game, so that the stream goes
    on from there and misses nothing.
    """

    game: Game
    viewer: User | None
    now: datetime
    last_event: int
    look: Look
    asked_ply: int | None = None
    waiting: Sequence[int] = ()
    sent_from: Game | None = None
    away: Mapping[int, datetime] = field(default_factory=dict)
    sent_form: ActionForm | None = None

    # --- The viewer ---

    @property
    def viewer_id(self) -> int | None:
        return self.viewer.pk if self.viewer else None

    @property
    def color(self) -> Color | None:
        """The side that the viewer plays; none for bots, whose programs play."""
        return None if self.viewer and self.viewer.is_bot else self.game.color_of(self.viewer_id)

    @property
    def is_player(self) -> bool:
        return self.color is not None

    @property
    def opponent(self) -> User:
        """The opponent of the viewer."""
        return self.game.white if self.color is Color.BLACK else self.game.black

    @cached_property
    def relation(self) -> Relation | None:
        """The viewer's relation to the opponent; None for spectators."""
        if self.viewer_id is None or not self.is_player:
            return None
        return relation_between(self.viewer_id, self.game.opponent_id(self.viewer_id))

    @property
    def preferences(self) -> dict[str, bool]:
        return preferences_of(self.viewer, self.look)

    @property
    def next_games(self) -> list[int]:
        """The other games that wait for the viewer, most urgent first."""
        return [number for number in self.waiting if number != self.game.number]

    # --- The game ---

    @property
    def state(self) -> str:
        """What the bar below the board is for: move, wait, frozen or over."""
        if not self.game.is_ongoing:
            return "over"
        return "frozen" if self.is_frozen else "move" if self.is_viewers_turn else "wait"

    @property
    def is_frozen(self) -> bool:
        """Whether a dispute holds the clocks, and no moves are possible."""
        return self.game.is_frozen(now=self.now)

    @property
    def is_viewers_turn(self) -> bool:
        return self.color is not None and self.game.on_move_id == self.viewer_id and not self.is_frozen

    @property
    def mover(self) -> User:
        """The player on move, also in a game that has ended."""
        return self.game.player(self.game.turn)

    @cached_property
    def computers(self) -> GameComputers:
        return computers_of(self.game, self.color)

    @cached_property
    def draw_offer(self) -> DrawOffer | None:
        return open_draw_offer(self.game) if self.is_player else None

    @property
    def is_offer_mine(self) -> bool:
        return self.draw_offer is not None and self.draw_offer.offered_by_id == self.viewer_id

    @cached_property
    def takebacks(self) -> Takebacks:
        return takebacks_of(self.game, self.viewer_id if self.is_player else None, now=self.now)

    @cached_property
    def pause_offers(self) -> PauseOffers:
        return pause_offers_of(self.game, self.viewer_id if self.is_player else None, now=self.now)

    @property
    def may_see_zwickmuehlen(self) -> bool:
        return may_see_zwickmuehlen(self.game, self.viewer_id)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The game as the API and the stream give it."""
        return game_data(self.game, viewer_id=self.viewer_id, now=self.now, moves=self.played)

    # --- The board ---

    @cached_property
    def rules(self) -> RuleSet:
        """The rules of the game, with the stones called as the viewer sees them."""
        return as_seen(self.game.ruleset, self.look.board_style)

    @cached_property
    def played(self) -> list[PlayedMove]:
        return moves_of(self.game)

    @property
    def shown_ply(self) -> int:
        last = self.game.ply
        return last if self.asked_ply is None else min(self.asked_ply, last)

    @property
    def is_at_end(self) -> bool:
        return self.shown_ply == self.game.ply

    @cached_property
    def board(self) -> Board:
        shown = next((move for move in self.played if move.ply == self.shown_ply), None)
        return Board(
            position=Position.parse(shown.position) if shown else Position.start(),
            rules=self.rules,
            flipped=self.color is Color.BLACK,
            last_move=Move.parse(shown.notation) if shown else None,
            label=_("Board: you play %(side)s") % {"side": side_name(self.rules, self.color)}
            if self.color
            else _("Board"),
            marks=self.preferences["marks"],
        )

    @cached_property
    def legal_moves(self) -> list[str]:
        """The legal moves of the viewer, for the form without scripts."""
        if not self.is_viewers_turn:
            return []
        return [str(move) for move in self.game.board.legal_moves(self.game.ruleset)]

    # --- The panels ---

    @cached_property
    def strip(self) -> list[WaitingGame]:
        return [] if self.viewer_id is None else strip_of(self.viewer_id, self.waiting, now=self.now)

    @property
    def top_seat(self) -> Seat:
        return self._seat(Color.WHITE if self.color is Color.BLACK else Color.BLACK)

    @property
    def bottom_seat(self) -> Seat:
        return self._seat(Color.BLACK if self.color is Color.BLACK else Color.WHITE)

    def _seat(self, color: Color) -> Seat:
        shown = self.board.position
        return seat_of(self.game, color, rules=self.rules, shown=shown, is_viewer=self.color is color, now=self.now)

    @cached_property
    def head(self) -> Head:
        return Head(self)

    @cached_property
    def alerts(self) -> Alerts:
        return Alerts(self)

    @cached_property
    def asks(self) -> Asks:
        return Asks(self)

    @cached_property
    def more(self) -> More:
        return More(self)

    @cached_property
    def pending(self) -> Pending:
        return Pending(self)

    @cached_property
    def moves(self) -> Moves:
        return Moves(self)

    @cached_property
    def counters(self) -> Counters:
        return Counters(self)

    @cached_property
    def messages(self) -> Messages:
        return Messages(self)

    @cached_property
    def spectator_chat(self) -> SpectatorChat:
        return SpectatorChat(self)

    @cached_property
    def notes(self) -> Notes:
        return Notes(self)

    @cached_property
    def conditional_moves(self) -> ConditionalMovesForms | None:
        """For the players of an ongoing game."""
        return conditional_moves_forms(self)
