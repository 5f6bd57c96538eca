"""What the first page shows a player: what waits for him, what he waits for, and what has ended since he was here."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice

from django.db.models import Q
from django.utils import timezone

from accounts.addresses import unconfirmed_address
from accounts.models import User
from games import measures, selectors, transitions
from games.models import Challenge, Game, Measure

MOST_ENDED, MOST_NEWS = 5, 20


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """`news_since` is the moment from which on an ending is news; `asked_opponent` the name that the lists are narrowed
    to, empty for all."""

    user: User
    now: datetime
    news_since: datetime
    asked_opponent: str = ""

    @cached_property
    def _all_waiting(self) -> list[Game]:
        return _settled(selectors.games_waiting_for(self.user.pk))

    @cached_property
    def _all_others(self) -> list[Game]:
        return _settled(selectors.games_waiting_for_others(self.user.pk))

    @cached_property
    def waiting(self) -> list[Game]:
        """Where it is the player's move, the most urgent first."""
        return self._narrowed(self._all_waiting)

    @cached_property
    def warnings(self) -> list[Measure]:
        """What he has to read before he moves."""
        return list(measures.warnings_of(self.user))

    @cached_property
    def others(self) -> list[Game]:
        """Where he waits, the soonest deadline first."""
        return self._narrowed(self._all_others)

    @cached_property
    def opponents(self) -> list[str]:
        """The names of those with whom he has to do here: games, and challenges by name; by the alphabet."""
        # What goes on is read first: that ends what is overdue.
        games = (*self._all_waiting, *self._all_others, *self._all_ended)
        names = {game.opponent_of(self.user.pk).username for game in games}
        names |= {other for challenge in self._asked if (other := self._named_in(challenge))}
        return sorted(names, key=str.lower)

    @cached_property
    def opponent(self) -> str:
        """Whom the lists are narrowed to; empty where it is nobody of those."""
        return next((name for name in self.opponents if name.lower() == self.asked_opponent.lower()), "")

    @property
    def may_narrow(self) -> bool:
        return len(self.opponents) > 1

    @cached_property
    def _all_ended(self) -> list[Game]:
        return list(selectors.ended_games_of(self.user.pk)[: MOST_NEWS + MOST_ENDED])

    @cached_property
    def _ended(self) -> list[Game]:
        if not self.opponent:
            return self._all_ended
        of_both = Q(white__username=self.opponent) | Q(black__username=self.opponent)
        return list(selectors.ended_games_of(self.user.pk).filter(of_both)[: MOST_NEWS + MOST_ENDED])

    @cached_property
    def news(self) -> list[Game]:
        """What has ended since he was here, the latest first."""
        return [game for game in self._ended if self._is_news(game)][:MOST_NEWS]

    @property
    def ended(self) -> list[Game]:
        """A few that had ended before."""
        return list(islice((game for game in self._ended if not self._is_news(game)), MOST_ENDED))

    @property
    def has_played(self) -> bool:
        """Whether any of the listed games has ended."""
        return bool(self._ended)

    def _is_news(self, game: Game) -> bool:
        return game.finished_at is not None and game.finished_at > self.news_since

    @cached_property
    def _asked(self) -> list[Challenge]:
        return list(selectors.open_challenges_of(self.user.pk, now=self.now))

    @cached_property
    def _challenges(self) -> list[Challenge]:
        return [each for each in self._asked if self.opponent in ("", self._named_in(each))]

    @property
    def challenges(self) -> list[Challenge]:
        """To be answered by him."""
        return [challenge for challenge in self._challenges if challenge.opponent_id == self.user.pk]

    @property
    def sent(self) -> list[Challenge]:
        """To be answered by others."""
        return [challenge for challenge in self._challenges if challenge.challenger_id == self.user.pk]

    def _named_in(self, challenge: Challenge) -> str | None:
        """The other one of a challenge to somebody by name; None for a seat or a link."""
        is_his = challenge.challenger_id == self.user.pk
        other = challenge.opponent if is_his else challenge.challenger
        return other.username if other else None

    @cached_property
    def unconfirmed(self) -> str:
        """His address, as long as he has not confirmed it."""
        return unconfirmed_address(self.user)

    def _narrowed(self, games: list[Game]) -> list[Game]:
        return [game for game in games if self.opponent in ("", game.opponent_of(self.user.pk).username)]


def _settled(games: Iterable[Game]) -> list[Game]:
    """Those of the games that still go on; one that is overdue is ended now, as on every read."""
    now = timezone.now()
    current = [transitions.settle(game.pk) if game.is_overdue(now=now) else game for game in games]
    return [game for game in current if game.is_ongoing]
