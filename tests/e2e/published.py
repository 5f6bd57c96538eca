"""A web process that serves the published files, as production does: one sheet and one script a page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.live import web_process

__all__ = ["_published_web_process", "published_url"]


@pytest.fixture(scope="session")
def _published_web_process(django_db_setup: None, django_db_blocker: object, published_files: Path) -> Iterator[str]:
    with web_process(published=published_files) as url:
        yield url


@pytest.fixture
def published_url(transactional_db: None, _published_web_process: str) -> str:
    """The address of that process, shared by the session; the test's rows are committed and flushed after it."""
    return _published_web_process
