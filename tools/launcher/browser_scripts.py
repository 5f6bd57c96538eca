"""What browsers run, gathered for the linter: modules as they are, script templates with something in their gaps."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.launcher.workspace import ROOT

RULES = ".oxlintrc.json"
PLACES = ("games/web/static", "games/site/templates", "tools/bench", "tests/js")
GAP = re.compile(r"{{.*?}}")


@contextmanager
def copied_scripts() -> Iterator[Path]:
    """A directory with every script by its path in the tree, and the linter's rules; gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        shutil.copy(ROOT / RULES, directory)
        for place in PLACES:
            for script in (ROOT / place).rglob("*.js"):
                _copy(script, directory / script.relative_to(ROOT))
        yield directory


def _copy(script: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(GAP.sub("null", script.read_text(encoding="utf-8")), encoding="utf-8")
