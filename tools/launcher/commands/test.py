"""`test`: the first tier of the tests, with --campaigns the second, or the tests that the arguments name.

They run on a real PostgreSQL and Redis that vanish afterwards. docs/testing.md says what belongs to which tier, and
which of them searches at random.
"""

import importlib.util
import os
import secrets
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence

from tools.launcher.browser import find_chromium
from tools.launcher.environment import for_tests
from tools.launcher.errors import LauncherError
from tools.launcher.services import throw_away_services
from tools.launcher.workspace import ROOT

CAMPAIGNS = "--campaigns"
FIRST_TIER = ("-m", "not campaign and not static")
# The property tests of the first tier are also among the campaigns, which search at random.
SEARCHING = ("-m", "campaign or hypothesis", "--hypothesis-profile=search")
# The order of the tests, and what `random` gives in each, where nothing is searched at random.
FIXED_SEED = 1
# With any of these, or a path, the caller has named the tests, whatever tier they belong to.
NAMED = ("-m", "-k", "--lf", "--last-failed", "--ff", "--failed-first", "--help")
# With any of these the caller has decided about processes, or wants to see one.
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
        options = [*_parallel(arguments), *for_tier(arguments, drawn=secrets.randbelow(2**32))]
        print("pytest", shlex.join(options), flush=True)
        command = [sys.executable, "-m", "pytest", *options]
        with subprocess.Popen(command, cwd=ROOT, env=_environment(plan.environment, chromium)) as process:
            return _result(process)


def _environment(servers: Mapping[str, str], chromium: str | None) -> dict[str, str]:
    environment = dict(os.environ) | for_tests(servers)
    environment |= {"CHROMIUM": chromium} if chromium else {}
    # The tests start the project many times; without bytecode, each time it would be compiled anew.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def _result(process: subprocess.Popen[bytes]) -> int:
    """Wait for pytest; on Ctrl-C it has the same signal from the terminal and prints its summary first."""
    try:
        return process.wait()
    except KeyboardInterrupt:
        return process.wait()
    finally:
        process.terminate()


def for_tier(arguments: Sequence[str], *, drawn: int) -> list[str]:
    """The arguments for pytest: the marker of the tier unless they name tests themselves, and the seeds.

    The seed of the order is fixed, and so are the examples of property tests; for campaigns both come from `drawn`.
    """
    rest = [argument for argument in arguments if argument != CAMPAIGNS]
    if len(rest) < len(arguments):
        return [*SEARCHING, *_seed("hypothesis", drawn, rest), *_seed("randomly", drawn, rest), *rest]
    tier = () if any(map(_names_tests, rest)) else FIRST_TIER
    return [*tier, *_seed("randomly", FIXED_SEED, rest), *rest]


def _seed(plugin: str, seed: int, arguments: Sequence[str]) -> list[str]:
    """The option that seeds a plugin, unless the caller names a seed, or switches off the order by -p no:randomly."""
    option = f"--{plugin}-seed"
    decided = any(argument.startswith(option) or argument.endswith(f"no:{plugin}") for argument in arguments)
    return [] if decided else [f"{option}={seed}"]


def _names_tests(argument: str) -> bool:
    path = ROOT / argument.partition("::")[0]
    return argument.startswith(NAMED) or (path.is_relative_to(ROOT) and path.exists())


def _parallel(arguments: Sequence[str]) -> list[str]:
    decided = any(argument.startswith(DECIDED) for argument in arguments)
    if decided or importlib.util.find_spec("xdist") is None:
        return []
    # Who has run out of tests takes the slow ones over that the others still have.
    return ["-n", str(processes(os.cpu_count() or 1)), "--dist", "worksteal"]


def processes(processors: int) -> int:
    """How many processes run the tests: more than processors, because they wait for browsers, servers and databases."""
    return processors + (processors + 1) // 2
