"""A player's rated games under one rule set in one pool: how the rating went, and what it was made of."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime
from itertools import islice
from statistics import fmean
from typing import Final, NamedTuple, TypeVar

from django.db.models import QuerySet

from games.core.models.moves import Move
from games.explorer.orientation import orientation_of
from games.players.models import RatingChange
from muehle import Position

# Half-moves that make an opening, and the latest games of which openings are counted.
OPENING_PLIES: Final = 4
OPENING_GAMES: Final = 500
OPENINGS: Final = 5
OPPONENTS: Final = 20

K = TypeVar("K", bound=Hashable)


class Score(NamedTuple):
    """Won, drawn and lost games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def percent(self) -> int:
        """Points in percent of the games, rounded."""
        return round(100 * (self.won + self.drawn / 2) / self.games) if self.games else 0


def rated_games(user_id: int, rules: str, pool: str) -> "QuerySet[RatingChange]":
    """The player's rated games, the last one first."""
    rows = RatingChange.objects.filter(user=user_id, rules=rules, pool=pool, is_void=False)
    return rows.select_related("opponent").order_by("-id")


# --- Everything that is counted from them -----------------------------------------------------------------------------


class Point(NamedTuple):
    """The rating after a game, and what is counted of the game."""

    game: int
    at: datetime
    rating: float
    deviation: float
    score: float
    opponent: int
    # Before the game.
    opponent_rating: float
    termination: str
    white: int


class Month(NamedTuple):
    """The games of a month, and the rounded rating at its end."""

    begins: datetime
    score: Score
    rating: int


class History(NamedTuple):
    """All rated games of a player, the first one first."""

    user_id: int
    points: Sequence[Point]

    @property
    def score(self) -> Score:
        return score_of(self.points)

    @property
    def highest(self) -> Point:
        return max(self.points, key=lambda point: point.rating)

    @property
    def average_opponent(self) -> int | None:
        """The mean of the opponents' ratings, rounded."""
        return round(fmean(point.opponent_rating for point in self.points)) if self.points else None

    @property
    def best_win(self) -> Point | None:
        """The win against the highest rating, of several the latest; None without a win."""
        wins = [point for point in self.points if point.score == 1.0]
        return max(reversed(wins), key=lambda point: point.opponent_rating, default=None)

    @property
    def colours(self) -> tuple[Score, Score]:
        """The scores with White and with Black."""
        found = self._scores_by(lambda point: point.white == self.user_id)
        return found.get(True, Score()), found.get(False, Score())

    @property
    def endings(self) -> dict[str, Score]:
        """The scores by how games ended, the most frequent ending first."""
        return self._scores_by(lambda point: point.termination)

    @property
    def opponents(self) -> dict[int, Score]:
        """The scores against the most frequent opponents, by their user ids."""
        found = self._scores_by(lambda point: point.opponent)
        return dict(islice(found.items(), OPPONENTS))

    @property
    def months(self) -> list[Month]:
        """The months with games in UTC, the last one first."""
        months = _grouped(self.points, lambda point: point.at.replace(day=1, hour=0, minute=0, second=0, microsecond=0))
        return [
            Month(begins, score_of(points), round(points[-1].rating)) for begins, points in reversed(months.items())
        ]

    def sampled(self, most: int) -> list[Point]:
        """So many points at most, evenly among the games: the first one, the last one and others."""
        last = len(self.points) - 1
        if last < most:
            return list(self.points)
        return [self.points[round(place * last / (most - 1))] for place in range(most)]

    def _scores_by(self, key: Callable[[Point], K]) -> dict[K, Score]:
        """Those with the most games first."""
        groups = sorted(_grouped(self.points, key).items(), key=lambda group: -len(group[1]))
        return {each: score_of(points) for each, points in groups}


def history_of(user_id: int, rules: str, pool: str) -> History:
    """Reads each game once; for a player with thousands of them that is quicker than to count in the database."""
    columns = (
        "game", "finished_at", "new_value", "new_deviation", "score", "opponent", "opponent_value", "game__termination",
        "game__white",
    )  # fmt: skip
    rows = rated_games(user_id, rules, pool).reverse().values_list(*columns)
    return History(user_id, [Point(*row) for row in rows])


def score_of(points: Iterable[Point]) -> Score:
    counts = Counter(point.score for point in points)
    return Score(counts[1.0], counts[0.5], counts[0.0])


def _grouped(points: Iterable[Point], key: Callable[[Point], K]) -> dict[K, list[Point]]:
    groups: dict[K, list[Point]] = defaultdict(list)
    for point in points:
        groups[key(point)].append(point)
    return groups


# --- Openings and encounters ------------------------------------------------------------------------------------------


class Opening(NamedTuple):
    """A position after four half-moves, as one of the games had it, for all games with an image of it."""

    position: Position
    score: Score


def openings_of(history: History) -> list[Opening]:
    """The most frequent openings of the latest games, up to the symmetries of the board."""
    latest = {point.game: point for point in history.points[-OPENING_GAMES:]}
    moves = Move.objects.filter(game__in=latest, ply=OPENING_PLIES).values_list("game", "position")
    points: dict[int, list[Point]] = defaultdict(list)
    positions: dict[int, Position] = {}
    for game, text in moves.order_by("-game"):
        position = Position.parse(text)
        number = orientation_of(position).number
        positions.setdefault(number, position)
        points[number].append(latest[game])
    found = [Opening(positions[number], score_of(each)) for number, each in points.items()]
    return sorted(found, key=lambda opening: -opening.score.games)[:OPENINGS]


def between(one: int, other: int) -> "QuerySet[RatingChange]":
    """The rated games of one player against another, the last one first."""
    rows = RatingChange.objects.filter(user=one, opponent=other, is_void=False)
    return rows.select_related("opponent").order_by("-id")
