"""A warm process that tries mutants: all is imported once, and each mutant gets a fork of its own.

`python -m tools.bench.mutation.worker TASK.json`, see tasks.py. A mutant in the body of a function takes the place of
its code in the fork (`warm`). What is executed on import is mutated before the project is imported (`cold`): then the
fork is made while only third-party packages are there.
"""

import gc
import importlib
import math
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tools.bench.mutation.tasks import CONTROL, Job, JobResult, MutantOutcome, Task, Test, fresh_database

# What takes long to import and can be imported without the project's settings.
PRELOADED = (
    "hypothesis", "hypothesis.internal.conjecture.engine", "time_machine", "psycopg_pool", "django.test", "celery",
    "redis", "httpx", "holidays", "icalendar", "cryptography.fernet", "jsonschema", "sentry_sdk", "structlog", "segno",
)  # fmt: skip
FIRST_TESTS = 10
MOST_MEMORY = 6 << 30
# A test may take this much more processor time than when it was measured, and this many seconds in any case. A process
# that waits for something is ended after a long while only, for the machine may be busy with other things.
TIMES, SECONDS_AT_LEAST = 10, 5
SECONDS_OF_SILENCE = 120

Report = Callable[[str], None]


def main(path: str) -> None:
    """Try all jobs of the task, and write down a line for each."""
    task = Task.load(Path(path))
    if task.mode == "warm":
        code = pytest.main([*task.pytest, *task.tests], plugins=[Warm(task)])
        sys.exit(0 if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else 1)
    _preload()
    for job in [_control(task), *task.jobs]:
        # Much of the time goes into imports, and the first tests kill most mutants.
        parts = [replace(job, tests=tests) for tests in (job.tests[:FIRST_TESTS], job.tests[FIRST_TESTS:]) if tests]
        _try(task, job, *(partial(_in_cold_fork, task, part) for part in parts))


class Warm:
    """A pytest plugin in the place of the loop over all tests: a fork for each mutant runs those of its job."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every job."""
        items = {item.nodeid: item for item in session.items}
        functions = _functions_by_name()
        gc.freeze()
        for job in self.task.jobs:
            # A test may have been renamed since it was measured.
            chosen = [items[test.name] for test in job.tests if test.name in items]
            pairs = _replacements(job, functions)
            if pairs is None:
                self.task.write(JobResult(job.number, MutantOutcome.UNFIT))
                continue
            _try(self.task, job, partial(_in_warm_fork, job, pairs, chosen))
        return True


# --- Forks ------------------------------------------------------------------------------------------------------------


def _try(task: Task, job: Job, *runs: Callable[[Report], int]) -> None:
    """Do one run after the other until a test fails, and write down what came of it."""
    started = time.monotonic()
    for run in runs:
        outcome, by = _tried(run)
        if outcome is not MutantOutcome.SURVIVED:
            break
    task.write(JobResult(job.number, outcome, by, round(time.monotonic() - started, 2)))
    commits = any(test.commits for test in job.tests)
    if task.database and (outcome is MutantOutcome.TIMEOUT or (outcome is MutantOutcome.KILLED and commits)):
        fresh_database(task.database)


