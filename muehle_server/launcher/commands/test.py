"""`test`: the whole suite, or what the arguments name, on a real PostgreSQL and Redis that vanish afterwards."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence

from muehle_server.launcher.browser import find_chromium
from muehle_server.launcher.environment import for_tests
from muehle_server.launcher.errors import LauncherError
from muehle_server.launcher.services import throw_away_services
from muehle_server.launcher.workspace import ROOT

# With any of these the caller has decided himself, or wants to see one process.
DECIDED = ("-n", "--numprocesses", "--dist", "-d", "--pdb", "--trace", "--co", "--collect-only", "no:xdist", "--help")
# Set where the browser tests must not be skipped: a missing browser is then a failure.
REQUIRED = "MUEHLE_REQUIRE_BROWSER"
NOTICE = """\
**********************************************************************
  NO CHROMIUM FOUND: THE BROWSER TESTS WILL BE SKIPPED.
  Install it (Debian: apt-get install chromium), or name one by
  CHROMIUM=/path/to/chromium.
**********************************************************************"""


def main(arguments: Sequence[str]) -> int:
    """Run pytest with the arguments; its exit code is ours."""
    chromium = find_chromium()
    if chromium is None and os.environ.get(REQUIRED):
        raise LauncherError(f"{REQUIRED} is set, but there is no Chromium.")
    if chromium is None:
        print(NOTICE, file=sys.stderr, flush=True)
    with throw_away_services() as plan:
        environment = dict(os.environ) | for_tests(plan.environment)
        environment |= {"CHROMIUM": chromium} if chromium else {}
        command = [sys.executable, "-m", "pytest", *_parallel(arguments), *arguments]
        with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
            return _result(process)


def _result(process: subprocess.Popen[bytes]) -> int:
    """Wait for pytest; on Ctrl-C it has the same signal from the terminal and prints its summary first."""
    try:
        return process.wait()
    except KeyboardInterrupt:
        return process.wait()
    finally:
        process.terminate()


def _parallel(arguments: Sequence[str]) -> list[str]:
    decided = any(argument.startswith(DECIDED) for argument in arguments)
    if decided or importlib.util.find_spec("xdist") is None:
        return []
    # Who has run out of tests takes the slow ones over that the other still has.
    return ["-n", "auto", "--dist", "worksteal"]
