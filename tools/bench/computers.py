"""`POST move` of people who play each other, with fifty games against computers at the same time and without them.

`dev.py bench computers`, with --quick for one short round, and --levels 6 for games with the strongest level only. The
web process, both workers and the beat are those of `dev.py run`. In each round both states are measured one after the
other, and every second round in the opposite order. The players of the fifty games answer at once, over the API.
"""

import argparse
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import django
from django.core.management import call_command

from tools.bench import servers
from tools.bench.computers_opponents import Opponents
from tools.bench.load import LoadPlan, send
from tools.bench.moves import CLIENTS, CREATED, Deck
from tools.bench.processor import processor_seconds
from tools.bench.report import milliseconds, percentile, print_table, verdict
from tools.bench.servers import Served
from tools.launcher.celery_programs import beat_program, computer_program, worker_program
from tools.launcher.processes import Program, start, stop

GAMES = 50
MOST_RATIO = 1.5
WARM_UP_SECONDS = 5.0
# Until a move is waiting in most of the games.
SECONDS_TO_BEGIN = 2.0
SECONDS_TO_START = 60.0
PLIES_A_GAME = 70


@dataclass(frozen=True)
class Length:
    """Rounds, seconds of each measurement in a round, and the moves between people in a second."""

    rounds: int
    seconds: float
    per_second: float

    def games(self) -> int:
        """How many games between people are needed."""
        moves = (2 * self.rounds * self.seconds + WARM_UP_SECONDS) * self.per_second
        return int(moves / PLIES_A_GAME + 3 * CLIENTS * (2 * self.rounds + 1))


@dataclass
class State:
    """What was measured in one of the two states."""

    name: str
    latencies: list[list[float]] = field(default_factory=list)
    # Of each process, in cores.
    cores: list[dict[str, float]] = field(default_factory=list)
    moves_per_second: list[float] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)

    def ratios(self, reference: "State", share: float) -> list[float]:
        """Of a percentile to that of the reference, round by round."""
        pairs = zip(self.latencies, reference.latencies, strict=True)
        return [percentile(own, share) / percentile(other, share) for own, other in pairs]


@dataclass(frozen=True)
class Bench:
    """What is running, and what it is given to do."""

    served: Served
    processes: dict[str, int]
    deck: Deck
    opponents: Opponents
    length: Length

    def measure(self, state: State) -> None:
        """Send the moves, in the state that the processes are in."""
        before, begun, used = self.opponents.half_moves(), time.monotonic(), self._used()
        state.latencies.append(self._send(self.length.seconds))
        seconds = time.monotonic() - begun
        state.cores.append({name: (now - used[name]) / seconds for name, now in self._used().items()})
        # Every second half-move is one of a computer.
        state.moves_per_second.append((self.opponents.half_moves() - before) / 2 / seconds)
        state.waiting.append(self.opponents.waiting())

    def _used(self) -> dict[str, float]:
        return {name: processor_seconds(process) for name, process in self.processes.items()}

    def warm_up(self) -> None:
        """Let the web process load what a move needs."""
        self._send(WARM_UP_SECONDS)

    def _send(self, seconds: float) -> list[float]:
        """The seconds of each request. Raises RuntimeError where one was refused or the games ran out."""
        per_second = self.length.per_second
        # One more for each client, to be sent when the time is over.
        lanes = self.deck.lanes(moves=seconds * per_second + CLIENTS)
        outcome = send(LoadPlan(self.served.address.host, self.served.address.port, lanes, seconds, per_second))
        if set(outcome.statuses) != {CREATED} or outcome.exhausted:
            raise RuntimeError(f"statuses {dict(outcome.statuses)}, exhausted: {outcome.exhausted}")
        return outcome.latencies


def main(arguments: Sequence[str]) -> int:
    """Measure and print; returns 1 if the aim was missed."""
    options = _options(arguments)
    rounds, seconds = (1, 8.0) if options.quick else (options.rounds, 15.0)
    length = Length(rounds, seconds, options.per_second)
    os.environ |= {"RATE_TOKEN": "1000000/minute", "RATE_USER": "1000000/minute"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    with tempfile.TemporaryDirectory() as directory:
        os.environ["STATIC_ROOT"] = f"{directory}/static"
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        log = Path(directory) / "log"
        try:
            without, beside = _measured(length, options.levels, Path(directory), log)
        finally:
            print(log.read_text()[-4000:] if log.exists() else "", end="")
    return _report(length, options.levels, without, beside)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench computers", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round")
    parser.add_argument("--rounds", type=int, default=8, help="default: %(default)s")
    parser.add_argument("--per-second", type=float, default=20.0, help="moves between people (default: %(default)s)")
    parser.add_argument("--levels", default="123456", help="those of the computers, in turns (default: %(default)s)")
    return parser.parse_args(arguments)


