"""Links by which a player plays one move: signed, for one game and one turn, revocable.

Whoever has the mail has the link, so it opens nothing else: no session, no other game, no other turn. It ends with each
new password, and when mails go to another address.
"""

import hashlib
from dataclasses import dataclass

from django.core import signing

from accounts.models import User
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.core.queries import current_game
from games.notifications import choices
from games.play.events import CONDITIONAL_MOVES_STOPPED
from kit import database_time
from kit.errors import NotFound, raises

_SALT = "games.mail_moves.links"
# The newest events among which a conditional move is looked for.
NEWEST = 200


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn that a link is for: half-move `ply` of the game, by this player."""

    game: Game
    player: User
    ply: int

    @property
    def is_open(self) -> bool:
        """Whether the move can still be played."""
        game = self.game
        is_turn = game.is_ongoing and game.on_move_id == self.player.pk and game.ply + 1 == self.ply
        return is_turn and not game.is_frozen(now=database_time.now())


def token_for(game: Game, player: User) -> str:
    """The signed text in the link for the turn of the player, who is on move."""
    state = _state_of(player, choices.nonce_of(player))
    return signing.dumps([player.pk, game.pk, game.ply + 1, state], salt=_SALT, compress=True)


@raises(current_game, NotFound)
def turn_of(token: str) -> Turn:
    """The turn that the link is for, if it is one of ours and was not revoked.

    A game whose deadline has passed is ended first.
    """
    try:
        user_id, number, ply, state = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    player = User.objects.filter(pk=user_id, is_active=True).first()
    if player is None or _state_of(player, choices.settings_of(player).nonce) != state:
        raise NotFound
    return Turn(current_game(number), player, ply)


def _state_of(player: User, nonce: str) -> str:
    """Changes with password and address, with the end of the account, and when the player ends links in their mails."""
    parts = (nonce, player.password, player.email, player.links_since)
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:32]


def prepared(turn: Turn) -> str:
    """The player's conditional move that was not played in this turn, because a draw was offered; empty without one."""
    rows = UserEvent.objects.filter(user=turn.player).order_by("-seq").select_related("event")[:NEWEST]
    for row in rows:
        event = row.event
        if (
            event.type == CONDITIONAL_MOVES_STOPPED
            and event.game_id == turn.game.pk
            and event.data["ply"] + 1 == turn.ply
        ):
            return str(event.data.get("prepared", ""))
    return ""
