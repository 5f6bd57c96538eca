"""Calls, mails and failed logins are counted in the cache, which outlives a test's database."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    """For every test of a folder whose conftest imports this."""
    cache.clear()
