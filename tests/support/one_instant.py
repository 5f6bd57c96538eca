"""The time stands still, so that no limit runs out and no code of the second factor changes while a test counts."""

from collections.abc import Iterator

import pytest
import time_machine


@pytest.fixture(autouse=True)
def _one_instant() -> Iterator[None]:
    """For every test of a module that imports this."""
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False):
        yield
