"""Fixtures of the web entry and of the static files."""

from tests.published import published_files

__all__ = ["published_files"]
