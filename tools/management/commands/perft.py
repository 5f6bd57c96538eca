"""`manage.py perft`: count the games of a given length from a position, to compare move generators."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from muehle import RULESETS, STANDARD, MalformedPosition, Position, RuleSet, divide, perft


class Command(BaseCommand):
    """Prints a line `depth count` for each depth, or with --divide a line `move count` for each first move."""

    help = "Count the sequences of complete turns from a position, for each depth up to DEPTH."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("depth", type=int, metavar="DEPTH", help="half-moves, each with its removal")
        parser.add_argument("--position", metavar="TEXT", default=Position.start().text, help="default: %(default)r")
        parser.add_argument("--rules", metavar="NAME", choices=RULESETS, default=STANDARD.name, help="%(choices)s")
        parser.add_argument("--divide", action="store_true", help="tell the count apart by the first move")

    def handle(self, *_: Any, depth: int, position: str, rules: str, divide: bool, **__: Any) -> None:
        if depth < divide:
            raise CommandError(f"the depth must be at least {int(divide)}, not {depth}")
        try:
            start = Position.parse(position)
        except MalformedPosition as error:
            raise CommandError(str(error)) from error
        if divide:
            self._print_divided(start, depth, RULESETS[rules])
        else:
            for plies in range(min(1, depth), depth + 1):
                self.stdout.write(f"{plies} {perft(start, plies, RULESETS[rules])}")

    def _print_divided(self, start: Position, depth: int, rules: RuleSet) -> None:
        counts = divide(start, depth, rules)
        for move, count in counts.items():
            self.stdout.write(f"{move} {count}")
        self.stdout.write(f"total {sum(counts.values())}")
