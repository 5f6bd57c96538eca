"""`manage.py recompute_ratings`: rate all games again, or compare what is stored with what follows from the games."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.core import rule_sets
from games.core.models.terms import Pool
from games.players import recomputing

# Differences that are printed of each rule set and pool.
SHOWN = 20


class Command(BaseCommand):
    help = (
        "Rate all games again; `--check` compares what is stored with what follows from the games, to the last digit."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing, and fail if anything differs")

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        lists = [(rules, pool) for rules, _name in rule_sets.choices() for pool in Pool.values]
        if check:
            self._check(lists)
            return
        for rules, pool in lists:
            games, changed = recomputing.recompute(rules, pool)
            if games:
                self.stdout.write(f"{rules}, {pool}: {games} games, {changed} ratings have changed")

    def _check(self, lists: list[tuple[str, str]]) -> None:
        wrong = 0
        for rules, pool in lists:
            found = recomputing.check(rules, pool)
            if found.waiting:
                self.stdout.write(f"{rules}, {pool}: not checked, {found.waiting} games wait for the worker")
            elif found.games:
                self.stdout.write(f"{rules}, {pool}: {found.games} games, {len(found.differences)} differences")
            for difference in found.differences[:SHOWN]:
                self.stdout.write(f"  {difference}")
            wrong += len(found.differences)
        if wrong:
            raise CommandError(f"{wrong} differences between the stored ratings and the games.")
