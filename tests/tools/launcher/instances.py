"""A development instance in a copy of the working tree, driven from outside as a person would."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.launcher.accounts import SystemAccount
from tools.launcher.workspace import ROOT

NOT_COPIED = (".venv", ".dev", ".git", "__pycache__", ".*_cache", ".hypothesis", "staticfiles", "node_modules", "build")
# What the test run itself was given must not reach the instance under test.
NOT_INHERITED = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOW_INSECURE_HTTP", "PYTEST_VERSION", "LOG_LEVEL")
SECONDS_TO_WAIT = 120.0


def copy_tree(target: Path) -> Path:
    """Copy the sources, without data, environment or history; returns the target."""
    shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
    return target


def clean_environment() -> dict[str, str]:
    """The test run's environment without what it has been given itself."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return {name: value for name, value in kept.items() if not name.startswith(("PYTEST_", "COV_"))}


def launch(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one launcher command in the tree to its end."""
    return subprocess.run(
        [sys.executable, "-m", "tools.launcher", *arguments],
        check=False,
        cwd=tree,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS_TO_WAIT,
    )


class Instance:
    """`run` in a tree. Its output goes to a file beside the tree, which `output` reads.

    `launcher` is the command before `run`: by default the launcher itself, in the environment of the tests.
    """

    def __init__(
        self,
        tree: Path,
        *arguments: str,
        account: SystemAccount | None = None,
        launcher: Sequence[str] = (sys.executable, "-m", "tools.launcher"),
    ) -> None:
        self.tree = tree
        self._log = tree.with_name(f"{tree.name}.{time.monotonic_ns()}.log")
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*launcher, "run", "--port", "0", *arguments],
                cwd=tree,
                env=clean_environment(),
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=account.uid if account else None,
                group=account.gid if account else None,
                extra_groups=[] if account else None,
            )

    @property
    def output(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def wait_for_output(self, pattern: str, *, seconds: float = SECONDS_TO_WAIT) -> re.Match[str]:
        """The first match in what it has printed; fails with all of that where it ends or stays silent."""
        found: list[re.Match[str]] = []

        def matches() -> bool:
            ended = self.process.poll() is not None
            found.extend(re.finditer(pattern, self.output))
            assert found or not ended, self.output
            return bool(found)

        wait_until(matches, or_show=lambda: self.output, seconds=seconds)
        return found[0]

    def wait_until_ready(self, *, seconds: float = SECONDS_TO_WAIT) -> str:
        """Its address, once it has announced it."""
        return self.wait_for_output(r"ready at (http://\S+)", seconds=seconds).group(1)

    def descendants(self) -> dict[int, str]:
        """Process id and command line of everything below it."""
        return {pid: command for pid, command in all_processes().items() if self.process.pid in ancestors(pid)}

    def child(self, *words: str, other_than: int = 0) -> int:
        """The id of its own child whose command line has all the words, waiting for it to appear."""
        found: list[int] = []

        def appears() -> bool:
            own = [(pid, line) for pid, line in self.descendants().items() if ancestors(pid)[:1] == [self.process.pid]]
            found.extend(pid for pid, line in own if pid != other_than and all(word in line for word in words))
            return bool(found)

        wait_until(appears, or_show=self.descendants)
        return found[0]

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=SECONDS_TO_WAIT)

    def end(self) -> None:
        """Whatever a test has left running ends here."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=SECONDS_TO_WAIT)


def wait_until(
    condition: Callable[[], bool], *, or_show: Callable[[], object], seconds: float = SECONDS_TO_WAIT
) -> None:
    """Return when the condition holds; fail after some time."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, or_show()
        time.sleep(0.05)


def get_json(url: str) -> dict[str, object]:
    """The JSON at an address."""
    with urllib.request.urlopen(url, timeout=10) as answer:
        return dict(json.load(answer))


def all_processes() -> dict[int, str]:
    """Process id and command line of all living processes, by /proc."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and _state(int(folder.name)) not in ("", "Z"):
            found[int(folder.name)] = _read(folder / "cmdline").replace("\0", " ")
    return found


def ancestors(pid: int) -> list[int]:
    """The parents of a process, the nearest first."""
    line = []
    while pid > 1:
        pid = _parent(pid)
        line.append(pid)
    return line


def _parent(pid: int) -> int:
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return int(fields[1]) if fields else 0


def _state(pid: int) -> str:
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return fields[0] if fields else ""


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
