"""One rating of a player, with everything that is shown about it."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from accounts.models import User
from games.players.models import Rating
from games.rankings import histories
from games.rankings.counting import distribution_of
from games.rankings.histories import History, Opening, Point, Score
from games.rankings.listed import Distribution, Ranking, ranked
from kit import database_time


class Opponent(NamedTuple):
    player: User
    score: Score


class BestWin(NamedTuple):
    """The opponent with the rounded rating before the game."""

    game: int
    opponent: User
    rating: int


@dataclass(frozen=True)
class RatingSummary:
    """Each part is read when it is asked for."""

    rating: Rating

    @cached_property
    def history(self) -> History:
        return histories.history_of(self.rating.user_id, self.rating.rules, self.rating.pool)

    @cached_property
    def openings(self) -> list[Opening]:
        return histories.openings_of(self.history)

    @property
    def opponents(self) -> list[Opponent]:
        """The most frequent ones."""
        return [Opponent(self._users[user], score) for user, score in self.history.opponents.items()]

    @property
    def best_win(self) -> BestWin | None:
        best = self._best
        return best and BestWin(best.game, self._users[best.opponent], round(best.opponent_rating))

    @cached_property
    def distribution(self) -> Distribution:
        return distribution_of(self._ranking)

    @cached_property
    def place(self) -> int | None:
        """The place in the ranking; None for players who are not in it."""
        is_ranked = ranked(self._ranking, at=database_time.now()).filter(pk=self.rating.pk).exists()
        return self.distribution.place_of(round(self.rating.value)) if is_ranked else None

    @property
    def _ranking(self) -> Ranking:
        return Ranking(self.rating.rules, self.rating.pool)

    @cached_property
    def _best(self) -> Point | None:
        return self.history.best_win

    @cached_property
    def _users(self) -> dict[int, User]:
        """Those who are named."""
        return User.objects.in_bulk({*self.history.opponents, *([self._best.opponent] if self._best else [])})
