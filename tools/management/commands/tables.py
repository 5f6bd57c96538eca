"""`manage.py tables`: what the tables of the solved game hold."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.solved.tables import directories
from muehle_tables import FAMILIES, Tables, TablesError, full_build
from muehle_tables.counts import counts_lines


class Command(BaseCommand):
    """Prints a line `stones-stones won lost drawn` for each sector, positions once under the 16 symmetries."""

    help = "Print how many positions are won, lost and drawn in each sector of the tables."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--counts", action="store_true", required=True, help="print the counts")
        parser.add_argument("--family", choices=FAMILIES, default="b", help="the rules (default: %(default)s)")
        parser.add_argument("--directory", type=Path, help="default: TABLES_DIRECTORY and the package")
        parser.add_argument("--full-build", action="store_true", help="the counts of the whole game, kept here")

    def handle(self, *_: Any, family: str, directory: Path | None, **options: Any) -> None:
        try:
            with Tables.open(*([directory] if directory else directories()), shipped=directory is None) as tables:
                for line in counts_lines(full_build() if options["full_build"] else tables, FAMILIES[family]):
                    self.stdout.write(line)
        except TablesError as error:
            raise CommandError(str(error)) from error
