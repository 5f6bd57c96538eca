"""The tests mirror the code: who knows where something is done finds its tests."""

from pathlib import Path

import pytest

from tests.architecture.test_tiers import TESTS, campaigns
from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.static

MIRRORED = ("muehle", "muehle_engine", "muehle_tables", "accounts", "games", "kit", "muehle_server", "tools", "deploy")
OTHERS = {"architecture", "campaigns", "clients", "docs", "e2e", "examples", "js", "support"}


def folders(root: Path) -> list[Path]:
    """All folders of tests at or below this one."""
    return sorted({test.parent for test in existing_files(root, "**/test_*.py")})


def test_every_folder_of_tests_has_the_name_of_a_folder_of_code() -> None:
    found = [folder.relative_to(TESTS) for name in MIRRORED for folder in folders(TESTS / name)]

    assert len(found) > 30
    assert [str(folder) for folder in found if not (ROOT / folder).is_dir()] == []


def test_there_are_no_other_folders_of_tests() -> None:
    found = {folder.relative_to(TESTS).parts[0] for folder in folders(TESTS)}

    assert found == {*MIRRORED, *OTHERS}


def test_modules_that_are_campaigns_as_a_whole_have_a_folder_of_their_own() -> None:
    def is_whole(path: Path) -> bool:
        return 0 < path.read_text(encoding="utf-8").count("\ndef test_") == len(campaigns(path))

    whole = [path for path in existing_files(TESTS, "**/test_*.py") if is_whole(path)]

    assert whole == existing_files(TESTS / "campaigns", "test_*.py")
