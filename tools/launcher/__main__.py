"""The launcher's command line, for dev.py: `python -m tools.launcher COMMAND …`."""

import importlib
import sys
from collections.abc import Sequence

from tools.launcher.catalogues import ensure_compiled
from tools.launcher.errors import LauncherError
from tools.launcher.signals import Ended, end_on_signals

COMMANDS = {
    "run": "start everything and keep it running (--host, --port, --verbose)",
    "test": "run the tests (--campaigns: the long ones); further arguments go to pytest",
    "check": "run every static check (or those named)",
    "demo": "fill what runs with players and games in every state",
    "admin": "make an administrator",
    "manage": "run a manage.py command on the data of run",
    "bench": "measure (all, or those named: engine, …)",
    "tables": "build the tables of the solved game (--all: the whole game)",
    "lock": "make the locks from the .in files (--upgrade: with the newest versions)",
    "services": "throw-away PostgreSQL and Redis until Ctrl-C",
}
# The shell's convention for a process ended by signal 2.
ENDED_BY_CTRL_C = 130


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit code."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(_usage())
        return 0
    command, *rest = arguments
    if command not in COMMANDS:
        print(f"dev.py: there is no command {command!r}.\n\n{_usage()}", file=sys.stderr)
        return 2
    end_on_signals()
    try:
        ensure_compiled()
        return int(importlib.import_module(f"tools.launcher.commands.{command}").main(rest))
    except LauncherError as error:
        print(f"dev.py: {error}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, Ended):
        return ENDED_BY_CTRL_C


def _usage() -> str:
    lines = [f"  {name:10} {purpose}" for name, purpose in COMMANDS.items()]
    return "\n".join(["usage: python3 dev.py COMMAND [arguments]", "", *lines])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
