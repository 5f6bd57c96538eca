"""Keeps the time of every game independently of the server (year_sheets.py) and reports differences.

It is called for every action. What it cannot compute (which game got an emergency day, which was lost) comes from the
server, and is checked against the terms.
"""

import heapq
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

from tools.bench.year_people import SimulatedPlayer, Terms
from tools.bench.year_sheets import AWAY, DAY, RUNS, TAKEN, instant_of, lowest_balance, runs_out

# By game: its deadline, and until when the opponent may claim it.
Stored = dict[int, tuple[datetime | None, datetime | None]]
GRACE = 7 * DAY
# A leave account nearer to zero than this is not checked; in 73rds of a square.
TOO_CLOSE = TAKEN


@dataclass(slots=True, kw_only=True)
class Match:
    """A game as the referee tracks it. Sides are 0 for White and 1 for Black."""

    number: int
    players: tuple[SimulatedPlayer, SimulatedPlayer]
    terms: Terms
    started: int
    left: list[int]
    ply: int = 0
    leave_used: list[int] = field(default_factory=lambda: [0, 0])
    emergency: list[int | None] = field(default_factory=lambda: [None, None])
    notified: set[tuple[int, int, str]] = field(default_factory=set)
    # When a notification of this turn said that a quarter of the time is left.
    quarter_notified: int | None = None
    read: tuple[int, int, bytes] | None = None

    @classmethod
    def starts(cls, number: int, players: tuple[SimulatedPlayer, SimulatedPlayer], terms: Terms, now: int) -> "Match":
        """White's clock runs from now."""
        return cls(number=number, players=players, terms=terms, started=now, left=[terms.first, terms.first])

    @property
    def side(self) -> int:
        return self.ply % 2

    @property
    def on_move(self) -> SimulatedPlayer:
        return self.players[self.side]

    def turn(self) -> tuple[int, bytes]:
        """The deadline, and the squares of the turn as its clock sees them."""
        version = self.on_move.sheet.version + len(self.on_move.emergency_days)
        if self.read is None or self.read[0] != version:
            seen = self.on_move.sheet.turn(
                self.started,
                days_off=self.terms.days_off,
                limit=max(0, self.terms.leave - self.leave_used[self.side]),
                emergency=self.on_move.emergency_days,
            )
            self.read = version, self.started + runs_out(seen, self.left[self.side]), seen
        return self.read[1:]

    @property
    def deadline(self) -> int:
        """The last square on which a move is in time."""
        return self.turn()[0]

    def has_run_three_quarters(self, now: int) -> bool:
        """Whether the clock has run on three quarters of its squares by now."""
        _deadline, seen = self.turn()
        return seen[: now - self.started].count(RUNS) * 4 >= self.left[self.side] * 3

    @property
    def ends(self) -> int:
        """The square after which the game is lost, unless it is claimed before."""
        return self.deadline + (GRACE if self.terms.claimed else 0)


