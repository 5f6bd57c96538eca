"""What the scripts of a game's page start from."""

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from games.core import event_types
from games.site.pages.game import plans
from games.web.board import lines_as_text
from games.web.board_texts import texts_for
from muehle import POINTS, Position

if TYPE_CHECKING:
    from games.site.pages.game.page import GamePage


def data_of(page: "GamePage") -> dict[str, Any]:
    """Everything that the scripts of the page start from."""
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
        "ending": page.ending,
        "takebacks": page.takebacks.done,
        "waiting": len(page.waiting),
        "rematch": reverse("game", args=[begun]) if (begun := page.rematch and page.rematch.game_id) else None,
        "next": reverse("game", args=page.next_games[:1]) if page.next_games else None,
        "may_see_zwickmuehlen": page.may_see_zwickmuehlen,
        "preferences": _preferences(page),
        "plan": page.plan_forms and page.plan_forms.stored_lines,
        "texts": texts_for(page.rules) | plans.texts(),
    }


def _preferences(page: "GamePage") -> dict[str, bool]:
    """Those of the viewer. A guest who plays a computer confirms no moves, for it lets them take moves back."""
    is_easy = page.viewer is not None and page.viewer.is_guest and page.computers.is_opponent
    return page.preferences | ({"confirm_moves": False} if is_easy else {})
