"""One copy of the working tree for all of these tests, and its instances ended whatever happens."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.launcher.instances import Instance, copy_tree


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A fresh copy of the sources."""
    return copy_tree(tmp_path / "tree")


@pytest.fixture
def start_instance(tree: Path) -> Iterator[Callable[..., Instance]]:
    """Starts `run` in the copy; ends every one of them after the test."""
    if not sys.platform.startswith("linux"):
        pytest.skip("looks at processes through /proc")
    started: list[Instance] = []

    def start(*arguments: str) -> Instance:
        started.append(Instance(tree, *arguments))
        return started[-1]

    yield start
    for instance in started:
        instance.end()
