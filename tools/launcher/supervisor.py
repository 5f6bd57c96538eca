"""Keeps programs running: starts what has died again, ever later, and passes on what they say.

One thread, for the kernel ties a child's life to the thread that forked it. Knows nothing of what it runs.
"""

import contextlib
import os
import selectors
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tools.launcher.processes import Program, kill_group, start

FIRST_DELAY_SECONDS = 0.5
LONGEST_DELAY_SECONDS = 30.0
# A program that has run this long has recovered, and begins with the shortest delay again.
HEALTHY_SECONDS = 60.0


@dataclass
class Child:
    """One program under supervision. With a `log`, its words go to that file and are not passed on."""

    program: Program
    prepare: Callable[[], object] = lambda: None
    log: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    due_at: float | None = None
    failures: int = 0
    unfinished_line: bytes = b""

    def is_alive(self) -> bool:
        """Whether its process runs now."""
        return self.process is not None and self.process.poll() is None

    def ask_to_end(self) -> None:
        """Send it the signal that it ends on."""
        if self.process is not None:
            self.process.send_signal(self.program.stop_signal)


class Supervisor:
    """Children in the order of their start; `stop` ends them in the opposite order.

    `say` is called with a name and a line for every line of a child, and for what happens to it.
    """

    def __init__(self, *, say: Callable[[str, str], None]) -> None:
        self._say = say
        self._children: list[Child] = []
        self._selector = selectors.DefaultSelector()

    def start(self, child: Child) -> subprocess.Popen[bytes]:
        """Start a child and keep it running from now on; returns its first process."""
        self._children.append(child)
        return self._launch(child)

    def tick(self, seconds: float) -> None:
        """Pass on output for at most this long; then see who has died and who is due again."""
        self._forward(seconds)
        now = time.monotonic()
        for child in self._children:
            if child.process is not None and not child.is_alive():
                self._note_death(child, code=child.process.returncode, now=now)
            if child.due_at is not None and now >= child.due_at:
                self._launch(child)

    def mute(self) -> None:
        """Pass on nothing from now on."""
        self._say = lambda _name, _line: None

    def stop(self, *, names: frozenset[str], hurry: Callable[[], bool]) -> None:
        """End the named children together; kill what outlives its grace, or all once `hurry` answers yes."""
        ending = [child for child in self._children if child.program.name in names and child.process is not None]
        self._children = [child for child in self._children if child.program.name not in names]
        for child in ending:
            child.ask_to_end()
        until = time.monotonic() + max((child.program.grace_seconds for child in ending), default=0.0)
        while any(child.is_alive() for child in ending) and time.monotonic() < until and not hurry():
            self._forward(0.05)
        for child in ending:
            self._bury(child)

    def _launch(self, child: Child) -> subprocess.Popen[bytes]:
        child.due_at = None
        child.prepare()
        output: int | IO[bytes] = subprocess.PIPE
        with contextlib.ExitStack() as stack:
            if child.log is not None:
                output = stack.enter_context(child.log.open("wb"))
            process = start(child.program, output=output)
        child.process = process
        child.started_at = time.monotonic()
        if process.stdout is not None:
            os.set_blocking(process.stdout.fileno(), False)
            self._selector.register(process.stdout, selectors.EVENT_READ, child)
        return process

    def _forward(self, seconds: float) -> None:
        for key, _events in self._selector.select(seconds):
            chunk = os.read(key.fd, 65536)
            if chunk:
                self._pass_on(key.data, chunk)
            else:
                self._selector.unregister(key.fileobj)

    def _pass_on(self, child: Child, chunk: bytes) -> None:
        *lines, child.unfinished_line = (child.unfinished_line + chunk).split(b"\n")
        for line in lines:
            self._say(child.program.name, line.decode(errors="replace").rstrip())

    def _note_death(self, child: Child, *, code: int, now: float) -> None:
        self._bury(child)
        child.failures = 1 if now - child.started_at > HEALTHY_SECONDS else child.failures + 1
        delay = min(FIRST_DELAY_SECONDS * 2 ** (child.failures - 1), LONGEST_DELAY_SECONDS)
        child.due_at = now + delay
        self._say(child.program.name, f"ended ({_reason(code)}); starting it again in {delay:g} s")

    def _bury(self, child: Child) -> None:
        """Kill what a child has left behind, pass on its last words, and close its pipe."""
        process = child.process
        if process is None:
            return
        kill_group(process)
        if process.stdout is not None:
            self._last_words(child, process.stdout)
            with contextlib.suppress(KeyError):
                self._selector.unregister(process.stdout)
            process.stdout.close()
        child.process = None

    def _last_words(self, child: Child, pipe: IO[bytes]) -> None:
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(pipe.fileno(), 65536):
                self._pass_on(child, chunk)
        if child.unfinished_line:
            self._pass_on(child, b"\n")


def _reason(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
