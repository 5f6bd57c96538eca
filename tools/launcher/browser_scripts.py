"""What browsers run, gathered for the linter: modules as they are, script templates with something in their gaps."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.launcher.workspace import ROOT

RULES = ".oxlintrc.json"
PLACES = ("games/site/templates", "tools/bench")
# Modules import one another as if these were one folder, as they are under /static/.
STATIC = ("accounts/static", "games/*/static", "tests/js")
MERGED = "static"
GAP = re.compile(r"{{.*?}}")


@contextmanager
def copied_scripts() -> Iterator[Path]:
    """A directory with every script and the linter's rules; gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        shutil.copy(ROOT / RULES, directory)
        for place in PLACES:
            for script in (ROOT / place).rglob("*.js"):
                _copy(script, directory / script.relative_to(ROOT))
        for script, path in static_scripts():
            _copy(script, directory / MERGED / path)
        yield directory


def static_scripts() -> Iterator[tuple[Path, Path]]:
    """Each script with its path under /static/."""
    for place in STATIC:
        for folder in sorted(ROOT.glob(place)):
            yield from ((script, script.relative_to(folder)) for script in folder.rglob("*.js"))


def with_paths_in_tree(output: str) -> str:
    """What the linter says of the copies, with the paths of the scripts themselves."""
    for script, path in static_scripts():
        output = output.replace(f"{MERGED}/{path}:", f"{script.relative_to(ROOT)}:")
    return output


def _copy(script: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(GAP.sub("null", script.read_text(encoding="utf-8")), encoding="utf-8")