def _tried(run: Callable[[Report], int]) -> tuple[MutantOutcome, str]:
    """Fork, let the fork run the tests and report, and say what came of it."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os._exit(_in_fork(run, writing))
    os.close(writing)
    outcome, by = _watched(reading)
    os.close(reading)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    _pid, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        outcome = MutantOutcome.TIMEOUT
    return outcome, by


def _in_fork(run: Callable[[Report], int], writing: int) -> int:
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))

    def report(line: str) -> None:
        os.write(writing, f"{line}\n".encode())

    try:
        code = run(report)
    except BaseException as error:  # whatever a mutant does to pytest: it was noticed
        report(f"failed {type(error).__name__}")
        return 1
    report("failed pytest" if code else "done")
    return 0


def _watched(reading: int) -> tuple[MutantOutcome, str]:
    """Read the reports until a test fails, all have passed, or nothing comes any more."""
    text = b""
    while select.select([reading], [], [], SECONDS_OF_SILENCE)[0]:
        data = os.read(reading, 4096)
        text += data
        failure = next((line for line in text.decode().splitlines() if line.startswith("failed")), "")
        if failure or not data:
            return MutantOutcome.KILLED, failure.removeprefix("failed ") or "the process ended"
        if text.endswith(b"done\n"):
            return MutantOutcome.SURVIVED, ""
    return MutantOutcome.TIMEOUT, ""


def _run_items(items: Sequence[pytest.Item], tests: Sequence[Test], report: Report) -> int:
    """Run the tests in this order until one fails."""
    seconds = {test.name: test.seconds for test in tests}
    for item, following in zip(items, [*items[1:], None], strict=False):
        _limit_processor_time(max(SECONDS_AT_LEAST, TIMES * seconds.get(item.nodeid, 0.0)))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            report(f"failed {item.nodeid}")
            return 0
        report("passed")
    return 0


def _limit_processor_time(seconds: float) -> None:
    """From now on; who uses more is ended by SIGXCPU."""
    limit = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


# --- Warm -------------------------------------------------------------------------------------------------------------

Functions = dict[tuple[str, str], list[FunctionType]]


def _functions_by_name() -> Functions:
    """Every function that is there, by the file and the qualified name of its code."""
    # get_objects() leaves out what has been frozen, and tests/conftest.py freezes after the collection.
    gc.unfreeze()
    found: Functions = {}
    for candidate in gc.get_objects():
        if type(candidate) is FunctionType:
            code = candidate.__code__
            found.setdefault((code.co_filename, code.co_qualname), []).append(candidate)
    return found


def _replacements(job: Job, functions: Functions) -> list[tuple[FunctionType, CodeType]] | None:
    """The functions whose code is mutated, with the new code; None where that cannot be done in a running process.

    Those that were made in the mutated one are replaced as well: a decorator has been called long ago.
    """
    path = str(Path(job.path).resolve())
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(job.source, path, "exec"))}
    inner = f"{job.owner}.<locals>."
    pairs = []
    for (file, name), found in functions.items():
        if file != path or not (name == job.owner or name.startswith(inner)):
            continue
        for function in found:
            code = codes.get((name, function.__code__.co_firstlineno))
            if code is None or code.co_freevars != function.__code__.co_freevars:
                return None
            pairs.append((function, code))
    return pairs or None


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _in_warm_fork(
    job: Job,
    pairs: Iterable[tuple[FunctionType, CodeType]],
    items: Sequence[pytest.Item],
    report: Report,
) -> int:
    for function, code in pairs:
        function.__code__ = code
    return _run_items(items, job.tests, report)


# --- Cold -------------------------------------------------------------------------------------------------------------


def _control(task: Task) -> Job:
    """The unchanged file, with the tests of the job that has most: if it does not survive, the others prove nothing."""
    largest = max(task.jobs, key=lambda job: len(job.tests))
    return replace(largest, number=CONTROL, source=Path(largest.path).read_text(encoding="utf-8"))


def _preload() -> None:
    for name in PRELOADED:
        with suppress(Exception):
            importlib.import_module(name)


class Mutated(SourceFileLoader):
    """Finds and loads one module with a mutant in it."""

    def __init__(self, job: Job) -> None:
        super().__init__("", str(Path(job.path).resolve()))
        self._source = job.source

    def find_spec(self, name: str, path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """Answers for the mutated file alone."""
        *_packages, last = name.split(".")
        for directory in path or sys.path:
            for candidate in (Path(directory) / f"{last}.py", Path(directory) / last / "__init__.py"):
                if str(candidate.resolve()) == self.path:
                    self.name = name
                    return spec_from_file_location(name, self.path, loader=self)
        return None

    def get_code(self, _name: str) -> CodeType:
        """Compiles the mutant, and leaves no trace of it on the disk."""
        return compile(self._source, self.path, "exec", dont_inherit=True)


class Cold:
    """A pytest plugin: runs the tests of a job in their order."""

    def __init__(self, job: Job, report: Report) -> None:
        self.job, self.report = job, report

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep those of the job. A mutant may change parameters: then all cases of that function stand in."""
        found = {item.nodeid: item for item in items}
        chosen = [found[test.name] for test in self.job.tests if test.name in found]
        missing = {test.name.partition("[")[0] for test in self.job.tests if test.name not in found}
        items[:] = [*chosen, *(item for item in items if item.nodeid.partition("[")[0] in missing)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run them, if the mutated project can be imported at all and has the tests of the job."""
        if session.testsfailed or not session.items:
            self.report("failed collection")
        else:
            _run_items(session.items, self.job.tests, self.report)
        return True


def _in_cold_fork(task: Task, job: Job, report: Report) -> int:
    sys.meta_path.insert(0, Mutated(job))
    files = dict.fromkeys(test.name.partition("::")[0] for test in job.tests)
    code = pytest.main([*task.pytest, *files], plugins=[Cold(job, report)])
    return 0 if code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) else int(code)


if __name__ == "__main__":
    main(sys.argv[1])
