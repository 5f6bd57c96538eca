"""Bands of ratings, by which games are counted apart."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models.games import Game


class Band(models.IntegerChoices):
    """The mean rating of both players at the start of a rated game. The values are lower bounds."""

    CASUAL = -1, _("casual games")
    BELOW_1400 = 0, _("rated, below 1400")
    FROM_1400 = 1400, _("rated, 1400 to 1599")
    FROM_1600 = 1600, _("rated, 1600 to 1799")
    FROM_1800 = 1800, _("rated, 1800 and above")

    @property
    def code(self) -> str:
        """The name in addresses and in the API."""
        return self.name.lower()


BANDS = {band.code: band for band in Band}


def band_of(game: Game) -> Band:
    """The band of a game. Ratings of casual games say little: guests and new players have none yet."""
    if not game.rated or game.white_rating is None or game.black_rating is None:
        return Band.CASUAL
    mean = (game.white_rating + game.black_rating) / 2
    return max(band for band in Band if band <= mean)
