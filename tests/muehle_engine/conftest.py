"""The tables of the package, opened once."""

from collections.abc import Iterator

import pytest

from muehle_tables import Tables


@pytest.fixture(scope="session")
def tables() -> Iterator[Tables]:
    with Tables.open() as opened:
        yield opened
