"""Style sheets: a page loads all of them as one, so that no two may mean different things by the same class."""

import re
from collections import defaultdict

from tests.launcher.instances import ROOT

SHEETS = ROOT / "games" / "static" / "games" / "css"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
WITHIN_PARENTHESES = re.compile(r"\([^()]*\)")
# A rule for the class itself, wherever it stands, and not for what it is within something else.
CLASS_ALONE = re.compile(r"\s*\.([a-z][\w-]*)\s*(?::[\w-]+)?\s*")
# The administration's pages have sheets of their own.
ELSEWHERE = {"admin.css", "admin_site.css"}


def test_a_class_is_styled_in_one_sheet() -> None:
    sheets = defaultdict(set)
    for path in SHEETS.glob("*.css"):
        for selectors in SELECTORS.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))):
            for found in filter(None, map(CLASS_ALONE.fullmatch, WITHIN_PARENTHESES.sub("", selectors).split(","))):
                sheets[found[1]].add(path.name)

    shared = {name: files - ELSEWHERE for name, files in sheets.items()}

    assert len(shared) > 100
    assert {name: files for name, files in shared.items() if len(files) > 1} == {}
