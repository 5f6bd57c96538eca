"""Games as pictures: what goes into them, for everybody alike. How they are drawn is games/pictures."""

from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.models.users import user_from_columns
from games.core.models.games import Game, PlayedMove
from games.core.queries import move_at
from games.pictures import UPRIGHT, BoardPicture, Card, CardPlayer, Orientation, letters
from games.pictures.styles import WOOD, Style
from games.play.ending_words import ending
from games.play.templatetags.clocks import time_words
from muehle import Move, Position


@dataclass(frozen=True, kw_only=True)
class PictureOfGame:
    """A game after the half-move `asked_ply`, or as it stands."""

    game: Game
    asked_ply: int | None = None
    style: Style = WOOD
    lies: Orientation = UPRIGHT
    has_caption: bool = False

    @property
    def ply(self) -> int:
        return self.game.ply if self.asked_ply is None else self.asked_ply

    @cached_property
    def _named(self) -> Game:
        """The game with players by their usernames whose display names the faces of pictures have no letters for."""
        game = copy(self.game)
        game.white, game.black = _drawable(game.white), _drawable(game.black)
        return game

    @cached_property
    def _move(self) -> PlayedMove | None:
        return move_at(self.game, self.ply)

    @property
    def is_final(self) -> bool:
        """Whether the same address will always show the same picture."""
        return self.asked_ply is not None

    @property
    def modified_at(self) -> datetime:
        """When what is shown came about."""
        shown = self._move.played_at if self._move else self.game.started_at
        return shown if self.is_final else self.game.finished_at or shown

    @property
    def board(self) -> BoardPicture:
        game, move = self.game, self._move
        return BoardPicture(
            position=Position.parse(move.position) if move else Position.start(),
            style=self.style,
            colours=game.ruleset.colours,
            lies=self.lies,
            last_move=Move.parse(move.notation) if move else None,
            title=f"{self.names}, {self.ply}",
            caption=f"{self.names}: {self.words}" if self.has_caption else "",
        )

    @property
    def card(self) -> Card:
        """The board with who plays and how it stands, in the language in force."""
        game = self._named
        seats = (
            CardPlayer(name=game.black.shown_name, is_first=False),
            CardPlayer(name=game.white.shown_name, is_first=True),
        )
        return Card(
            board=self.board,
            seats=seats[::-1] if self.lies.has_black_below else seats,
            words=self.words,
            note=f"{game.get_rules_display()} · {time_words(game)}",
        )

    @property
    def names(self) -> str:
        return f"{self._named.white.shown_name} – {self._named.black.shown_name}"

    @property
    def words(self) -> str:
        """The state of the game: the result, or the number of half-moves and the side to move."""
        if not self.is_final and not self.game.is_ongoing:
            return ending(self._named)
        if self.is_final:
            return _("Half-move %(ply)s") % {"ply": self.ply}
        mover = self._named.white if self.ply % 2 == 0 else self._named.black
        return _("%(name)s to move, after half-move %(ply)s") % {"name": mover.shown_name, "ply": self.ply}


def _drawable(player: User) -> User:
    if letters.text().has(player.name):
        return player
    return user_from_columns(player.pk, player.username, "", player.bot_since, player.is_guest, player.computer_level)
