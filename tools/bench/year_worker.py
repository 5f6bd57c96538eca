"""The worker of the simulated year, and how it dies: in this process at a commit or a statement of its transactions, or
as a process of its own by SIGKILL. What has died is begun again, as the beat would.

`python -m tools.bench.year_worker` is such a process: it reads the time on a line, and then works.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from random import Random
from typing import Any

import django
import time_machine
from django.db import DatabaseError, connection

from tools.launcher.workspace import ROOT

VICTIM = "year-victim"
LONGEST_LIFE_SECONDS = 0.08


class CrashError(DatabaseError):
    """The process is killed at this point: uncommitted changes are lost, and so is what follows a commit."""


class Deaths:
    """Kills the work within `expected()` at random: at a statement, before a commit or after it."""

    def __init__(self, random: Random, counts: Counter[str]) -> None:
        self._random, self._counts = random, counts
        self._who, self._chance = "", 0.0
        self._commit = connection.commit
        connection.execute_wrappers.append(self._at_statement)
        connection.commit = self._at_commit  # type: ignore[method-assign]

    @contextmanager
    def expected(self, who: str, *, chance: float) -> Iterator[None]:
        """`chance` is that of a commit; a statement has a tenth of it."""
        self._who, self._chance = who, chance
        try:
            yield
        finally:
            self._chance = 0.0

    def _at_statement(self, execute: Callable[..., Any], *given: Any) -> Any:
        self._perhaps("at a statement", 0.1)
        return execute(*given)

    def _at_commit(self) -> None:
        self._perhaps("before a commit", 0.5)
        self._commit()
        self._perhaps("after a commit", 0.5)

    def _perhaps(self, where: str, share: float) -> None:
        if self._chance and self._random.random() < self._chance * share:
            self._counts[f"{self._who} died {where}"] += 1
            raise CrashError


class Worker:
    """Runs the periodic tasks in this process until all is done; sometimes another process runs them before."""

    def __init__(self, random: Random, counts: Counter[str], deaths: Deaths) -> None:
        self._random, self._counts, self._deaths = random, counts, deaths
        self._victim: subprocess.Popen[str] | None = None

    def work(self) -> None:
        """One round of all tasks; a killed one is repeated. Time-outs may come before the clocks."""
        clocks, time_outs, *others = tasks()
        for task in (*self._random.sample([clocks, time_outs], 2), *others):
            while not self._survives(task):
                pass

    def die_by_kill(self, now: datetime) -> None:
        """Let a process of its own begin the round, and kill it at a random moment."""
        victim = self._victim or self._start()
        assert victim.stdin is not None
        assert victim.stdout is not None
        victim.stdout.readline()
        victim.stdin.write(f"{now.isoformat()}\n")
        victim.stdin.flush()
        time.sleep(self._random.uniform(0.0, LONGEST_LIFE_SECONDS))
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        finished = "done" in victim.stdout.read()
        self._counts[f"worker killed by SIGKILL {'when it was done' if finished else 'while it worked'}"] += 1
        self._wait_until_its_locks_are_gone()
        self._victim = self._start()

    def close(self) -> None:
        """End the process that waits for its turn."""
        if self._victim is not None:
            self._victim.kill()
            self._victim.wait()

    def _start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "tools.bench.year_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PROCESS_NAME": VICTIM},
        )

    def _survives(self, task: Callable[[], object]) -> bool:
        try:
            with self._deaths.expected("worker", chance=0.04):
                task()
        except CrashError:
            return False
        return True

    def _wait_until_its_locks_are_gone(self) -> None:
        """Wait until PostgreSQL has rolled back the transaction of the killed process."""
        while True:
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [VICTIM])
                if not cursor.fetchone()[0]:
                    return
            time.sleep(0.005)


def tasks() -> list[Callable[[], object]]:
    """The periodic tasks that concern time. Deliveries are created but not sent: mails have their own benchmark."""
    from games.notifications import delivery
    from games.play import tasks as beat
    from games.time_off.tasks import remind_of_leave_ends

    def write_down() -> None:
        while delivery.dispatch():
            pass

    return [
        beat.keep_clocks,
        beat.settle_overdue_games,
        beat.notify_of_deadlines,
        remind_of_leave_ends,
        write_down,
    ]


def set_up() -> None:
    """Set up Django with one plain connection: the time that this benchmark moves would confuse a pool."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    from django.conf import settings

    settings.DATABASES["default"]["OPTIONS"]["pool"] = False
    settings.DATABASES["default"]["CONN_MAX_AGE"] = None
    django.setup()


def run() -> None:
    """Work once at the given time, or until the kill."""
    set_up()
    connection.ensure_connection()
    steps = tasks()
    print("ready", flush=True)
    said = sys.stdin.readline().strip()
    if not said:
        return
    from accounts import database_time

    with database_time.process_clock(), time_machine.travel(datetime.fromisoformat(said), tick=False):
        for step in steps:
            step()
    print("done", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    run()
