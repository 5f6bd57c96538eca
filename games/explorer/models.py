"""How often moves were played, which games were counted, and how far the counting has come."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.models.games import LONGEST_NOTATION, Game
from games.explorer.bands import Band

LONGEST_RULES = 20


class OpeningMove(models.Model):
    """The results of the games in which a move was played in a position.

    Both are in the orientation that `games.explorer.orientation` chooses, so that positions and moves that a symmetry
    of the board leads to each other are one row.
    """

    pk = models.CompositePrimaryKey("rules", "position", "move", "band", "year")
    # Stones, side to move and hands in one number.
    position = models.BigIntegerField(_("position"))
    white_won = models.PositiveIntegerField(_("won by White"))
    drawn = models.PositiveIntegerField(_("drawn"))
    black_won = models.PositiveIntegerField(_("won by Black"))
    band = models.SmallIntegerField(_("rating band"), choices=Band.choices)
    # In which the game ended, in UTC.
    year = models.PositiveSmallIntegerField(_("year"))
    rules = models.CharField(_("rule set"), max_length=LONGEST_RULES)
    move = models.CharField(_("move"), max_length=LONGEST_NOTATION)

    class Meta:
        verbose_name = _("opening move")
        verbose_name_plural = _("opening moves")

    def __str__(self) -> str:
        return f"{self.rules} {self.position} {self.move}"


class CountedGame(models.Model):
    """A game whose moves are counted, with what is needed to take that back."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="counted", primary_key=True, verbose_name=_("game")
    )
    # The end that was counted. A game whose result was changed has ended anew.
    finished_at = models.DateTimeField(_("finished"))
    result = models.CharField(_("result"), max_length=7, choices=Game.Result.choices)
    band = models.SmallIntegerField(_("rating band"), choices=Band.choices)
    # Those of the placing phase, with spaces between them.
    moves = models.TextField(_("moves"))

    class Meta:
        verbose_name = _("counted game")
        verbose_name_plural = _("counted games")

    def __str__(self) -> str:
        return f"#{self.game_id}"


class CountingProgress(models.Model):
    """How far the counting has come; there is one row."""

    # All games that ended before this are counted.
    counted_until = models.DateTimeField(_("counted until"))

    class Meta:
        verbose_name = verbose_name_plural = _("progress of the counting")

    def __str__(self) -> str:
        return f"{self.counted_until}"
