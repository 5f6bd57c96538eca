"""Files of games, positions and counts for the command `replay`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """A factory of files: text as it is, anything else as JSON lines."""

    def make(name: str, *content: Any) -> Path:
        path = tmp_path / name
        path.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in content))
        return path

    return make
