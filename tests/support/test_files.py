"""existing_files(): a walk over files of the tree that finds none is an error."""

from pathlib import Path

import pytest

from tests.support.files import existing_files


def test_a_pattern_that_matches_no_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "b.txt").touch()
    (tmp_path / "a.txt").touch()

    assert existing_files(tmp_path, "**/*.txt") == [tmp_path / "a.txt", tmp_path / "below" / "b.txt"]
    for folder, pattern in ((tmp_path, "*.py"), (tmp_path / "elsewhere", "*.txt")):
        with pytest.raises(FileNotFoundError, match="no file matches"):
            existing_files(folder, pattern)
