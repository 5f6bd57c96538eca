"""A pytest plugin: which lines each test executes, and how much processor time it takes. It comes before the project.

Where to write comes in the environment: MUTATION_MEASURED is a directory, for the data of coverage.py and tests.json.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from coverage import Coverage

ROOT = Path(__file__).resolve().parents[3]
DIRECTORY = Path(os.environ["MUTATION_MEASURED"])
OTHERS = {"tests", "tools"}
SOURCES = tuple(f"{path}/" for path in ROOT.iterdir() if (path / "__init__.py").exists() and path.name not in OTHERS)

coverage = Coverage(data_file=DIRECTORY / "coverage", config_file=False, source=list(SOURCES))
coverage.start()

passed: dict[str, dict[str, Any]] = {}
failed: set[str] = set()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure the test with its fixtures, as if no test had filled a cache before."""
    _clear_caches()
    coverage.switch_context(item.nodeid)
    started = time.process_time()
    yield
    fixtures = set(getattr(item, "fixturenames", ()))
    passed[item.nodeid] = {"seconds": time.process_time() - started, "commits": "transactional_db" in fixtures}
    coverage.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what has failed or was skipped: nothing can be said by it."""
    if report.outcome != "passed":
        failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write all of it down."""
    coverage.stop()
    coverage.save()
    tests = {name: test for name, test in passed.items() if name not in failed}
    (DIRECTORY / "tests.json").write_text(json.dumps(tests, indent=1), encoding="utf-8")


def _clear_caches() -> None:
    """Empty the function caches of the project, or only the first test would be seen to execute what they hold."""
    for clear in [clear for module in list(sys.modules.values()) for clear in _caches_of(module)]:
        clear()


@cache
def _caches_of(module: ModuleType) -> list[Callable[[], None]]:
    if not (getattr(module, "__file__", None) or "").startswith(SOURCES):
        return []
    values = list(vars(module).values())
    values += [value for found in values if isinstance(found, type) for value in vars(found).values()]
    return [value.cache_clear for value in values if hasattr(value, "cache_info")]
