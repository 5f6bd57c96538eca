"""Events of reviews."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.core.event_log import Entry
from games.core.event_types import event_type
from games.core.models.games import Game
from games.reviews.api.event_data import GameReviewedData

GAME_REVIEWED = event_type("game_reviewed", _("game reviewed"), data=GameReviewedData)


def game_reviewed(game: Game, summary: dict[str, Any]) -> Entry:
    return Entry(type=GAME_REVIEWED, recipients=game.player_ids, game=game, data=summary)
