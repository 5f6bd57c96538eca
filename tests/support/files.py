"""Files of the tree that tests walk over."""

from pathlib import Path


def existing_files(folder: Path, pattern: str) -> list[Path]:
    """The files below a folder that match a pattern, sorted; raises FileNotFoundError if there are none.

    Without the error, a test that walks over a folder would check nothing after the folder was moved.
    """
    found = sorted(path for path in folder.glob(pattern) if path.is_file())
    if not found:
        raise FileNotFoundError(f"no file matches {folder / pattern}")
    return found
