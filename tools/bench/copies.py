"""The copy of everything about somebody (accounts/privacy/exports.py), made as a worker makes it, in an own process.

`python -m tools.bench.copies NAME` is that process: it makes the copy that is asked for, and says what that has cost.
"""

import json
import os
import subprocess
import sys
import time
from io import BytesIO
from zipfile import ZipFile

import django

from tools.bench.memory import peak
from tools.bench.report import Taken


def take(name: str) -> Taken:
    """Ask for a copy about the player, have it made, and read back how many games are in it."""
    from accounts.models.users import User
    from accounts.privacy import exports

    export = exports.request_export(User.objects.get(username=name))
    said = subprocess.run(
        [sys.executable, "-m", "tools.bench.copies"], check=True, capture_output=True, text=True
    ).stdout
    export.refresh_from_db()
    with ZipFile(BytesIO(b"".join(exports.pieces_of(export)))) as archive, archive.open("games.ndjson") as lines:
        games = sum(1 for _line in lines)
    return Taken(games, export.size / 1e6, **json.loads(said))


def main() -> None:
    """Be the worker, and say the seconds and the peak of the process before and after, in MB."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    django.setup()
    from accounts.privacy import exports

    before, started = peak(os.getpid()), time.perf_counter()
    assert exports.make_next()
    print(json.dumps({"seconds": time.perf_counter() - started, "before": before, "after": peak(os.getpid())}))


if __name__ == "__main__":
    main()
