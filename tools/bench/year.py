"""A year of a thousand players: leave, days off, reminders, time-outs and claims, and a worker that crashes.

`dev.py bench year`, with --players and --days for less of it. The time of day of the process is moved, and nothing
sleeps; the worker looks every four hours of that time, at random minutes, and is away for hours or days now and then.
A referee keeps every clock beside the server and knows nothing of its arithmetic (year_referee.py, year_sheets.py).
After each look of the worker every deadline, time-out and emergency day is compared, and at the end every reminder.
Needs an empty database, and fills it. 1 if anything differs.
"""

import argparse
import heapq
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import count
from random import Random
from typing import Any

import time_machine
from django.core.management import call_command
from django.db import connection

from accounts import database_time
from tools.bench.year_people import REGIONS, ZONES, SimulatedPlayer, agreement_on, answers_after, people, terms
from tools.bench.year_referee import Match, Referee, Stored
from tools.bench.year_sheets import BEGINS, DAY, MARGIN, instant_of, square_of
from tools.bench.year_verdicts import judge, report
from tools.bench.year_worker import CrashError, Deaths, Worker, set_up

HOUR = DAY // 24
# Between two rounds of the worker.
ROUND = 4 * HOUR


class Year:
    """The players, their games, and the queue of coming actions."""

    def __init__(self, players: int, days: int, seed: int, *, minutes: float) -> None:
        self.random, self.ends = Random(seed), days * DAY
        self._give_up_at = time.perf_counter() + 60 * minutes
        self.counts: Counter[str] = Counter()
        self.referee = Referee()
        self.now = 0
        # The number of games at a time; over the year everybody plays.
        self._tables = players // 4
        self._agenda: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self._away_until, self._last_emergency_day = 0, 0
        self._positions: dict[int, str] = {}
        self.people = people(players, self.random, squares=self.ends + MARGIN)
        self._by_key = {person.key: person for person in self.people}
        self._deaths = Deaths(self.random, self.counts)
        self._worker = Worker(self.random, self.counts, self._deaths)

    def run(self) -> None:
        """Simulate the year."""
        travel = time_machine.travel(BEGINS, tick=False)
        with database_time.process_clock(), travel as self._clock, closing(self._worker):
            self._plan()
            while self._agenda and self._agenda[0][0] < self.ends:
                at, _order, action = heapq.heappop(self._agenda)
                self._go_to(at)
                action()
            self._go_to(self.ends)
            self._away_until = self.ends
            self._look()

    def _go_to(self, at: int) -> None:
        if at != self.now:
            self.now = at
            self._clock.move_to(instant_of(at))
        self.referee.look(at)

    def _at(self, square: int, action: Callable[[], None]) -> None:
        heapq.heappush(self._agenda, (max(square, self.now), next(self._order), action))

    def _some_time(self) -> int:
        return self.random.randrange(self.now, self.ends)

    def _say_how_far(self) -> None:
        if time.perf_counter() > self._give_up_at:
            self.ends = self.now
        played, faults = self.counts["half-moves"], len(self.referee.faults)
        print(f"  {instant_of(self.now):%d %B %Y}: {played:,} half-moves, {faults} faults", flush=True)

    # --- What people do ---

    def _plan(self) -> None:
        for person in self.people:
            if self.random.random() < 0.65:
                self._at(self.random.randrange(2 * DAY), partial(self._choose_days_off, person))
                for _each in range(self.random.randint(0, 2)):
                    self._at(self._some_time(), partial(self._choose_days_off, person))
            for _each in range(self.random.randint(0, 6)):
                self._at(self._some_time(), partial(self._go_away, person))
        for table in range(self._tables):
            pair = self.people[2 * table], self.people[2 * table + 1]
            self._at(self.random.randrange(2 * DAY), partial(self._begin, *pair))
        for month in range(30 * DAY, self.ends, 30 * DAY):
            self._at(month, self._say_how_far)
        for begins in range(0, self.ends, ROUND):
            self._at(begins + self.random.randrange(ROUND), self._round)

    def _choose_days_off(self, person: SimulatedPlayer) -> None:
        from games.time_off import days_off
        from games.time_off import errors as leave_errors

        weekdays = self.random.sample(range(7), self.random.randint(0, 2))
        region = self.random.choice(["", *REGIONS])
        zone = person.user.time_zone if self.random.random() < 0.8 else self.random.choice(ZONES)
        change = partial(days_off.change_days_off, weekdays=weekdays, region=region, time_zone=zone)
        try:
            self._without_dying_for_good(partial(change, person.user))
        except leave_errors.DaysOffJustChanged:
            self.counts["changes of days off refused"] += 1
            return
        person.sheet.take_days_off(self.now, zone, weekdays, region)
        self.counts["changes of days off"] += 1

    def _go_away(self, person: SimulatedPlayer) -> None:
        from games.time_off import errors as leave_errors
        from games.time_off import leave as leaves

        ahead = 0 if self.random.random() < 0.4 else self.random.randrange(40 * DAY)
        start = self.now + ahead
        end = start + DAY + self.random.randrange(12 * DAY)
        take = partial(leaves.take_leave, starts_at=instant_of(start) if ahead else None, ends_at=instant_of(end))
        try:
            row = take(person.user)
        except leave_errors.LeaveNotCovered:
            self.referee.takes_leave(person, start, end, self.now, granted=False)
            self.counts["leave refused"] += 1
            return
        except leave_errors.LeaveOverlaps:
            return
        leave = self.referee.takes_leave(person, start, end, self.now, granted=True)
        self.counts["leave taken"] += 1
        if self.random.random() < 0.3:
            at = self.random.randrange(self.now, end)
            self._at(at, partial(self._come_back, person, row.pk, leave))

    def _come_back(self, person: SimulatedPlayer, key: int, leave: list[int]) -> None:
        from games.time_off import leave as leaves

        row = leaves.end_leave(person.user, key)
        end = self.referee.ends_leave(person, leave, self.now)
        if end is not None and row.ends_at != instant_of(end):
            self.referee.faults.append(f"{person.user}: back on {row.ends_at}, not {instant_of(end)}")
        self.counts["plans given up" if end is None else "leave ended early"] += 1

    def _begin(self, white: SimulatedPlayer, black: SimulatedPlayer) -> None:
        from games.challenges import actions as challenges
        from games.challenges.actions import Proposal

        wanted = terms(self.random)
        proposal = Proposal(agreement=agreement_on(wanted), colour="white")
        challenge = challenges.challenge_player(white.user, black.user, proposal)
        game = challenges.accept_challenge(challenge.number, black.user).game
        assert game is not None
        self.counts["games"] += 1
        match = Match.starts(game.number, (white, black), wanted, self.now)
        self.referee.begins(match, game.deadline_at)
        self._positions[game.number] = game.position
        self._think(match)

    def _think(self, match: Match) -> None:
        after = answers_after(self.random, match.deadline - self.now)
        if after is not None:
            self._at(self.now + after, partial(self._move, match, match.ply))

    def _move(self, match: Match, ply: int) -> None:
        from games.core import errors
        from games.play import actions as transitions
        from muehle.position import Position

        if match.number not in self.referee.matches or match.ply != ply:
            return
        move = str(self.random.choice(Position.parse(self._positions[match.number]).legal_moves()))
        play = partial(transitions.play_move, match.number, match.on_move.user, move, ply=ply + 1)
        is_late = self.now > match.deadline
        try:
            game = self._without_dying_for_good(play).game
        except errors.DeadlinePassed:
            self.counts["moves refused, too late"] += 1
            self._read_emergency_days()
            self._lose(match)
            return
        if is_late:
            self._read_emergency_days()
            self.counts["moves in the time of grace"] += self.now > match.deadline
        self.counts["half-moves"] += 1
        self._positions[match.number] = game.position
        self.referee.moves(match, self.now, game.deadline_at, is_over=not game.is_ongoing)
        if game.is_ongoing:
            self._think(match)
        else:
            self.counts["games ended by a move"] += 1
            self._find_others(match)

    def _claim(self, match: Match, ply: int) -> None:
        from games.play import actions as transitions

        if match.number in self.referee.matches and match.ply == ply and match.deadline < self.now <= match.ends:
            transitions.claim_timeout(match.number, match.players[1 - match.side].user)
            self.counts["time-outs claimed"] += 1
            self._lose(match, claimed=True)

    def _lose(self, match: Match, *, claimed: bool = False) -> None:
        self.referee.loses(match, self.now, claimed=claimed)
        self._find_others(match)

    def _find_others(self, match: Match) -> None:
        """A new game begins in the place of one that has ended."""
        del self._positions[match.number]
        pair = self.random.sample(self.people, 2)
        self._at(self.now + self.random.randrange(1, DAY), partial(self._begin, *pair))

    def _without_dying_for_good(self, action: Callable[[], Any]) -> Any:
        """The web process may be killed as well; then the player repeats the action."""
        try:
            with self._deaths.expected("web process", chance=0.004):
                return action()
        except CrashError:
            return action()

    # --- The worker ---

    def _round(self) -> None:
        if self.now < self._away_until:
            return
        was_away = self.now - self._away_until < ROUND
        if self.random.random() < 0.006:
            self._away_until = self.now + self.random.randrange(ROUND, 48 * HOUR)
            self.counts["times that the worker was away for hours"] += 1
        elif was_away or self.random.random() < 0.004:
            self._worker.die_by_kill(instant_of(self.now))
            self._look()
        else:
            self._look()

    def _look(self) -> None:
        """One round of the worker; then everything is compared."""
        from games.core.models.games import Game

        self._worker.work()
        self.counts["rounds of the worker"] += 1
        self._read_emergency_days()
        rows = Game.objects.ongoing().values_list("number", "deadline_at", "grace_until")
        stored: Stored = {number: (deadline_at, grace_until) for number, deadline_at, grace_until in rows}
        for number in self.referee.matches.keys() - stored.keys():
            self._lose(self.referee.matches[number])
        self.referee.compare_all(stored, self.now)
        self.referee.expect_notifications(self.now)
        self._let_opponents_claim(stored)

    def _read_emergency_days(self) -> None:
        from games.time_off.models import Leave

        rows = Leave.objects.filter(game__isnull=False, pk__gt=self._last_emergency_day).order_by("pk")
        for key, game, user, starts_at in rows.values_list("pk", "game", "user", "starts_at"):
            assert game is not None
            self._last_emergency_day = key
            match = self.referee.matches[game]
            self.referee.draws_emergency_day(match, self._by_key[user], square_of(starts_at))

    def _let_opponents_claim(self, stored: Stored) -> None:
        for number, (_deadline_at, grace_until) in stored.items():
            if grace_until is not None and self.random.random() < 0.006:
                match = self.referee.matches[number]
                self._at(self.now + self.random.randrange(HOUR), partial(self._claim, match, match.ply))


def main(arguments: Sequence[str]) -> int:
    """Simulate, compare, print; returns 1 where the server and the referee differ in anything."""
    parser = argparse.ArgumentParser(prog="dev.py bench year", description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--minutes", type=float, default=60, help="end early after so many (default: %(default)s)")
    options = parser.parse_args(arguments)
    set_up()
    # A kill after a commit is not announced here.
    logging.disable(logging.CRITICAL)
    call_command("migrate", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        # PostgreSQL itself is not killed here, and need not wait for the disk.
        cursor.execute("SET synchronous_commit = off")
    started = time.perf_counter()
    year = Year(options.players, options.days, options.seed, minutes=options.minutes)
    year.run()
    judge(year)
    seconds = time.perf_counter() - started
    report(year, f"{options.players:,} players, {year.ends // DAY} days, seed {options.seed}, in {seconds:.0f} s")
    return 1 if year.referee.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
