"""Tables of games, moves and the event log. Nothing here changes a game."""

from games.core.models.events import Event, UserEvent, UserStream
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Terms

__all__ = ["Event", "Game", "Move", "Terms", "UserEvent", "UserStream"]
