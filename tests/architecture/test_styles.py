"""Style sheets: a page loads all of them as one, so that no two may mean different things by the same class."""

import re
from collections import defaultdict

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

SHEETS = "games/*/static/*/css/*.css"
# What is printed is arranged anew, on purpose.
NOT_ON_SCREEN = re.compile(r"/\*.*?\*/|@media print \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
WITHIN_PARENTHESES = re.compile(r"\([^()]*\)")
# A rule for the class itself, wherever it stands, and not for what it is within something else.
CLASS_ALONE = re.compile(r"\s*\.([a-z][\w-]*)\s*(?::[\w-]+)?\s*")
# Paper, and pages that have sheets of their own.
ELSEWHERE = {"print.css", "embed.css", "admin_site.css", "panel.css"}


def room_of(sheet: str) -> str:
    """The sheets of the game's page are one, in parts."""
    return "game.css" if sheet.startswith("game-") else sheet


def test_a_class_is_styled_in_one_sheet() -> None:
    sheets = defaultdict(set)
    for path in existing_files(ROOT, SHEETS):
        for selectors in SELECTORS.findall(NOT_ON_SCREEN.sub("", path.read_text(encoding="utf-8"))):
            for found in filter(None, map(CLASS_ALONE.fullmatch, WITHIN_PARENTHESES.sub("", selectors).split(","))):
                sheets[found[1]].add(room_of(path.name))

    shared = {name: files - ELSEWHERE for name, files in sheets.items()}

    assert len(shared) > 100
    assert {name: files for name, files in shared.items() if len(files) > 1} == {}
