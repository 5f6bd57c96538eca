"""A player's rated games under one rule set in one pool: how the rating went, and what it was made of."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Avg, Count, F, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.core.models.moves import Move
from games.explorer.orientation import orientation_of
from games.players.models import RatingChange
from muehle import Position

# Half-moves that make an opening, and the latest games of which openings are counted.
OPENING_PLIES: Final = 4
OPENING_GAMES: Final = 500
OPENINGS: Final = 5
OPPONENTS: Final = 20


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


# The aggregates that make a score.
_SCORE = {
    "won": Count("pk", filter=Q(score=1.0)),
    "drawn": Count("pk", filter=Q(score=0.5)),
    "lost": Count("pk", filter=Q(score=0.0)),
}


def rated_games(user_id: int, rules: str, pool: str) -> "QuerySet[RatingChange]":
    """The player's rated games, the last one first."""
    rows = RatingChange.objects.filter(user=user_id, rules=rules, pool=pool, is_void=False)
    return rows.select_related("opponent").order_by("-id")


# --- How the rating went ----------------------------------------------------------------------------------------------


class Point(NamedTuple):
    """The rating after a game."""

    at: datetime
    rating: float
    deviation: float
    score: float


class Month(NamedTuple):
    """The games of a month, and the rounded rating at its end."""

    begins: datetime
    score: Score
    rating: int


class History(NamedTuple):
    """All rated games of a player, the first one first."""

    points: Sequence[Point]

    @property
    def score(self) -> Score:
        return score_of(point.score for point in self.points)

    @property
    def highest(self) -> Point:
        return max(self.points, key=lambda point: point.rating)

    @property
    def lowest(self) -> Point:
        return min(self.points, key=lambda point: point.rating)

    @property
    def months(self) -> list[Month]:
        """The months with games in UTC, the last one first."""
        by_month: dict[datetime, list[Point]] = defaultdict(list)
        for point in self.points:
            by_month[point.at.replace(day=1, hour=0, minute=0, second=0, microsecond=0)].append(point)
        return [
            Month(begins, score_of(point.score for point in points), round(points[-1].rating))
            for begins, points in reversed(by_month.items())
        ]

    def sampled(self, most: int) -> list[Point]:
        """So many points at most, evenly among the games: the first one, the last one and others."""
        last = len(self.points) - 1
        if last < most:
            return list(self.points)
        return [self.points[round(place * last / (most - 1))] for place in range(most)]


def history_of(games: "QuerySet[RatingChange]") -> History:
    rows = games.reverse().values_list("finished_at", "new_value", "new_deviation", "score")
    return History([Point(*row) for row in rows])


def score_of(scores: Iterable[float]) -> Score:
    counts = Counter(scores)
    return Score(counts[1.0], counts[0.5], counts[0.0])


# --- What it was made of ----------------------------------------------------------------------------------------------


class Opponent(NamedTuple):
    player: User
    score: Score


class Ending(NamedTuple):
    termination: str
    score: Score


class Opening(NamedTuple):
    """A position after four half-moves, as one of the games had it, for all games with an image of it."""

    position: Position
    score: Score


class Opposition(NamedTuple):
    """How strong the opponents were at the ends of the games, rounded; None without games or without a win."""

    average: int | None
    best_win: RatingChange | None
    best_win_rating: int | None


def by_colour(games: "QuerySet[RatingChange]") -> tuple[Score, Score]:
    """The scores with White and with Black."""
    rows = games.order_by().annotate(is_white=Q(game__white=F("user"))).values_list("is_white").annotate(**_SCORE)
    found = {white: Score(*numbers) for white, *numbers in rows}
    return found.get(True, Score()), found.get(False, Score())


def by_ending(games: "QuerySet[RatingChange]") -> list[Ending]:
    """The scores by how games ended, the most frequent ending first."""
    rows = games.order_by().values_list("game__termination").annotate(**_SCORE)
    return sorted((Ending(each, Score(*numbers)) for each, *numbers in rows), key=lambda found: -found.score.games)


def opponents_of(games: "QuerySet[RatingChange]", *, most: int = OPPONENTS) -> list[Opponent]:
    """The most frequent opponents with the scores against them."""
    rows = games.order_by().values_list("opponent").annotate(**_SCORE).annotate(games=Count("pk"))
    found = [(user, Score(*numbers)) for user, *numbers, _games in rows.order_by("-games", "opponent")[:most]]
    users = User.objects.in_bulk([user for user, _score in found])
    return [Opponent(users[user], score) for user, score in found]


def opposition_of(games: "QuerySet[RatingChange]") -> Opposition:
    other = RatingChange.objects.filter(game=OuterRef("game"), user=OuterRef("opponent"), is_void=False)
    rows = games.annotate(of_opponent=Subquery(other.values("value")))
    average = rows.aggregate(average=Avg("of_opponent"))["average"]
    best = rows.filter(score=1.0, of_opponent__isnull=False).order_by("-of_opponent", "-id").first()
    return Opposition(
        average=None if average is None else round(average),
        best_win=best,
        best_win_rating=round(best.of_opponent) if best else None,
    )


def openings_of(games: "QuerySet[RatingChange]") -> list[Opening]:
    """The most frequent openings of the latest games, up to the symmetries of the board."""
    latest = dict(games.values_list("game", "score")[:OPENING_GAMES])
    moves = Move.objects.filter(game__in=latest, ply=OPENING_PLIES).values_list("game", "position")
    scores: dict[int, list[float]] = defaultdict(list)
    positions: dict[int, Position] = {}
    for game, text in moves.order_by("-game"):
        position = Position.parse(text)
        number = orientation_of(position).number
        positions.setdefault(number, position)
        scores[number].append(latest[game])
    found = [Opening(positions[number], score_of(each)) for number, each in scores.items()]
    return sorted(found, key=lambda opening: -opening.score.games)[:OPENINGS]


def between(one: int, other: int) -> "QuerySet[RatingChange]":
    """The rated games of one player against another, the last one first."""
    rows = RatingChange.objects.filter(user=one, opponent=other, is_void=False)
    return rows.select_related("opponent").order_by("-id")
