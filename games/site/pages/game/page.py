"""The page of a game for one viewer: the board, the players, the moves, and the possible actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from accounts.looks import Look
from accounts.models import User
from games.challenges.models import Challenge
from games.chat.models import Canned, Message, Note, SpectatorMessage
from games.chat.queries import may_use_spectator_chat, messages_for, own_note, revealed_notes, spectator_messages_for
from games.core.labels import as_seen, side_name
from games.core.models.games import Game, PlayedMove
from games.core.queries import moves_of
from games.play import opponent_reminders
from games.play.ending_words import ending, outcome_sentence
from games.play.models import DrawOffer
from games.play.pages.move_list import ListedMove, MoveRow, listed, rows_of
from games.play.presenters import game_data
from games.play.queries import claim_proof, may_see_zwickmuehlen, open_draw_offer
from games.players import sanctions
from games.players.models import Relation, Sanction
from games.players.queries import relation_between
from games.site.pages.game.action_form import ActionForm
from games.site.pages.game.computers import GameComputers, computers_of
from games.site.pages.game.declined_offers import Declined, declined_offer
from games.site.pages.game.pause_offers import PauseOffers, pause_offers_of
from games.site.pages.game.pauses import first_move_in_words, pauses_in_words
from games.site.pages.game.plans import PlanForms, plan_forms, why_plan_stopped
from games.site.pages.game.player_panels import PlayerPanel, panel_of
from games.site.pages.game.strip import WaitingGame, strip_of
from games.site.pages.game.takebacks import Takebacks, takebacks_of
from games.web.board import Board
from games.web.preferences import preferences_of
from muehle import Color, DrawMode, Move, PlayedAgain, Position, RuleSet

MOST_SPECTATOR_MESSAGES = 100  # The API has the others.


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
    def sent_to(self) -> User | None:
        """The opponent in the game in which the viewer has just moved."""
        return None if self.sent_from is None else self.sent_from.player(self.sent_from.turn)

    @property
    def next_games(self) -> list[int]:
        """The other games that wait for the viewer, most urgent first."""
        return [number for number in self.waiting if number != self.game.number]

    @cached_property
    def strip(self) -> list[WaitingGame]:
        return [] if self.viewer_id is None else strip_of(self.viewer_id, self.waiting, now=self.now)

    @property
    def state(self) -> str:
        """What the bar below the board is for: move, wait, frozen or over."""
        if not self.game.is_ongoing:
            return "over"
        return "frozen" if self.is_frozen else "move" if self.is_viewers_turn else "wait"

    @property
    def asks(self) -> str:
        """What the viewer is asked beside it: draw, takeback, pause, timeout or rematch; empty if nothing."""
        if self.draw_offer and not self.is_offer_mine:
            return "draw"
        if self.takebacks.is_asked:
            return "takeback"
        if self.pause_offers.asked:
            return "pause"
        if self.may_claim_timeout:
            return "timeout"
        asked = self.rematch
        return "rematch" if asked and not asked.game_id and asked.challenger_id != self.viewer_id else ""

    @property
    def is_frozen(self) -> bool:
        """Whether a dispute holds the clocks, and no moves are possible."""
        return self.game.is_frozen(now=self.now)

    @property
    def is_viewers_turn(self) -> bool:
        return self.color is not None and self.game.on_move_id == self.viewer_id and not self.is_frozen

    @cached_property
    def warnings(self) -> list[Sanction]:
        """Warnings that the viewer has to acknowledge before their next move."""
        return list(sanctions.warnings_of(self.viewer)) if self.viewer and self.is_player else []

    @property
    def mover(self) -> User:
        """The player on move, also in a game that has ended."""
        return self.game.player(self.game.turn)

    @cached_property
    def computers(self) -> GameComputers:
        return computers_of(self.game, self.color)

    # --- The board ---

    @cached_property
    def rules(self) -> RuleSet:
        """The rules of the game, with the stones called as the viewer sees them."""
        return as_seen(self.game.ruleset, self.look.board_style)

    @cached_property
    def moves(self) -> list[PlayedMove]:
        return moves_of(self.game)

    @property
    def shown_ply(self) -> int:
        last = self.game.ply
        return last if self.asked_ply is None else min(self.asked_ply, last)

    @property
    def ending(self) -> str:
        """That the game is over and how it ended, as a sentence of its own; empty while it goes on."""
        if self.game.is_ongoing:
            return ""
        who = outcome_sentence(self.game, self.viewer) if self.viewer and self.is_player else ""
        return f"{who} {ending(self.game)}.".strip()

    @property
    def winner(self) -> User | None:
        winners: dict[str, User] = {Game.Result.WHITE_WON: self.game.white, Game.Result.BLACK_WON: self.game.black}
        return winners.get(self.game.result)

    @property
    def is_at_end(self) -> bool:
        return self.shown_ply == self.game.ply

    @cached_property
    def board(self) -> Board:
        shown = next((move for move in self.moves if move.ply == self.shown_ply), None)
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

    @property
    def is_placing(self) -> bool:
        return self.game.board.hand(self.game.turn) > 0

    @cached_property
    def listed(self) -> list[ListedMove]:
        return listed(self.moves, self.rules)

    @property
    def rows(self) -> list[MoveRow]:
        return rows_of(self.listed)

    @property
    def seen(self) -> int:
        """How often the position that is shown had stood by then."""
        if self.is_at_end:
            return self.game.repetitions
        return next((move.seen for move in self.listed if move.ply == self.shown_ply), 1)

    @property
    def again(self) -> PlayedAgain | None:
        """The sequence of moves that has just been repeated in the position that is shown."""
        return next((move.again for move in self.listed if move.ply == self.shown_ply), None)

    @property
    def counts_position(self) -> bool:
        """Whether the counters apply to the position that is shown; not in a game that has ended."""
        return self.game.is_ongoing or not self.is_at_end

    @property
    def first_side(self) -> str:
        return side_name(self.rules, Color.WHITE)

    # --- The seats ---

    @property
    def top_panel(self) -> PlayerPanel:
        return self._panel(Color.WHITE if self.color is Color.BLACK else Color.BLACK)

    @property
    def bottom_panel(self) -> PlayerPanel:
        return self._panel(Color.BLACK if self.color is Color.BLACK else Color.WHITE)

    def _panel(self, color: Color) -> PlayerPanel:
        shown = self.board.position
        return panel_of(self.game, color, rules=self.rules, shown=shown, is_viewer=self.color is color, now=self.now)

    @property
    def may_plan(self) -> bool:
        return self.is_player and self.game.is_ongoing and self.game.on_move_id != self.viewer_id

    @cached_property
    def plan_forms(self) -> PlanForms | None:
        """For the players of an ongoing game."""
        return plan_forms(self)

    @cached_property
    def why_stopped(self) -> str:
        """That the viewer's plan has ended with the last move, and why; empty where it has not."""
        return why_plan_stopped(self.game, self.viewer_id) if self.is_viewers_turn else ""

    @property
    def first_move(self) -> str:
        return first_move_in_words(self.game, viewer_id=self.viewer_id, now=self.now)

    @property
    def pauses(self) -> list[str]:
        """Why the clock stands still, and who is away, in sentences."""
        return pauses_in_words(self.game, away=self.away, viewer_id=self.viewer_id, now=self.now)

    @property
    def may_claim_timeout(self) -> bool:
        return self.game.grace_until is not None and self.is_player and not self.is_viewers_turn

    @property
    def may_remind(self) -> bool:
        owner = self.relation.owner_id if self.relation and not self.relation.blocked else None
        return owner is not None and opponent_reminders.is_possible(self.game, owner, now=self.now)

    @cached_property
    def was_reminded(self) -> bool:
        """Whether the player on move was reminded in this turn; False for a viewer who must not know."""
        known = self.relation
        return bool(known and not (known.muted and self.is_viewers_turn)) and opponent_reminders.was_given(
            self.game, now=self.now
        )

    # --- Draws, messages, rematch ---

    @cached_property
    def draw_offer(self) -> DrawOffer | None:
        return open_draw_offer(self.game) if self.is_player else None

    @property
    def is_offer_mine(self) -> bool:
        return self.draw_offer is not None and self.draw_offer.offered_by_id == self.viewer_id

    @property
    def offer_reason(self) -> str:
        """The reason of the draw offer; empty if the same text is a message that came with the move."""
        offer = self.draw_offer
        if offer is None or (self.relation and self.relation.muted and not self.is_offer_mine):
            return ""
        said = {(message.author_id, message.text) for message in self.messages}
        return "" if (offer.offered_by_id, offer.reason) in said else offer.reason

    @cached_property
    def declined(self) -> Declined | None:
        """How the viewer's draw offer was answered, until the next move."""
        known = self.relation
        if known is None or not self.game.is_ongoing or self.draw_offer:
            return None
        return declined_offer(self.game, known.owner_id, is_muted=known.muted)

    @cached_property
    def takebacks(self) -> Takebacks:
        return takebacks_of(self.game, self.viewer_id if self.is_player else None, now=self.now)

    @cached_property
    def pause_offers(self) -> PauseOffers:
        return pause_offers_of(self.game, self.viewer_id if self.is_player else None, now=self.now)

    @property
    def may_offer_draw(self) -> bool:
        return self.is_player and self.draw_offer is None and not self.is_frozen

    @property
    def may_claim(self) -> bool:
        return self.is_viewers_turn and self.game.ruleset.draw_mode is DrawMode.CLAIM

    @property
    def claimable_draws(self) -> list[str]:
        """The claims that would hold now."""
        claims: list[str] = self.data["claimable_draws"]
        return claims if self.may_claim else []

    @cached_property
    def proof(self) -> dict[str, Any]:
        """The proof of the draw claim that ended the game; empty for every other ending."""
        return claim_proof(self.game)

    @property
    def may_see_zwickmuehlen(self) -> bool:
        return may_see_zwickmuehlen(self.game, self.viewer_id)

    @property
    def may_abort(self) -> bool:
        return self.color is not None and not self.is_frozen and self.game.can_be_aborted_by(self.color)

    @cached_property
    def relation(self) -> Relation | None:
        """The viewer's relation to the opponent; None for spectators."""
        if self.viewer_id is None or not self.is_player:
            return None
        return relation_between(self.viewer_id, self.game.opponent_id(self.viewer_id))

    @property
    def opponent(self) -> User:
        """The opponent of the viewer."""
        return self.game.white if self.color is Color.BLACK else self.game.black

    @cached_property
    def messages(self) -> list[Message]:
        return list(messages_for(self.game, self.viewer_id))

    @property
    def canned(self) -> type[Canned]:
        """The sentences that are ready."""
        return Canned

    @property
    def may_use_spectator_chat(self) -> bool:
        return self.viewer_id is not None and may_use_spectator_chat(self.game, self.viewer_id)

    @cached_property
    def spectator_messages(self) -> list[SpectatorMessage]:
        """The last messages of the spectator chat, the oldest first; empty if the viewer may not read them."""
        if self.viewer_id is None or not self.may_use_spectator_chat:
            return []
        return list(spectator_messages_for(self.game, self.viewer_id)[:MOST_SPECTATOR_MESSAGES])[::-1]

    @cached_property
    def own_note(self) -> Note | None:
        """The notes of the viewer, if they play."""
        return own_note(self.game, self.viewer_id) if self.viewer_id and self.is_player else None

    @cached_property
    def revealed_notes(self) -> list[Note]:
        """The revealed notes of the players; no query before the end."""
        return [] if self.game.is_ongoing else list(revealed_notes(self.game, self.viewer_id))

    @cached_property
    def rematch(self) -> Challenge | None:
        """The rematch that has been asked for or begun, if the viewer is one of the players."""
        if not self.is_player or self.game.is_ongoing:
            return None
        return Challenge.objects.filter(rematch_of=self.game, status__in=Challenge.REMATCH_STATUSES).first()

    # --- For the scripts ---

    @cached_property
    def data(self) -> dict[str, Any]:
        """The game as the API and the stream give it."""
        return game_data(self.game, viewer_id=self.viewer_id, now=self.now, moves=self.moves)

    @property
    def preferences(self) -> dict[str, bool]:
        return preferences_of(self.viewer, self.look)
