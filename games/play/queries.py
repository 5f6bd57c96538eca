"""Reads of games: offers, claims, Zwickmühlen."""

from typing import Any

from games.core.models.events import Event
from games.core.models.games import Game
from games.play.events import GAME_FINISHED
from games.play.models import DrawOffer
from muehle import DrawMode


def may_see_zwickmuehlen(game: Game, user_id: int | None) -> bool:
    """Whether they may be shown: not to the players of a rated game before its end."""
    return not (game.is_ongoing and game.rated and game.has_player(user_id))


def boards_played_for_rating(user_id: int | None) -> list[str]:
    """The stones, as 24 letters, and the side on move (w, b) of the rated games that the user is playing; no query for
    a visitor."""
    if user_id is None:
        return []
    rows = Game.objects.ongoing().of(user_id).filter(rated=True)
    return [" ".join(position.split()[:2]) for position in rows.values_list("position", flat=True)]


def open_draw_offer(game: Game) -> DrawOffer | None:
    """The offer that waits for an answer; no query where there is none."""
    if game.draw_offered_by_id is None:
        return None
    return game.draw_offers.filter(status=DrawOffer.Status.OPEN).first()


def claim_proof(game: Game) -> dict[str, Any]:
    """The proof of the draw claim that ended the game; empty for every other ending."""
    if game.ruleset.draw_mode is not DrawMode.CLAIM or game.is_ongoing:
        return {}
    ends = Event.objects.filter(game=game, type=GAME_FINISHED)
    data: dict[str, Any] = ends.values_list("data", flat=True).last() or {}
    proof: dict[str, Any] = data.get("proof", {})
    return proof
