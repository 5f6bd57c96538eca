"""`check`: every static check, a line each; what one has to say is shown only when it fails."""

import argparse
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tools.launcher.checks import Check, CheckResult, Environment, all_checks
from tools.launcher.environment import for_checks
from tools.launcher.services import throw_away_services

AT_ONCE = 2


def main(arguments: Sequence[str]) -> int:
    """Run the checks named, or all; 1 if any failed."""
    options = _options(arguments)
    chosen = [check for check in all_checks() if not options.names or check.name in options.names]
    with throw_away_services() as plan, ThreadPoolExecutor(AT_ONCE) as executor:
        environment = dict(os.environ) | for_checks(plan.environment)
        if options.write:
            _mend(chosen, environment)
        started = time.monotonic()
        results = executor.map(lambda check: check.look(environment), chosen)
        passed = [_report(check, result) for check, result in zip(chosen, results, strict=True)]
    print(f"{sum(passed)} of {len(passed)} checks passed in {time.monotonic() - started:.0f} s")
    return 0 if all(passed) else 1


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    checks = all_checks()
    lines = [f"  {check.name:11} {check.purpose}" for check in checks]
    mendable = ", ".join(check.name for check in checks if check.write is not None)
    parser = argparse.ArgumentParser(
        prog="dev.py check",
        description=__doc__,
        epilog="\n".join(["checks:", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="CHECK", help="only these")
    parser.add_argument("--write", action="store_true", help=f"mend first what a program can: {mendable}")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - {check.name for check in checks}
    if unknown:
        parser.error(f"there is no check {', '.join(sorted(unknown))}")
    return options


def _mend(checks: Sequence[Check], environment: Environment) -> None:
    for check in checks:
        if check.write is not None:
            check.write(environment)


def _report(check: Check, result: CheckResult) -> bool:
    print(f"{check.name:11} {'ok' if result.passed else 'FAILED'}", flush=True)
    if not result.passed:
        print(result.output, flush=True)
    return result.passed
