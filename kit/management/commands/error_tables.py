"""Writes docs/api/errors.md; `dev.py check --write schema` calls it.

Every code with its status and its meaning, from the errors that the apps declare. What stands before the first table in
the document is written by hand.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from kit.problems import ProblemKind, known_codes, problem_kind

DOCUMENT = settings.BASE_DIR / "docs" / "api" / "errors.md"
MALFORMED = "Malformed and refused requests"
STATE = "Not possible in the current state"
SECTIONS = {403: "Not allowed", 409: STATE, 412: STATE, 422: "Against the rules"}


def document() -> str:
    """The whole document with new tables."""
    head = DOCUMENT.read_text(encoding="utf-8").partition("\n## ")[0]
    rows: dict[str, list[str]] = {title: [] for title in (MALFORMED, *SECTIONS.values())}
    with translation.override("en"):
        for code in sorted(known_codes(), key=lambda code: problem_kind(code).status):
            kind = problem_kind(code)
            rows[SECTIONS.get(kind.status, MALFORMED)].append(f"| `{code}` | {kind.status} | {_meaning(kind)} |\n")
    tables = [f"\n## {title}\n\n| Code | Status | Meaning |\n|---|---|---|\n{''.join(rows[title])}" for title in rows]
    return head + "".join(tables)


def _meaning(kind: ProblemKind) -> str:
    """The text for people, with names of members for values, and the note."""
    text = kind.text_with(r"`\1`")
    return " ".join([text if text.endswith(".") else f"{text}.", *kind.note.split()])


class Command(BaseCommand):
    help = "Writes the document about errors to a file, with the tables as the apps declare them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options: Any) -> None:
        file.write_text(document(), encoding="utf-8")
