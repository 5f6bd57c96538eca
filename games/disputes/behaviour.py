"""How a player behaves at the board, for staff: late answers, draw offers, time-outs, aborts, reports. Writes nothing.

The figures help to find games; they prove nothing: players who are behind often think longer.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from games.core.models.events import Event
from games.core.models.games import Game, side_of
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.play.events import GAME_FINISHED
from games.play.models import DrawOffer
from kit.sql import fetched
from muehle import Color, Position

PERIOD = timedelta(days=365)
# Answers that are looked at, the latest; an answer is late in the last tenth of its time.
ANSWERS, LATE = 1_000, 0.1
# A game is listed from this number of declined draw offers on.
PATIENCE = 3


@dataclass(frozen=True, slots=True)
class AnswerTiming:
    """The timing of a half-move: whether the player had lost more stones than the opponent, the time used, and left.

    The time left is counted to the deadline, so that a day off before it makes an answer look earlier, never later.
    """

    is_behind: bool
    seconds_spent: int
    seconds_left: float

    @property
    def is_late(self) -> bool:
        """A move after the deadline, while the win can be claimed, counts as late too."""
        return is_late(spent=self.seconds_spent, left=max(0.0, self.seconds_left))


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    count: int
    total: int

    @property
    def percent(self) -> int | None:
        return 100 * self.count // self.total if self.total else None


class EndedGame(NamedTuple):
    """A game of the player that has ended; `late` if they lost it on time."""

    number: int
    late: bool


@dataclass(frozen=True, slots=True)
class BehaviourStatistics:
    """Behaviour statistics of a player's ongoing games and those of a year; games by number, the latest first.

    `late_when_behind` is the stalling index, to be read beside `late_otherwise`.
    """

    games: int
    late_when_behind: Share
    late_otherwise: Share
    draw_offers: int
    insistent_games: list[int]
    timeouts: list[int]
    longest_run_of_timeouts: int
    aborted: list[int]
    reported: list[int]

    @property
    def offers_a_game(self) -> float:
        return self.draw_offers / self.games if self.games else 0.0


def behaviour_statistics_of(user_id: int, *, now: datetime) -> BehaviourStatistics:
    """The statistics of one player, in five queries; in one for a player without games."""
    rows = Game.objects.of(user_id)
    rows = rows.ongoing() | rows.ended().filter(finished_at__gt=now - PERIOD)
    games = list(rows.order_by("-finished_at", "-number"))
    numbers = [game.number for game in games]
    ended = [
        EndedGame(game.number, _lost_on_time(game, user_id)) for game in games if game.status == Game.Status.FINISHED
    ]
    behind, otherwise = late_shares(_answers(user_id, numbers))
    offers = _offers_turned_down(user_id, numbers)
    return BehaviourStatistics(
        games=len(games),
        late_when_behind=behind,
        late_otherwise=otherwise,
        draw_offers=sum(count for count, _turned_down in offers.values()),
        insistent_games=[number for number in numbers if offers.get(number, (0, 0))[1] > PATIENCE],
        timeouts=[game.number for game in ended if game.late],
        longest_run_of_timeouts=longest_run(game.late for game in ended),
        aborted=_aborted_by(user_id, games),
        reported=_reported_by_others(user_id, numbers),
    )


# --- What is counted --------------------------------------------------------------------------------------------------


def is_behind(position: str, color: Color) -> bool:
    """Whether the side has lost more stones than the other; nothing here can judge a position better."""
    board = Position.parse(position)
    return board.lost(color) > board.lost(color.opponent)


def is_late(*, spent: int, left: float) -> bool:
    """Whether an answer came in the last tenth of its time; in seconds."""
    return left <= LATE * (spent + left)


def late_shares(answers: Iterable[AnswerTiming]) -> tuple[Share, Share]:
    """The shares of late answers: of those of a player who was behind, and of all others."""
    seen = Counter((answer.is_behind, answer.is_late) for answer in answers)
    shares = [Share(seen[behind, True], seen[behind, True] + seen[behind, False]) for behind in (True, False)]
    return shares[0], shares[1]


def longest_run(flags: Iterable[bool]) -> int:
    """How often at most it was so without a break."""
    return max((sum(1 for _one in run) for flag, run in groupby(flags) if flag), default=0)


# --- What it is counted from ------------------------------------------------------------------------------------------


def _lost_on_time(game: Game, user_id: int) -> bool:
    lost = Game.Result.BLACK_WON if user_id == game.white_id else Game.Result.WHITE_WON
    return game.termination == Game.Termination.TIMEOUT and game.result == lost


def _answers(user_id: int, numbers: Sequence[int]) -> list[AnswerTiming]:
    """The latest answers in these games, each with the position that it answered."""
    if not numbers:
        return []
    rows = fetched(_ANSWERS, {"player": user_id, "games": list(numbers), "most": ANSWERS})
    return [
        AnswerTiming(is_behind(position, side_of(ply)), spent, (deadline - played).total_seconds())
        for ply, position, spent, played, deadline in rows
    ]


_ANSWERS = """
    SELECT answer.ply, asked.position, answer.seconds_spent, answer.played_at, answer.deadline_at
    FROM core_game AS game
    JOIN core_move AS answer ON answer.game_id = game.number
        AND answer.ply %% 2 = CASE WHEN game.white_id = %(player)s THEN 1 ELSE 0 END
    JOIN core_move AS asked ON asked.game_id = game.number AND asked.ply = answer.ply - 1
    WHERE game.number = ANY(%(games)s) ORDER BY answer.played_at DESC LIMIT %(most)s
"""


def _offers_turned_down(user_id: int, numbers: Sequence[int]) -> dict[int, tuple[int, int]]:
    """By game how many draws the player offered, and how many of these were declined or passed over."""
    rows = DrawOffer.objects.filter(game__in=numbers, offered_by=user_id).order_by().values_list("game", "status")
    made, turned_down = Counter[int](), Counter[int]()
    for number, status in rows:
        made[number] += 1
        turned_down[number] += status in (DrawOffer.Status.DECLINED, DrawOffer.Status.LAPSED)
    return {number: (made[number], turned_down[number]) for number in made}


def _aborted_by(user_id: int, games: Iterable[Game]) -> list[int]:
    """The games that the player has aborted, and those in which they have not made a first move."""
    games = list(games)
    aborted = [game.number for game in games if game.termination == Game.Termination.ABORT]
    ends = Event.objects.filter(game__in=aborted, type=GAME_FINISHED, actor=user_id)
    counted = set(ends.values_list("game", flat=True))
    return [
        game.number
        for game in games
        if game.number in counted
        or (game.termination == Game.Termination.ABORTED and game.player_id(game.turn) == user_id)
    ]


def _reported_by_others(user_id: int, numbers: Sequence[int]) -> list[int]:
    """The games in which an opponent has reported what the player wrote, has not taken it back, and was not refused.

    An appeal is no report: a player who was warned for a message may appeal against the one who reported it.
    """
    reports = Dispute.objects.filter(game__in=numbers, category=Dispute.Category.ABUSE, appeal_of=None)
    reports = reports.exclude(opened_by=user_id).exclude(status=Dispute.Status.WITHDRAWN)
    reports = reports.exclude(verdict=Verdict.DISMISSED)
    reported = set(reports.values_list("game", flat=True))
    return [number for number in numbers if number in reported]
