"""Instances in copies of the working tree, all of them ended whatever happens."""

import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tools.launcher.instances import Instance, copy_tree


@contextmanager
def copied_tree() -> Iterator[Path]:
    """A fresh copy of the sources, where every user may go: below pytest's own directories only root may."""
    if not sys.platform.startswith("linux"):
        pytest.skip("looks at processes through /proc")
    with tempfile.TemporaryDirectory(prefix="muehle-tree-") as directory:
        Path(directory).chmod(0o755)
        yield copy_tree(Path(directory) / "tree")


@pytest.fixture
def tree() -> Iterator[Path]:
    with copied_tree() as copied:
        yield copied


@pytest.fixture
def start_instance(tree: Path) -> Iterator[Callable[..., Instance]]:
    """Starts `run` in the copy; ends every one of them after the test."""
    started: list[Instance] = []

    def start(*arguments: str) -> Instance:
        started.append(Instance(tree, *arguments))
        return started[-1]

    yield start
    for instance in started:
        instance.end()


@pytest.fixture(scope="module")
def instance() -> Iterator[Instance]:
    """One that all tests of a module share: talkative, and begun on a port that was taken."""
    with copied_tree() as copied, socket.create_server(("127.0.0.1", 0)) as taken:
        shared = Instance(copied, "--verbose", "--port", str(taken.getsockname()[1]))
        try:
            shared.wait_until_ready()
            yield shared
        finally:
            shared.end()
