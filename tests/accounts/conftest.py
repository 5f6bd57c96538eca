"""The clients of the API's tests."""

from tests.api.conftest import _no_calls_counted_yet, api, site

__all__ = ["_no_calls_counted_yet", "api", "site"]
