"""`manage.py check_reliability`: compare the stored reliability of all players with their games."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.players import reliability
from games.players.reliability import Difference


class Command(BaseCommand):
    help = "Say whose stored reliability is not what follows from their games; `--mend` stores it anew."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mend", action="store_true", help="store what follows from the games")

    def handle(self, *_args: Any, mend: bool, **_options: Any) -> None:
        """Print each difference; without `--mend`, any is an error."""
        number = 0
        for each in reliability.differences():
            number += 1
            self.stdout.write(_line(each))
            if mend:
                reliability.store_again(each.user_id)
        if number and not mend:
            raise CommandError(f"The stored reliability of {number} players does not follow from their games.")
        self.stdout.write(f"Mended: {number}." if number else "The stored reliability of all players is right.")


def _line(each: Difference) -> str:
    games, on_time, percent = each.stored
    counted = each.counted
    return (
        f"{each.username}: stored {on_time} of {games} ({percent}), "
        f"counted {counted.on_time} of {counted.games} ({counted.percent})"
    )