def _measured(length: Length, levels: str, directory: Path, log: Path) -> tuple[State, State]:
    from tools.bench.playouts import begun_games, playouts

    print(f"Preparing {length.games()} games …", flush=True)
    deck = Deck(begun_games(length.games(), prefix="player"), playouts(length.games(), seed=9), "Bearer")
    with ExitStack() as stack:
        served = stack.enter_context(servers.serving(log, application=servers.OURS))
        workers = stack.enter_context(celery_processes(directory, log))
        opponents = stack.enter_context(Opponents.of(served.address, GAMES, levels))
        processes = {"web": served.pid, **workers, "players": opponents.process.pid}
        bench = Bench(served, processes, deck, opponents, length)
        opponents.wait_until_answered(SECONDS_TO_START)
        bench.warm_up()
        return _rounds(bench)


def _rounds(bench: Bench) -> tuple[State, State]:
    without, beside = State("without"), State(f"with {GAMES} games against computers")
    for number in range(bench.length.rounds):
        for state in (without, beside) if number % 2 == 0 else (beside, without):
            if state is beside:
                bench.opponents.play()
                time.sleep(SECONDS_TO_BEGIN)
            bench.measure(state)
            if state is beside:
                bench.opponents.rest()
                bench.opponents.wait_until_answered(SECONDS_TO_START)
        print(f"  round {number + 1}: p99 {milliseconds(percentile(without.latencies[-1], 0.99))} without, "
              f"{milliseconds(percentile(beside.latencies[-1], 0.99))} with", flush=True)  # fmt: skip
    return without, beside


@contextmanager
def celery_processes(directory: Path, log: Path) -> Iterator[dict[str, int]]:
    """Both workers and the beat, as `dev.py run` starts them. Gives the process of each by its name."""
    environment = dict(os.environ)
    beat = beat_program(environment, level="warning")
    schedule = [str(directory / "schedule") if part.endswith("beat-schedule") else part for part in beat.command]
    programs = [
        worker_program(environment, level="warning"),
        computer_program(environment, level="warning"),
        Program(name=beat.name, command=schedule, environment=environment, folder=beat.folder),
    ]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for program in programs:
            with log.open("ab") as output:
                processes.append(start(program, output=output))
        yield {program.name: process.pid for program, process in zip(programs, processes, strict=True)}
    finally:
        for program, process in zip(programs, processes, strict=False):
            stop(program, process)


def _report(length: Length, levels: str, without: State, beside: State) -> int:
    states = (without, beside)
    pooled = [list(itertools.chain(*state.latencies)) for state in states]
    print_table(
        f"POST move between people, {length.per_second:.0f}/s, {length.rounds} rounds of {length.seconds:.0f} s; "
        f"computers of the levels {levels}; percentiles of all rounds together, and medians of the rounds",
        ["", "p50", "p90", "p99", "moves/s of the computers", "games waiting"],
        [
            [state.name, *(milliseconds(percentile(latencies, share)) for share in (0.5, 0.9, 0.99)),
             f"{statistics.median(state.moves_per_second):.1f}", f"{statistics.median(state.waiting):.0f}"]
            for state, latencies in zip(states, pooled, strict=True)
        ],
    )  # fmt: skip
    names = list(without.cores[0])
    print_table(
        "Cores that each process takes, median of the rounds",
        ["", *names],
        [
            [state.name, *(f"{statistics.median(cores[name] for cores in state.cores):.2f}" for name in names)]
            for state in states
        ],
    )
    by_round = beside.ratios(without, 0.99)
    ratio = percentile(pooled[1], 0.99) / percentile(pooled[0], 0.99)
    print(f"\n  p99 is {ratio:.2f} × that without, all rounds together; round by round "
          f"{', '.join(f'{each:.2f}' for each in by_round)}, median {statistics.median(by_round):.2f} "
          f"(aim: at most {MOST_RATIO}): {verdict(ratio, at_most=MOST_RATIO)}")  # fmt: skip
    return 0 if ratio <= MOST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
