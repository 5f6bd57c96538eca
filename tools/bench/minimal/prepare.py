"""Makes the schema, the players and the games: `python -m tools.bench.minimal.prepare GAMES` prints their tokens."""

import json
import os
import sys
from collections.abc import Sequence
from datetime import timedelta

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tools.bench.minimal.settings"


def main(arguments: Sequence[str]) -> int:
    """Print a JSON list of [number, White's token, Black's token]."""
    django.setup()
    _make_tables()
    print(json.dumps(_make_games(int(arguments[0]))))
    return 0


def _make_tables() -> None:
    from django.core.management import call_command
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA IF NOT EXISTS minimal")
    # Apps without migrations get their tables first, and ours refer to those of the others.
    for run_syncdb in (False, True):
        call_command("migrate", run_syncdb=run_syncdb, interactive=False, verbosity=0)


def _make_games(count: int) -> list[tuple[int, str, str]]:
    from django.contrib.auth.models import User
    from django.utils import timezone
    from rest_framework.authtoken.models import Token

    from tools.bench.minimal.models import Game

    users = User.objects.bulk_create(User(username=f"player{index}", password="!") for index in range(2 * count))
    tokens = [Token.objects.create(user=user).key for user in users]
    start, deadline = "........................ w 9 9 0", timezone.now() + timedelta(days=3)
    games = Game.objects.bulk_create(Game(on_move=white, position=start, deadline_at=deadline) for white in users[::2])
    return list(zip([game.number for game in games], tokens[::2], tokens[1::2], strict=True))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
