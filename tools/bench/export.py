"""A player's games downloaded whole: 1,000 and 10,000 of them from the real web process, and what it grows by; and the
copy of all data about them, which a worker makes.

`dev.py bench export`, with --quick for a tenth of the games. The most memory that the process has ever held is read
from the kernel before and after each download; needs an empty database, and Linux.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import django
import httpx
from django.core.management import call_command

import muehle
from tools.bench import copies, servers
from tools.bench.memory import peak
from tools.bench.report import Taken, print_table, verdict

FORMS = ("ndjson", "pgn")
COPY = "copy of everything"
# So many different games are played out; the others have the same moves.
PLAYOUTS = 50
BATCH = 500


def main(arguments: Sequence[str]) -> int:
    """Measure and print; returns 1 where a game is missing or memory grows with their number."""
    sizes = _sizes(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    os.environ["RATE_GUEST"] = "100000/minute"
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    _fill("few", 10)
    for size in sizes:
        print(f"Filling the tables: {size:,} ended games …", flush=True)
        _fill(f"player{size}", size)
    with tempfile.TemporaryDirectory() as folder, servers.real(Path(folder) / "log") as address:
        process = _process_at(address.port)
        # The first answer loads what every later one needs.
        _take(address.url, process, "few", "ndjson")
        taken = {(form, size): _take(address.url, process, f"player{size}", form) for size in sizes for form in FORMS}
    taken |= {(COPY, size): copies.take(f"player{size}") for size in sizes}
    return _report(taken)


def _sizes(arguments: Sequence[str]) -> tuple[int, int]:
    parser = argparse.ArgumentParser(prog="dev.py bench export", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the games")
    return (100, 1_000) if parser.parse_args(arguments).quick else (1_000, 10_000)


def _fill(name: str, count: int) -> None:
    """A player with so many games that they have lost on time, all against the same opponent."""
    from django.utils import timezone

    from accounts.models.users import User
    from games.core.models.games import Game
    from games.core.models.moves import Move
    from tools.bench.playouts import playouts

    player = User.objects.create(username=name, password="!")
    opponent, _is_new = User.objects.get_or_create(username="opponent", defaults={"password": "!"})
    now = timezone.now()
    lines = []
    for moves in playouts(PLAYOUTS, seed=count):
        match, line = muehle.Game(), []
        for move in moves:
            match.play(muehle.Move.parse(move))
            line.append((move, match.position.text))
        lines.append(line)
    columns = {"white_seconds": 259_200, "black_seconds": 259_200, "turn_started_at": now}
    ended = {"status": "finished", "result": "0-1", "termination": "timeout", "finished_at": now}
    for first in range(0, count, BATCH):
        rows = [(index, lines[index % PLAYOUTS]) for index in range(first, min(first + BATCH, count))]
        games = Game.objects.bulk_create(
            Game(
                white=player if index % 2 else opponent,
                black=opponent if index % 2 else player,
                ply=len(line),
                position=line[-1][1],
                last_move=line[-1][0],
                started_at=now - timedelta(days=count - index),
                **columns,
                **ended,
            )
            for index, line in rows
        )
        Move.objects.bulk_create(
            Move(
                game=game,
                ply=ply,
                notation=move,
                position=position,
                played_at=now,
                seconds_spent=0,
                deadline_at=now,
            )
            for game, (_index, line) in zip(games, rows, strict=True)
            for ply, (move, position) in enumerate(line, start=1)
        )


def _take(url: str, process: int, player: str, form: str) -> Taken:
    """Read the download as it comes, and throw it away."""
    before, started = peak(process), time.perf_counter()
    games = read = 0
    mark = b'[White "' if form == "pgn" else b'{"number":'
    rest = b""
    with httpx.stream("GET", f"{url}/api/v1/players/{player}/games/", params={"form": form}, timeout=120) as answer:
        answer.raise_for_status()
        for part in answer.iter_bytes():
            read += len(part)
            part = rest + part
            games += part.count(mark)
            rest = part[-len(mark) + 1 :]
    return Taken(games, read / 1e6, time.perf_counter() - started, before, peak(process))


def _process_at(port: int) -> int:
    """The child of this process that serves; there is only one."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    assert len(children) == 1, (port, children)
    return int(children[0])


def _report(taken: dict[tuple[str, int], Taken]) -> int:
    print_table(
        "All games of a player, downloaded one after the other from one process, and copied by workers",
        ["", "games", "MB", "seconds", "games/s", "peak before", "after"],
        [
            [form, f"{found.games:,}", f"{found.megabytes:.1f}", f"{found.seconds:.1f}",
             f"{found.games / found.seconds:,.0f}", f"{found.before:.1f} MB", f"{found.after:.1f} MB"]
            for (form, _size), found in taken.items()
        ],
    )  # fmt: skip
    few, many = min(size for _form, size in taken), max(size for _form, size in taken)
    print()
    worst = 0.0
    for form in (*FORMS, COPY):
        ratio = taken[form, many].after / taken[form, few].after
        worst = max(worst, ratio)
        print(f"  {form}: peak after {many:,} games / after {few:,}: {ratio:.3f} (aim: at most 1.1): "
              f"{verdict(ratio, at_most=1.1)}")  # fmt: skip
    whole = all(found.games == size for (_form, size), found in taken.items())
    print(f"  every game came: {whole}")
    return 0 if whole and worst <= 1.1 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
