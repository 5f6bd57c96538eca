"""docs/security.md: what it names exists, and every requirement of OWASP ASVS 5.0 at levels 1 and 2 has its row."""

import re
from collections import Counter
from pathlib import Path

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

DOCUMENT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
NUMBERS = Path(__file__).with_name("asvs_levels_1_and_2.txt").read_text(encoding="utf-8").split()
NAMED = set(re.findall(r"`([^`\n]+)`", DOCUMENT))
STATES = ("met", "partly", "not", "not applicable")
ROWS = re.findall(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", DOCUMENT, re.MULTILINE)


def test_every_requirement_has_one_row_in_its_order() -> None:
    assert len(NUMBERS) > 200
    assert [number for number, *_rest in ROWS] == NUMBERS


def test_the_states_are_counted_at_the_top() -> None:
    found = Counter(state for _number, _matter, state, _where in ROWS)
    counts = {state: int(re.findall(rf"^\| {state} \| (\d+) \|", DOCUMENT, re.MULTILINE)[0]) for state in STATES}

    assert found == counts


def test_what_is_not_met_is_listed_at_the_top() -> None:
    listed = re.findall(r"^- \*\*(\d+\.\d+\.\d+)\*\*: .", DOCUMENT, re.MULTILINE)

    assert listed == [number for number, _matter, state, _where in ROWS if state == "not"]


def test_every_file_that_it_names_is_there() -> None:
    files = {name for name in NAMED if re.fullmatch(r"[\w.-]+(/[\w.-]+)+|[\w-]+\.(txt|toml|yml)|\.dockerignore", name)}

    assert len(files) > 50
    assert [name for name in sorted(files) if not (ROOT / name).exists()] == []


def test_every_test_that_it_names_is_there() -> None:
    tests = {name for name in NAMED if name.startswith("test_")}
    written = "\n".join(path.read_text(encoding="utf-8") for path in existing_files(ROOT / "tests", "**/test_*.py"))

    assert len(tests) > 50
    assert tests - set(re.findall(r"^(?:async )?def (test_\w+)", written, re.MULTILINE)) == set()


def test_every_setting_that_it_names_is_there() -> None:
    settings = {name for name in NAMED if re.fullmatch(r"[A-Z]+(_[A-Z]+)+|[A-Z]{5,}", name)}
    whole = (ROOT / "muehle_server/settings.py").read_text(encoding="utf-8")
    parts = re.findall(r"^from muehle_server\.(\w+) import \*", whole, re.MULTILINE)
    written = "\n".join([whole, *((ROOT / f"muehle_server/{name}.py").read_text(encoding="utf-8") for name in parts)])

    assert len(settings) > 20
    assert [name for name in sorted(settings) if not re.search(rf"\b{name}\b", written)] == []
