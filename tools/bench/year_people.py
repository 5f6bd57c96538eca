"""The players of the simulated year: their time zones, terms and answering times. All are random."""

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from tools.bench.year_sheets import DAY, SQUARE, Sheet, instant_of

if TYPE_CHECKING:
    from accounts.models import User
    from games.core.models.terms import Agreement


ZONES = ("Europe/Berlin", "Pacific/Auckland", "America/New_York", "America/Santiago", "Asia/Kathmandu", "UTC")
REGIONS = ("DE-BY", "NZ", "US", "CL", "IN", "CH-ZH")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a game, in squares; without a cap the clock gives `first` for every move."""

    first: int
    increment: int
    cap: int | None
    leave: int
    days_off: bool
    claimed: bool


@dataclass(slots=True)
class SimulatedPlayer:
    """A player with their sheet; `joined` is a square, `absences` are all leave that is charged to their account."""

    user: "User"
    joined: int
    sheet: Sheet
    absences: list[list[int]] = field(default_factory=list)
    # Where their emergency days begin.
    emergency_days: list[int] = field(default_factory=list)

    @property
    def key(self) -> int:
        return self.user.pk


def people(count: int, random: Random, *, squares: int) -> list[SimulatedPlayer]:
    """Players of all zones; a third is new, nine in ten want emergency days. All have addresses for mail."""
    from allauth.account.models import EmailAddress

    from accounts.models.users import User

    joined = [0 if number % 3 == 0 else -random.randint(30, 900) * DAY for number in range(count)]
    users = User.objects.bulk_create(
        User(
            username=f"player{number}",
            email=f"player{number}@example.org",
            time_zone=ZONES[number % len(ZONES)],
            date_joined=instant_of(since),
            emergency_day=random.random() < 0.9,
            email_on_your_move=False,
            email_on_game_over=False,
        )
        for number, since in enumerate(joined)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    return [SimulatedPlayer(user, since, Sheet(squares)) for user, since in zip(users, joined, strict=True)]


def terms(random: Random) -> Terms:
    """Of a game: clocks of a day to two weeks a move, banks and total times, with and without leave, days off and
    claims."""
    day, half = DAY, DAY // 2
    banks = [(3 * day, day, 7 * day), (7 * day, 2 * day, 14 * day), (half, half // 2, day)]
    # A bank that does not grow is a total time.
    banks += [(days * day, 0, days * day) for days in (4, 30)]
    first, increment, cap = random.choice([*((days * day, 0, None) for days in (1, 2, 3, 5, 7, 10, 14)), *banks])
    return Terms(
        first=first,
        increment=increment,
        cap=cap,
        leave=random.choice([0, 1, 3, 10, 30, 30]) * day,
        days_off=random.random() < 0.7,
        claimed=random.random() < 0.33,
    )


def agreement_on(wanted: Terms) -> "Agreement":
    """The terms as an argument for the server."""
    from games.core.models.terms import Agreement
    from muehle.clocks.base import TimeControl
    from muehle.clocks.days_per_move import DaysPerMove
    from muehle.clocks.fischer import FischerBank
    from muehle.clocks.total_time import TotalTime

    first, increment, cap = (
        int(squares * SQUARE.total_seconds()) for squares in (wanted.first, wanted.increment, wanted.cap or 0)
    )
    clock: TimeControl = DaysPerMove(wanted.first // DAY)
    if cap:
        clock = FischerBank(first, increment, cap) if increment else TotalTime(first)
    # Not rated: a first move that is missed loses like any other.
    return Agreement(
        rated=False,
        clock=clock,
        leave_days=wanted.leave // DAY,
        days_off=wanted.days_off,
        timeout="claim" if wanted.claimed else "automatic",
    )


def answers_after(random: Random, left: int) -> int | None:
    """After how many squares a player moves who has `left` squares until the deadline; None for never.

    Mostly well in time, sometimes at the last moment or just too late.
    """
    lot = random.random()
    if lot < 0.008:
        return None
    if lot < 0.02:
        return left
    if lot < 0.07:
        return int(left * random.uniform(0.9, 1.4))
    return int(left * random.uniform(0.2, 0.95)) + 1
