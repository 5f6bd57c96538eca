"""docs/rules.md says what the rules library does."""

import doctest
import re
from pathlib import Path

from muehle import RULESETS, IllegalReason
from muehle.errors import SENTENCES

DOCS = Path(__file__).parents[2] / "docs" / "rules.md"


def rows(columns: int) -> list[list[str]]:
    """The rows of all tables with that many columns whose first cell is a code, without backquotes."""
    lines = DOCS.read_text(encoding="utf-8").splitlines()
    tables = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| `")]
    return [[cell.replace("`", "") for cell in row] for row in tables if len(row) == columns]


def test_the_examples_run() -> None:
    result = doctest.testfile(str(DOCS), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)

    assert (result.failed, result.attempted > 5) == (0, True)


def test_the_message_of_the_example_is_the_one_that_is_raised() -> None:
    text = DOCS.read_text(encoding="utf-8")
    words = SENTENCES[IllegalReason.MUST_TAKE].format(alternatives="b2 or f2")

    assert re.findall(r"IllegalMove: illegal move (.*)", text) == [f"g7 in WW................B.B... w 7 7 0: {words}"]


def test_the_table_of_rule_sets_is_true() -> None:
    told = {row[0]: row[2:] for row in rows(7)}

    assert told == {
        rules.name: [
            rules.all_in_mills, rules.repetition, str(rules.quiet_limit or "none"), rules.draw_mode, rules.sides,
        ]
        for rules in RULESETS.values()
    }  # fmt: skip


def test_every_reason_of_an_illegal_move_is_explained() -> None:
    assert [row[0] for row in rows(3) if row[0] in set(IllegalReason)] == list(IllegalReason)
