"""Starting and ending the programs of the system, such that none outlives the launcher.

Every program is the head of a process group of its own: Ctrl-C in the terminal reaches the launcher alone,
which then ends the programs in order. On Linux the kernel ends them as well when the launcher is killed.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tools.launcher.accounts import SystemAccount

PR_SET_PDEATHSIG = 1
# Loaded before any fork: between fork and exec nothing may be loaded any more.
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform.startswith("linux") else None


@dataclass(frozen=True)
class Program:
    """What to start, and how it wants to be ended."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    account: SystemAccount | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    grace_seconds: float = 10.0
    inherited_descriptors: tuple[int, ...] = ()


def start(program: Program, *, output: int | IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a program with both of its outputs going to `output`.

    Must be called by the main thread: the kernel takes the death of the thread that forked for the parent's death.
    """
    return subprocess.Popen(
        list(program.command),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd=program.folder,
        env=dict(program.environment),
        user=program.account.uid if program.account else None,
        group=program.account.gid if program.account else None,
        extra_groups=[] if program.account else None,
        pass_fds=program.inherited_descriptors,
        process_group=0,
        preexec_fn=_die_with(os.getpid(), program.stop_signal),
    )


def stop(program: Program, process: subprocess.Popen[bytes]) -> None:
    """Ask a program to end, wait for its grace, then kill what is left of its group."""
    if process.poll() is None:
        process.send_signal(program.stop_signal)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=program.grace_seconds)
    kill_group(process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and every process it has left behind in its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def run_as(account: SystemAccount | None, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a short command to its end as the account, with its output captured."""
    return subprocess.run(
        list(command),
        check=False,
        capture_output=True,
        text=True,
        cwd="/",
        stdin=subprocess.DEVNULL,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def _die_with(parent: int, death_signal: signal.Signals) -> Callable[[], None] | None:
    """What a child does between fork and exec; it comes after the change of account, which would undo it."""
    if _LIBC is None:
        return None
    prctl = _LIBC.prctl

    def tie() -> None:
        prctl(PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return tie
