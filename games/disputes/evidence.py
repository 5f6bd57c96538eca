"""The evidence of a case: clocks, notifications, draw offers, behaviour, and earlier cases.

Everything here reads and nothing writes. snapshot() is kept with the dispute when it is opened, for what changes later.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.core.models.events import Event
from games.core.models.games import Game, about_games_of, side_of
from games.core.models.moves import Move
from games.core.notifications import SentNotification, notifications_asked
from games.core.presenters import rfc3339
from games.disputes import behaviour
from games.disputes.models import Dispute
from games.play.events import DEADLINE_MOVED, DRAW_DECLINED
from games.play.models import DrawOffer
from games.players import reliability
from games.players.models import Sanction
from games.time_off.models import Freeze
from kit.sql import fetched
from muehle import Color
from muehle.clocks.pauses import Standstill

# Half-moves elsewhere that make a habit, and the games in which they are looked for.
HABIT, GAMES = 200, 100
MOST_NOTIFICATIONS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedMove:
    """A half-move with its clock: `stood` are the seconds since the half-move before in which no time ran."""

    ply: int
    notation: str
    mover: Color
    played_at: datetime
    deadline_at: datetime
    spent: int
    stood: int
    near_the_deadline: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockHistory:
    """All half-moves with their clocks; the freezes of the game; the standstills of the turn that runs."""

    moves: list[TimedMove]
    freezes: list[tuple[datetime, datetime]]
    standstills: tuple[Standstill, ...]
    changes: list[tuple[datetime, str]]

    def near(self, color: Color) -> int:
        """How many answers of a side came in the last tenth of their time."""
        return sum(move.near_the_deadline for move in self.moves if move.mover is color)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A draw offer with its answer, and what was said with either."""

    ply: int
    by: User
    at: datetime
    reason: str
    status: str
    answered_at: datetime | None
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """The median time of a player's answers, in seconds: in this game, and in their last ones elsewhere."""

    here: int | None
    elsewhere: int | None
    answers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What is known of a player from before: `losses` on time of the last `games`, games aborted in a year."""

    player: User
    color: Color
    habit: Habit
    games: int
    losses: int
    aborted: int
    offers: int
    near: int
    sanctions: list[Sanction]
    disputes: list[Dispute]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """The positions after the half-moves that the player has marked, each with the others at which it stood."""

    plies: list[tuple[int, str, Color]]
    is_same: bool
    all_plies: list[int]


def clock_of(game: Game) -> ClockHistory:
    """In three queries."""
    rows = list(Move.objects.filter(game=game, ply__lte=game.ply))
    freezes = Freeze.objects.filter(game=game).order_by("starts_at").values_list("starts_at", "ends_at")
    moved = Event.objects.filter(game=game, type=DEADLINE_MOVED).order_by("id")
    changes = [(at, str(data.get("why", ""))) for at, data in moved.values_list("created_at", "data")]
    standing = game.course.standstills if game.is_ongoing else ()
    return ClockHistory(moves=_timed(game, rows), freezes=list(freezes), standstills=standing, changes=changes)


def _timed(game: Game, rows: Sequence[Move]) -> list[TimedMove]:
    found, before = [], game.started_at
    for row in rows:
        passed = max(0, int((row.played_at - before).total_seconds()))
        left = max(0, int((row.deadline_at - row.played_at).total_seconds()))
        found.append(
            TimedMove(
                ply=row.ply,
                notation=row.notation,
                mover=side_of(row.ply),
                played_at=row.played_at,
                deadline_at=row.deadline_at,
                spent=row.seconds_spent,
                stood=max(0, passed - row.seconds_spent),
                near_the_deadline=row.seconds_spent > 0 and behaviour.is_late(spent=row.seconds_spent, left=left),
            )
        )
        before = row.played_at
    return found


def notifications_of(game: Game) -> list[SentNotification]:
    """The notifications of this game to its two players, by mail and push, the latest first; in one query."""
    return [row for rows in notifications_asked(game, MOST_NOTIFICATIONS) for row in rows]


def offers_of(game: Game) -> list[Offered]:
    """The draw offers in order, in two queries."""
    declined = Event.objects.filter(game=game, type=DRAW_DECLINED).order_by("id")
    answers = list(declined.values_list("created_at", "data"))
    rows = DrawOffer.objects.filter(game=game).select_related("offered_by").order_by("id")
    return [_offered(row, answers) for row in rows]


def _offered(row: DrawOffer, answers: Iterable[tuple[datetime, dict[str, Any]]]) -> Offered:
    said = next((data.get("reason", "") for at, data in answers if at == row.answered_at), "")
    return Offered(
        ply=row.ply,
        by=row.offered_by,
        at=row.created_at,
        reason=row.reason,
        status=row.status,
        answered_at=row.answered_at,
        answer=said,
    )


def pasts_of(
    dispute: Dispute, clock: ClockHistory, offers: Sequence[Offered], *, now: datetime, reader: User | None = None
) -> list[Past]:
    """What is known of both players; two queries each, and two for both.

    Cases of games of the `reader`, if given, are left out.
    """
    game = dispute.game
    sanctions = list(Sanction.objects.filter(user__in=game.player_ids))
    theirs = Q(game__white__in=game.player_ids) | Q(game__black__in=game.player_ids)
    rows = Dispute.objects.filter(theirs).exclude(pk=dispute.pk).select_related("game", "opened_by")
    if reader is not None:
        rows = rows.exclude(about_games_of(reader.pk))
    disputes = list(rows.order_by("-number")[:MOST_NOTIFICATIONS])
    return [_past(game, color, clock, offers, sanctions, disputes, now=now) for color in Color]


def _past(
    game: Game,
    color: Color,
    clock: ClockHistory,
    offers: Sequence[Offered],
    sanctions: Sequence[Sanction],
    disputes: Sequence[Dispute],
    *,
    now: datetime,
) -> Past:
    player = game.player(color)
    known = reliability.reliability_of(player.pk, now=now)
    return Past(
        player=player,
        color=color,
        habit=habit_of(game, color, clock),
        games=known.punctuality.games,
        losses=known.punctuality.lost_on_time,
        aborted=known.aborted,
        offers=sum(offer.by.pk == player.pk for offer in offers),
        near=clock.near(color),
        sanctions=[sanction for sanction in sanctions if sanction.user_id == player.pk],
        disputes=[each for each in disputes if each.game.has_player(player.pk)],
    )


def habit_of(game: Game, color: Color, clock: ClockHistory) -> Habit:
    """In one query, which looks at the player’s newest games only."""
    spent = sorted(move.spent for move in clock.moves if move.mover is color and move.ply > 1)
    values = {"player": game.player_id(color), "game": game.pk, "games": GAMES, "moves": HABIT}
    ((elsewhere, count),) = fetched(_ELSEWHERE, values)
    return Habit(here=spent[(len(spent) - 1) // 2] if spent else None, elsewhere=elsewhere, answers=count)


def marked_in(game: Game, plies: Sequence[int], moves: Iterable[Any]) -> Marked | None:
    """Whether the marked half-moves led to the same position with the same side to move, and when else it stood.

    `moves` have ply, notation and position. None where nothing is marked.
    """
    keys = {move.ply: move.position.rpartition(" ")[0] for move in moves}
    notations = {move.ply: move.notation for move in moves}
    known = [ply for ply in plies if ply in keys]
    if not known:
        return None
    first = keys[known[0]]
    return Marked(
        plies=[(ply, notations[ply], side_of(ply)) for ply in known],
        is_same=len(known) > 1 and all(keys[ply] == first for ply in known),
        all_plies=[ply for ply, key in keys.items() if key == first],
    )


def snapshot(dispute: Dispute, *, now: datetime) -> dict[str, Any]:
    """The figures that change with the time, as JSON: habits, losses on time, sanctions, and what was delivered."""
    game = dispute.game
    clock, offers = clock_of(game), offers_of(game)
    pasts = pasts_of(dispute, clock, offers, now=now)
    notifications = notifications_of(game)
    return {"at": rfc3339(now), "players": [kept(past, notifications) for past in pasts]}


def reliability_in(games: int, losses: int) -> int | None:
    """The percentage of so many games that were not lost on time, as reliability.py counts it; None without games."""
    return reliability.Punctuality(games, games - losses).percent


def kept(past: Past, notifications: Iterable[SentNotification]) -> dict[str, Any]:
    """What a dispute keeps of a player, as JSON; of the notifications of its game those to them."""
    own = [sent.status for sent in notifications if sent.to.pk == past.player.pk]
    return {
        "user": past.player.pk,
        "habit": asdict(past.habit),
        "games": past.games,
        "lost_on_time": past.losses,
        "aborted": past.aborted,
        "near_the_deadline": past.near,
        "offers": past.offers,
        "sanctions": [sanction.pk for sanction in past.sanctions],
        "notices": {status: own.count(status) for status in sorted(set(own))},
    }


# The newest games of a player from two indexes, and of these their newest half-moves.
_ELSEWHERE = """
    WITH newest AS (
        (SELECT number, 1 AS side FROM core_game WHERE white_id = %(player)s AND number <> %(game)s
            ORDER BY number DESC LIMIT %(games)s)
        UNION ALL
        (SELECT number, 0 FROM core_game WHERE black_id = %(player)s AND number <> %(game)s
            ORDER BY number DESC LIMIT %(games)s)
    ),
    answers AS (
        SELECT seconds_spent FROM newest JOIN core_move AS move ON move.game_id = newest.number
        WHERE move.ply %% 2 = newest.side AND move.ply > 1 ORDER BY move.played_at DESC LIMIT %(moves)s
    )
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds_spent), count(*) FROM answers
"""
