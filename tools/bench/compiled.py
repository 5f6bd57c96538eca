"""The compiled program that plays against the pure Python: whether all moves are the same, and the time of a move.

`dev.py bench compiled` builds it in a temporary directory (tools/compiled.py). Both builds choose a move of every level
in the same positions of all rule sets. One core, no Django. It fails if a choice differs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools import compiled
from tools.bench.report import percentile, print_table
from tools.launcher.workspace import ROOT

POSITIONS = 8


def main(arguments: Sequence[str]) -> int:
    """Build, compare and print; 1 if a choice differs."""
    parser = argparse.ArgumentParser(prog="dev.py bench compiled", description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each rule set")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(scratch) / "build"
        compiled.build(directory)
        pure, fast = (choices(place, options.positions) for place in (ROOT, directory))
    different = [(one, other) for one, other in zip(pure["choices"], fast["choices"], strict=True) if one != other]
    print(f"{len(pure['choices'])} choices compared, {len(different)} differ")
    for pair in different:
        print(*pair, file=sys.stderr)
    headings = ["level", "pure, median ms", "longest", "compiled, median ms", "longest", "times as fast"]
    print_table("Processor time of a move", headings, [_row(level, pure, fast) for level in pure["seconds"]])
    return 1 if different else 0


def choices(directory: Path, positions: int) -> dict[str, Any]:
    """What the build in the directory chooses in so many positions of each rule set: see compiled_choices.py."""
    command = [sys.executable, "-P", "-m", "tools.bench.compiled_choices", str(positions)]
    ran = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=directory, env=compiled.environment(directory)
    )
    said: dict[str, Any] = json.loads(ran.stdout)
    return said


def _row(level: str, pure: dict[str, Any], fast: dict[str, Any]) -> list[object]:
    cells: list[object] = [level]
    for build in (pure, fast):
        seconds = build["seconds"][level]
        cells += [f"{percentile(seconds, 0.5) * 1000:.2f}", f"{max(seconds) * 1000:.1f}"]
    return [*cells, f"{sum(pure['seconds'][level]) / sum(fast['seconds'][level]):.1f}"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
