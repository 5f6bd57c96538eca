"""`bench`: the measurements of tools/bench/, each on servers of its own, with fsync as in production."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence

from tools.launcher.environment import for_tests
from tools.launcher.errors import LauncherError
from tools.launcher.services import throw_away_services
from tools.launcher.workspace import ROOT


def main(arguments: Sequence[str]) -> int:
    """Run `main` of the modules named, or of all; options after them go to each. 1 if any failed."""
    names = available()
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these, of: {', '.join(names)}")
    options, passed_on = parser.parse_known_args(arguments)
    unknown = sorted(set(options.names) - set(names))
    if unknown:
        raise LauncherError(f"There is no measurement {', '.join(unknown)}; there are {', '.join(names)}.")
    codes = [_measure(name, passed_on) for name in options.names or names]
    return 1 if any(codes) else 0


def available() -> list[str]:
    """The modules of tools/bench/ that can be run by name."""
    modules = sorted((ROOT / "tools" / "bench").glob("*.py"))
    return [path.stem for path in modules if "\ndef main(" in path.read_text(encoding="utf-8")]


def _measure(name: str, arguments: Sequence[str]) -> int:
    print(f"== {name} ==", flush=True)
    with throw_away_services(durable=True) as plan:
        environment = dict(os.environ) | for_tests(plan.environment)
        command = [sys.executable, "-m", f"tools.bench.{name}", *arguments]
        return subprocess.run(command, check=False, cwd=ROOT, env=environment).returncode
