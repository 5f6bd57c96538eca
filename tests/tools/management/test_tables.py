"""The command `tables`."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def printed(*arguments: str) -> list[str]:
    """The lines that the command prints."""
    output = StringIO()
    call_command("tables", *arguments, stdout=output)
    return output.getvalue().splitlines()


def test_it_prints_a_line_for_each_sector_of_family_b() -> None:
    assert printed("--counts")[:4] == [
        "3-3 140621 28736 269",
        "4-3 75397 3095 681906",
        "3-4 102281 0 658117",
        "4-4 159 29 3225409",
    ]


def test_protected_mills_change_the_counts() -> None:
    assert printed("--counts", "--family", "c") != printed("--counts")


def test_the_counts_of_the_whole_game_are_printed_without_its_files() -> None:
    present = printed("--counts", "--family", "a")

    counted = printed("--counts", "--family", "a", "--full-build")

    assert counted[: len(present)] == present
    assert len(counted) > len(present)


def test_a_directory_without_tables_has_no_lines(tmp_path: Path) -> None:
    assert printed("--counts", "--directory", str(tmp_path)) == []


def test_a_damaged_manifest_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")

    with pytest.raises(CommandError, match="damaged"):
        printed("--counts", "--directory", str(tmp_path))
