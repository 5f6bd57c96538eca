"""Tests begin with counters at zero."""

from tests.support.counters import _nothing_counted_yet

__all__ = ["_nothing_counted_yet"]
