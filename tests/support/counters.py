"""Calls, mails and failed logins are counted in the cache, downloads in the process: both outlive a test's database."""

import pytest
from django.core.cache import cache

from kit import downloads


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    """For every test of a folder whose conftest imports this."""
    cache.clear()
    # A server closes each download. A test that looks at its headers alone does not.
    downloads.SLOTS._taken.clear()
    downloads.SLOTS._of_addresses.clear()
