"""`services`: a throw-away PostgreSQL and Redis for work by hand, until Ctrl-C."""

import argparse
import shlex
from collections.abc import Sequence

from tools.launcher.services import throw_away_services
from tools.launcher.signals import wait_for_end


def main(arguments: Sequence[str]) -> int:
    """Start both, print the two exports, wait for Ctrl-C or SIGTERM, remove everything."""
    parser = argparse.ArgumentParser(prog="dev.py services", description=__doc__)
    parser.add_argument("--durable", action="store_true", help="with fsync, as in production (slower)")
    options = parser.parse_args(arguments)
    with throw_away_services(durable=options.durable) as plan:
        for name, value in plan.environment.items():
            print(f"export {name}={shlex.quote(value)}", flush=True)
        wait_for_end()
    return 0
