"""One rating of a player, with everything that is shown about it."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from games.players.models import Rating, RatingChange
from games.rankings import histories
from games.rankings.histories import Ending, History, Opening, Opponent, Opposition, Score
from games.rankings.listed import Distribution, distribution_of, ranked
from kit import database_time


@dataclass(frozen=True)
class RatingSummary:
    """Each part is read when it is asked for."""

    rating: Rating

    @cached_property
    def games(self) -> "QuerySet[RatingChange]":
        return histories.rated_games(self.rating.user_id, self.rating.rules, self.rating.pool)

    @cached_property
    def history(self) -> History:
        return histories.history_of(self.games)

    @cached_property
    def _ranking(self) -> "QuerySet[Rating]":
        return ranked(self.rating.rules, self.rating.pool, at=database_time.now())

    @cached_property
    def distribution(self) -> Distribution:
        return distribution_of(self._ranking)

    @cached_property
    def place(self) -> int | None:
        """The place in the ranking; None for players who are not in it."""
        is_ranked = self._ranking.filter(pk=self.rating.pk).exists()
        return self.distribution.place_of(round(self.rating.value)) if is_ranked else None

    @cached_property
    def colours(self) -> tuple[Score, Score]:
        return histories.by_colour(self.games)

    @cached_property
    def endings(self) -> list[Ending]:
        return histories.by_ending(self.games)

    @cached_property
    def opponents(self) -> list[Opponent]:
        return histories.opponents_of(self.games)

    @cached_property
    def opposition(self) -> Opposition:
        return histories.opposition_of(self.games)

    @cached_property
    def openings(self) -> list[Opening]:
        return histories.openings_of(self.games)
