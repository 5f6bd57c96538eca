"""How often a player has found a best move in reviewed games, and how often others of their rating have.

It is evidence for arbiters and no proof: many positions have several best moves, and strong players find most of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import quantiles
from typing import Final, NamedTuple

from accounts.models import User
from games.core.models.games import Game, side_of
from games.reviews.models import GameReview, MoveAgreement
from kit.shares import interval
from kit.sql import fetched
from muehle import Color, Position
from muehle_engine.reviewing import ReviewedMove

# The newest reviewed games of a player that count, and of all players of a band of ratings.
OF_A_PLAYER: Final = 200
OF_A_BAND: Final = 4_000
# Width of a band of ratings.
BAND: Final = 200
# A share of fewer half-moves says nothing, nor do the shares of fewer players.
LEAST_CHOICES: Final = 20
LEAST_PLAYERS: Final = 10


class Phase(StrEnum):
    """What a side does with its stones."""

    PLACING = "placing"
    MOVING = "moving"
    FLYING = "flying"


class Difficulty(StrEnum):
    """How many of the moves keep the proved value of a position."""

    ALL_KEEP = "all_keep"
    SOME_KEEP = "some_keep"
    ONE_KEEPS = "one_keeps"


@dataclass(frozen=True, slots=True)
class Tally:
    """Half-moves at which a player could lose something, and those of them that were a best move.

    `by_chance` is how many best moves lots would have drawn on average; only proved positions count for it.
    """

    choices: int = 0
    kept: int = 0
    by_chance: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.choices + other.choices, self.kept + other.kept, self.by_chance + other.by_chance)

    @property
    def share(self) -> float:
        """The share of best moves; there must have been a choice."""
        return self.kept / self.choices

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share would be in 95 of 100 cases, had there been many more such half-moves."""
        return interval(self.share, self.choices)


class Tallies(NamedTuple):
    """Apart: the half-moves in positions whose moves are all proved, and those in the others."""

    proved: Tally
    estimated: Tally


class JudgedMove(NamedTuple):
    """A reviewed half-move with its number, and the phase of the side that made it."""

    ply: int
    phase: Phase
    reviewed: ReviewedMove

    @property
    def is_proved(self) -> bool:
        """Whether the values of all moves are proved."""
        return self.reviewed.keeping is not None

    @property
    def tally(self) -> Tally:
        """Empty if there was nothing to lose."""
        choices, keeping = self.reviewed.choices, self.reviewed.keeping
        has_choice = choices > 1 if keeping is None else keeping < choices
        if self.reviewed.claim is not None or not has_choice:
            return Tally()
        return Tally(1, int(self.reviewed.mistake is None), 0.0 if keeping is None else keeping / choices)

    @property
    def difficulty(self) -> Difficulty | None:
        """None unless it is proved."""
        choices, keeping = self.reviewed.choices, self.reviewed.keeping
        if keeping is None:
            return None
        if keeping == choices:
            return Difficulty.ALL_KEEP
        return Difficulty.ONE_KEEPS if keeping == 1 else Difficulty.SOME_KEEP


def judged_moves(reviewed: Sequence[ReviewedMove], positions: Sequence[Position], color: Color) -> list[JudgedMove]:
    """The half-moves of a side; `positions` are those before each half-move."""
    return [
        JudgedMove(ply, phase_of(position, color), each)
        for ply, (each, position) in enumerate(zip(reviewed, positions, strict=True), start=1)
        if side_of(ply) is color
    ]


def phase_of(position: Position, color: Color) -> Phase:
    """What a side to move does."""
    if position.hand(color):
        return Phase.PLACING
    return Phase.FLYING if position.points(color).bit_count() == 3 else Phase.MOVING


def tallied(judged: Iterable[JudgedMove]) -> Tallies:
    """Both tallies of these half-moves."""
    judged = list(judged)
    proved = sum((each.tally for each in judged if each.is_proved), Tally())
    return Tallies(proved, sum((each.tally for each in judged if not each.is_proved), Tally()))


# --- Many games -------------------------------------------------------------------------------------------------------


def band_of(rating: int) -> int:
    """The lowest rating of the band."""
    return rating // BAND * BAND


def store(review: GameReview, game: Game, reviewed: Sequence[ReviewedMove], positions: Sequence[Position]) -> None:
    """Keep what a finished review says of its players; in the transaction that finishes it. Programs do not count."""
    people = User.objects.filter(pk__in=game.player_ids, bot_since=None).values_list("pk", flat=True)
    rows = []
    for color in Color:
        if game.player_id(color) not in people:
            continue
        rating = game.white_rating if color is Color.WHITE else game.black_rating
        tallies = tallied(judged_moves(reviewed, positions, color))
        rows.append(
            MoveAgreement(
                review=review,
                player_id=game.player_id(color),
                band=None if rating is None else band_of(rating),
                proved=tallies.proved.choices,
                proved_kept=tallies.proved.kept,
                estimated=tallies.estimated.choices,
                estimated_kept=tallies.estimated.kept,
            )
        )
    MoveAgreement.objects.filter(review=review).delete()
    MoveAgreement.objects.bulk_create(rows)


class OwnGames(NamedTuple):
    """The reviewed games of a player, and both tallies of all of them, without what lots would have drawn."""

    games: int
    tallies: Tallies


def own_games(player_id: int) -> OwnGames:
    """Of the newest reviewed games of a player; one query."""
    rows = list(MoveAgreement.objects.filter(player=player_id).order_by("-review")[:OF_A_PLAYER])
    proved = sum((Tally(row.proved, row.proved_kept) for row in rows), Tally())
    estimated = sum((Tally(row.estimated, row.estimated_kept) for row in rows), Tally())
    return OwnGames(len(rows), Tallies(proved, estimated))


@dataclass(frozen=True, slots=True)
class Peers:
    """The shares of best moves of other players whose rating is in the same band, in ascending order."""

    band: int
    proved: list[float]
    estimated: list[float]


def peers_of(player_id: int, rating: int) -> Peers:
    """From the newest reviewed games of the band; one query."""
    values = {"band": band_of(rating), "player": player_id, "most": OF_A_BAND}
    rows = fetched(_PEERS, values)
    return Peers(
        band=values["band"],
        proved=sorted(kept / choices for choices, kept, _, _ in rows if choices >= LEAST_CHOICES),
        estimated=sorted(kept / choices for _, _, choices, kept in rows if choices >= LEAST_CHOICES),
    )


class Standing(NamedTuple):
    """Where a share stands among those of others: half of them are from `low` to `high`, and `below` are lower."""

    players: int
    low: float
    high: float
    below: float


def standing(share: float, others: Sequence[float]) -> Standing | None:
    """None if there are too few others."""
    if len(others) < LEAST_PLAYERS:
        return None
    low, _middle, high = quantiles(others, n=4, method="inclusive")
    return Standing(len(others), low, high, sum(other < share for other in others) / len(others))


_PEERS = """
    WITH newest AS (
        SELECT player_id, proved, proved_kept, estimated, estimated_kept FROM reviews_moveagreement
        WHERE band = %(band)s ORDER BY review_id DESC LIMIT %(most)s
    )
    SELECT sum(proved), sum(proved_kept), sum(estimated), sum(estimated_kept) FROM newest
    WHERE player_id <> %(player)s GROUP BY player_id
"""
