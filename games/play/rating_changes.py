"""What a game did to the ratings of its players, on the game: changed where ratings were computed again."""

from typing import Final

from django.db import transaction

from games.core.models.games import Game
from games.players.models import RatingChange
from kit.sql import update_rows

# Games whose rows are held at once, so that their moves do not wait for long.
AT_ONCE: Final = 200


def show_next() -> int:
    """Store new changes of the ratings in the rows of some games; how many."""
    with transaction.atomic():
        numbers = RatingChange.objects.filter(is_on_game=False).order_by("game").values_list("game", flat=True)
        wanted = list(numbers.distinct()[:AT_ONCE])
        # The rows of games first, as everywhere: the result of none of them changes now.
        games = list(Game.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk"))
        rows = RatingChange.objects.select_for_update().filter(game__in=wanted, is_void=False).order_by("pk")
        changes = {(row.game_id, row.user_id): row.change for row in rows}
        for game in games:
            game.white_rating_change = changes.get((game.pk, game.white_id))
            game.black_rating_change = changes.get((game.pk, game.black_id))
        update_rows(games, ("white_rating_change", "black_rating_change"))
        RatingChange.objects.filter(game__in=wanted).update(is_on_game=True)
    return len(wanted)
