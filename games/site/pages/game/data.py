"""What the scripts of a game's page start from."""

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from games.core import event_types
from games.play.ending_words import ending, outcome_sentence
from games.site.pages.game import conditional_moves
from games.web.board import lines_as_text
from games.web.board_texts import texts_for
from muehle import POINTS, Position

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


def data_of(page: "GamePage") -> dict[str, Any]:
    """Everything that the scripts of the page start from."""
    rematch = page.asks.rematch
    return {
        "game": page.data,
        "color": page.color,
        "is_visitor": page.viewer is None,
        "start": Position.start().text,
        "points": POINTS,
        "lines": lines_as_text(),
        "urls": {
            "moves": reverse("api:moves", args=[page.game.number]),
            # The stream of the game; without the app `streams`, scripts poll.
            "events": reverse("api:game", args=[page.game.number]) + "events/",
            "presence": reverse("api:presence", args=[page.game.number]),
            "zwickmuehlen": reverse("api:zwickmuehlen", args=[page.game.number]),
            "analysis": reverse("api:analysis"),
            "spectator_chat": reverse("api:spectator_chat", args=[page.game.number]),
            "page": reverse("game", args=[page.game.number]),
        },
        "event_types": event_types.event_type_names(),
        "last_event": page.last_event,
        "ending": _ending(page),
        "takebacks": page.takebacks.done,
        "waiting": len(page.waiting),
        "rematch": reverse("game", args=[rematch.game_id]) if rematch and rematch.game_id else None,
        "next": reverse("game", args=page.next_games[:1]) if page.next_games else None,
        "may_see_zwickmuehlen": page.may_see_zwickmuehlen,
        "preferences": _preferences(page),
        "conditional_moves": page.conditional_moves and page.conditional_moves.stored_lines,
        "texts": texts_for(page.rules) | conditional_moves.texts() | {"waiting": page.head.waiting},
    }


def _ending(page: "GamePage") -> str:
    """That the game is over and how it ended, as a sentence of its own; empty while it goes on."""
    if page.game.is_ongoing:
        return ""
    who = outcome_sentence(page.game, page.viewer) if page.viewer and page.is_player else ""
    return f"{who} {ending(page.game)}.".strip()


def _preferences(page: "GamePage") -> dict[str, bool]:
    """Those of the viewer. A guest who plays a computer confirms no moves, for it lets them take moves back. From one
    that answers at once nobody is led to another game."""
    answers = page.computers.answers
    is_easy = page.viewer is not None and page.viewer.is_guest and answers
    easy = {"confirm_moves": False} if is_easy else {}
    return page.preferences | easy | ({"go_on": False} if answers == "at_once" else {})
