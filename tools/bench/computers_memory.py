"""The memory of the worker that plays for computers, move by move at the strongest level.

`dev.py bench computers_memory`, with --moves 500 for as many. The worker is that of `dev.py run`; the players of ten
games answer by level 3, and a game that has ended is followed by another. Needs Linux.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import django
from django.core.management import call_command

from tools.bench.computers import celery_processes
from tools.bench.computers_opponents import begin_game, chosen, games_of
from tools.bench.memory import peak, shared
from tools.bench.report import print_table, verdict

GAMES, LEVEL = 10, 6
ROWS = 10
SECONDS_A_MOVE = 60.0
# Of the memory after half of the moves; the limit of the service is 512 MB.
MOST_GROWTH = 1.1
MOST_MEGABYTES = 512.0


def main(arguments: Sequence[str]) -> int:
    """Measure and print; returns 1 if memory has grown beyond the limits."""
    parser = argparse.ArgumentParser(prog="dev.py bench computers_memory", description=__doc__)
    parser.add_argument("--moves", type=int, default=500, help="of the computer (default: %(default)s)")
    moves = parser.parse_args(arguments).moves
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    from accounts.models import User

    users = User.objects.bulk_create(User(username=f"opponent{index}", password="!") for index in range(GAMES))
    for user in users:
        begin_game(user, LEVEL)
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory) / "log"
        try:
            with celery_processes(Path(directory), log) as processes:
                rows = _measured(processes["computer"], [user.pk for user in users], moves)
        finally:
            print(log.read_text()[-4000:], end="")
    return _report(rows)


def _measured(worker: int, players: list[int], moves: int) -> list[tuple[int, float, float, float]]:
    """Now and then: the moves so far; megabytes of all processes together, of that which plays, and its peak."""
    rows: list[tuple[int, float, float, float]] = []
    step = max(1, moves // ROWS)
    until = time.monotonic() + moves * SECONDS_A_MOVE
    while not rows or rows[-1][0] < moves:
        if time.monotonic() > until:
            raise TimeoutError(f"the worker has played {_moves_of_computers()} of {moves} moves")
        _answer(players)
        played = _moves_of_computers()
        playing = [int(each) for each in Path(f"/proc/{worker}/task/{worker}/children").read_text().split()]
        if playing and played >= (rows[-1][0] + step if rows else 1):
            row = played, sum(map(shared, [worker, *playing])), max(map(shared, playing)), max(map(peak, playing))
            print("  {} moves: {:.0f} MB, the playing process {:.0f} MB, at most {:.0f} MB".format(*row), flush=True)
            rows.append(row)
        time.sleep(0.1)
    return rows


def _answer(players: list[int]) -> None:
    """Move for the players who are on move, and begin games for those who have none."""
    from accounts.models import User
    from games.play.actions import play_move

    users = User.objects.in_bulk(players)
    on_move, idle = games_of(players)
    for number, player in on_move:
        move, ply = chosen(number)
        play_move(number, users[player], move, ply=ply)
    for player in idle:
        begin_game(users[player], LEVEL)


def _moves_of_computers() -> int:
    """Those of one side; the players are ahead by one half-move a game at most."""
    from games.core.models.moves import Move

    return max(0, Move.objects.count() - GAMES) // 2


def _report(rows: list[tuple[int, float, float, float]]) -> int:
    print_table(
        f"Memory of the worker, level {LEVEL}, {GAMES} games at a time",
        ["moves", "both processes", "that which plays", "its peak"],
        [[played, *(f"{megabytes:.0f} MB" for megabytes in row)] for played, *row in rows],
    )
    half = next(row for row in rows if row[0] >= rows[-1][0] // 2)
    growth, most = rows[-1][3] / half[3], rows[-1][3]
    print(f"\n  the peak after all moves / after half of them: {growth:.3f} (aim: at most {MOST_GROWTH}): "
          f"{verdict(growth, at_most=MOST_GROWTH)}; {most:.0f} MB (aim: at most {MOST_MEGABYTES:.0f}): "
          f"{verdict(most, at_most=MOST_MEGABYTES)}")  # fmt: skip
    return 0 if growth <= MOST_GROWTH and most <= MOST_MEGABYTES else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
