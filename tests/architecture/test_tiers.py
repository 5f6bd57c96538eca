"""The document has every campaign, and nothing that is none."""

import ast
import re
from pathlib import Path

import pytest

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.static

TESTS = ROOT / "tests"


def campaigns(path: Path) -> list[str]:
    """The tests of a file that are marked as a campaign, each by itself or all together."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    marks = [ast.unparse(node) for node in module.body if isinstance(node, ast.Assign)]
    all_of_them = any(mark.startswith("pytestmark") and "mark.campaign" in mark for mark in marks)
    tests = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return [
        test.name
        for test in tests
        if all_of_them or "pytest.mark.campaign" in [ast.unparse(mark) for mark in test.decorator_list]
    ]


def test_the_list_of_campaigns_is_that_of_the_marker() -> None:
    marked = [name for path in existing_files(TESTS, "**/test_*.py") for name in campaigns(path)]
    document = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    section = document.partition("## Campaigns\n")[2].partition("\n## ")[0]

    listed = re.findall(r"`(test_\w+)`", section)

    assert sorted(listed) == sorted(marked)
