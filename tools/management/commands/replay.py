"""`manage.py replay`: check the rules library against files of known games, positions and counts."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tools.oracles.counts import check_counts
from tools.oracles.games import check_games
from tools.oracles.positions import check_positions
from tools.oracles.verdicts import UnreadableError, Verdict

Check = Callable[[Path], Iterator[Verdict]]

DEFAULT_MAX_NODES = 10_000_000


class Command(BaseCommand):
    """Prints a line for each mismatch and a last line `N checked, M failed`; exits with 1 if any failed.

    What is left out on purpose, and why, is said on the error stream. A file that cannot be read counts as one failure.
    """

    help = "Check game records (PGN-like, PlayOK, JSON lines; plain, .gz or .xz) against the rules library."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="game records")
        parser.add_argument("--positions", action="append", type=Path, default=[], metavar="FILE")
        parser.add_argument("--perft", action="append", type=Path, default=[], metavar="FILE")
        parser.add_argument(
            "--max-nodes",
            type=int,
            default=DEFAULT_MAX_NODES,
            metavar="N",
            help="skip perft counts above this, as a count takes a second for some 10,000,000 (default: %(default)s)",
        )

    def handle(
        self, *_: Any, files: list[Path], positions: list[Path], perft: list[Path], max_nodes: int, **__: Any
    ) -> None:
        if not (files or positions or perft):
            raise CommandError("name at least one file")
        checks: list[tuple[Check, list[Path]]] = [
            (check_games, files),
            (check_positions, positions),
            (partial(check_counts, max_nodes=max_nodes), perft),
        ]
        counts = [self._run(check, path) for check, paths in checks for path in paths]
        checked, failed = (sum(column) for column in zip(*counts, strict=True))
        self.stdout.write(f"{checked} checked, {failed} failed")
        if failed:
            sys.exit(1)

    def _run(self, check: Check, path: Path) -> tuple[int, int]:
        checked = failed = 0
        try:
            for verdict in check(path):
                checked += not verdict.skipped
                failed += bool(verdict.mismatches)
                self._print(path, verdict)
        except UnreadableError as error:
            self.stdout.write(f"{path}: cannot be read: {error}")
            return checked + 1, failed + 1
        return checked, failed

    def _print(self, path: Path, verdict: Verdict) -> None:
        if verdict.skipped:
            self.stderr.write(f"{path}: {verdict.case}: not checked: {verdict.skipped}")
        for mismatch in verdict.mismatches:
            self.stdout.write(f"{path}: {verdict.case}: {mismatch}")
