"""Writes docs/api/errors.md with the tables that follow from the errors; `dev.py check --write schema` calls it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.api.error_tables import document


class Command(BaseCommand):
    help = "Writes the document about errors to a file, with the tables as the apps declare them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options: Any) -> None:
        file.write_text(document(), encoding="utf-8")
