"""Fixtures of other folders that campaigns use. Counters are at zero when a test begins."""

from tests.support.counters import _nothing_counted_yet
from tests.tools.launcher.conftest import instance, start_instance, tree

__all__ = ["_nothing_counted_yet", "instance", "start_instance", "tree"]