class Referee:
    """Keeps time, and a list of `faults` as sentences."""

    def __init__(self) -> None:
        self.matches: dict[int, Match] = {}
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        # The rows and events that are expected, each once: by game, half-move, kind and deadline.
        self.notifications: Counter[tuple[int, int, str, datetime]] = Counter()
        self.events: Counter[tuple[int, int, str, datetime]] = Counter()
        self._to_begin: list[tuple[int, int, SimulatedPlayer, list[int]]] = []
        self._order = count()

    def look(self, now: int) -> None:
        """Begin the leave that is due."""
        while self._to_begin and self._to_begin[0][0] <= now:
            _start, _order, person, leave = heapq.heappop(self._to_begin)
            if any(each is leave for each in person.absences):
                person.sheet.go_away(*leave)

    # --- What people do ---

    def begins(self, match: Match, deadline_at: datetime | None) -> None:
        """A game has begun."""
        self.matches[match.number] = match
        self._compare(match, deadline_at)

    def moves(self, match: Match, now: int, deadline_at: datetime | None, *, is_over: bool) -> None:
        """A move was taken by the server: it must have been in time, and is paid from the clock and the leave."""
        if now > match.ends:
            self._complain(match, now, "a move was taken after the time was over")
        deadline, seen = match.turn()
        # For a move in the grace period only the time before the deadline counts.
        passed, side, terms = seen[: min(now, deadline) - match.started], match.side, match.terms
        if match.left[side] < now - match.started <= deadline - match.started:
            self.counts["moves in time thanks to pauses"] += 1
        match.leave_used[side] += passed.count(AWAY)
        if terms.cap is not None:
            match.left[side] = min(terms.cap, max(0, match.left[side] - passed.count(RUNS)) + terms.increment)
        match.ply, match.started, match.read, match.quarter_notified = match.ply + 1, now, None, None
        if is_over:
            del self.matches[match.number]
        else:
            self._compare(match, deadline_at)

    def takes_leave(self, person: SimulatedPlayer, start: int, end: int, now: int, *, granted: bool) -> list[int]:
        """A player has requested leave, which was granted, or refused as not covered."""
        leave = [start, end]
        lowest = lowest_balance(person.joined, [(a, b) for a, b in (*person.absences, leave)], now)
        if abs(lowest) > TOO_CLOSE and granted is not (lowest > 0):
            self.faults.append(f"{person.user}: leave at {instant_of(start)} granted: {granted}, left {lowest / TAKEN}")
        if granted:
            person.absences.append(leave)
            heapq.heappush(self._to_begin, (start, next(self._order), person, leave))
            self.look(now)
        return leave

    def ends_leave(self, person: SimulatedPlayer, leave: list[int], now: int) -> int | None:
        """Planned leave was cancelled (None), or a player has come back: then leave has lasted a day at least."""
        if leave[0] > now:
            person.absences = [each for each in person.absences if each is not leave]
            return None
        end, leave[1] = leave[1], min(leave[1], max(now, leave[0] + DAY))
        person.sheet.come_back(leave[1], end)
        return leave[1]

    # --- What the server decides ---

    def draws_emergency_day(self, match: Match, person: SimulatedPlayer, start: int) -> None:
        """The server has used an emergency day: it must begin at the deadline and be possible."""
        side = match.players.index(person)
        if side != match.side or start != match.deadline:
            self._complain(match, start, f"an emergency day that begins {start - match.deadline} squares too late")
        elif self._spare(match) < -TOO_CLOSE:
            self._complain(match, start, "an emergency day that the account or the terms do not give")
        self.counts["emergency days"] += 1
        person.absences.append([start, start + DAY])
        person.emergency_days.append(start)
        match.emergency[side] = start

    def loses(self, match: Match, now: int, *, claimed: bool = False) -> None:
        """The server has ended the game on time: nothing may have protected it."""
        del self.matches[match.number]
        over = match.deadline if claimed else match.ends
        self.counts["games lost on time"] += 1
        if now <= over:
            self._complain(match, now, f"LOST ON TIME {over - now + 1} squares too early")
        elif self._spare(match) > TOO_CLOSE:
            self._complain(match, now, "LOST ON TIME though a day of leave could have been drawn")

    def _spare(self, match: Match) -> int:
        """The leave left to the side on move after an emergency day; negative if it cannot have one."""
        person, side = match.on_move, match.side
        deadline, seen = match.turn()
        used = match.leave_used[side] + seen[: deadline - match.started].count(AWAY)
        was_held = any(start <= deadline and start + DAY > match.started for start in person.emergency_days)
        if not person.user.emergency_day or was_held or match.emergency[side] is not None:
            return -2 * TOO_CLOSE
        if match.terms.leave - used < DAY:
            return -2 * TOO_CLOSE
        taken = [(start, end) for start, end in (*person.absences, [deadline, deadline + DAY])]
        # The account is charged from the deadline on.
        return lowest_balance(person.joined, taken, deadline) if deadline >= person.joined else -2 * TOO_CLOSE

    def compare_all(self, stored: Stored, now: int) -> None:
        """Compare after a round of the worker: no game is overdue, and each has its deadline and its grace period."""
        for number, match in self.matches.items():
            deadline_at, grace_until = stored[number]
            self._compare(match, deadline_at)
            if now > match.ends:
                self._complain(match, now, "over, and nobody has ended it")
            in_grace = match.terms.claimed and now > match.deadline
            if grace_until != (instant_of(match.ends) if in_grace else None):
                self._complain(match, now, f"grace until {grace_until}")

    def expect_notifications(self, now: int) -> None:
        """Expect the deadline notifications that are due, after the worker has run: each kind once a deadline."""
        for match in self.matches.values():
            if now < match.deadline:
                # The player knows the deadline since the turn began, or since an emergency day moved it.
                known_since = max(match.started, match.emergency[match.side] or match.started)
                due = [kind for kind, is_due in self._near(match, known_since, now) if is_due]
                self._expect(
                    match, now, [kind for kind in due if (match.ply, match.deadline, kind) not in match.notified]
                )

    def _near(self, match: Match, known_since: int, now: int) -> list[tuple[str, bool]]:
        """Whether each kind of notification is due to a player who knows the deadline since `known_since`."""
        knows = max(known_since, match.quarter_notified or known_since)
        is_quarter = match.has_run_three_quarters(now) and not match.has_run_three_quarters(knows)
        return [("quarter", is_quarter), ("day", match.deadline - now <= DAY < match.deadline - known_since)]

    def _expect(self, match: Match, now: int, kinds: list[str]) -> None:
        deadline = match.deadline
        match.notified |= {(match.ply, deadline, kind) for kind in kinds}
        match.quarter_notified = now if "quarter" in kinds else match.quarter_notified
        for kind in kinds:
            self.notifications[match.number, match.ply, kind, instant_of(deadline)] += 1
        for kind in kinds[:1]:
            self.events[match.number, match.ply, kind, instant_of(deadline)] += 1

    def _compare(self, match: Match, deadline_at: datetime | None) -> None:
        self.counts["deadlines compared"] += 1
        if deadline_at is None or deadline_at != instant_of(match.deadline):
            self._complain(match, match.started, f"deadline {deadline_at}, not {instant_of(match.deadline)}")

    def _complain(self, match: Match, now: int, what: str) -> None:
        self.faults.append(f"game {match.number} after {match.ply} half-moves, {instant_of(now)}: {what}")
