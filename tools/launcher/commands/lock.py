"""`lock`: make the locks from their .in files. Pins stay, unless an upgrade is asked for."""

import argparse
from collections.abc import Sequence

from tools.launcher.locks import LOCKS, renew
from tools.launcher.workspace import ROOT


def main(arguments: Sequence[str]) -> int:
    """Write all locks."""
    parser = argparse.ArgumentParser(prog="dev.py lock", description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="move all pins to the newest versions")
    parser.add_argument("--upgrade-package", action="append", default=[], metavar="NAME", help="move this pin")
    options = parser.parse_args(arguments)
    named = [f"--upgrade-package={name}" for name in options.upgrade_package]
    renew(ROOT, ["--upgrade", *named] if options.upgrade else named)
    print("\n".join(f"{lock}.txt" for lock in LOCKS))
    return 0
