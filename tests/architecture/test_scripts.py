"""Scripts: what `dev.py check script-types` checks, an editor shows as well."""

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

PLACES = ("games/web/static", "tests/js")


def test_every_script_asks_for_the_check_of_its_types() -> None:
    scripts = [script for place in PLACES for script in existing_files(ROOT / place, "**/*.js")]
    unchecked = [script for script in scripts if not script.read_text(encoding="utf-8").startswith("// @ts-check\n")]

    assert len(scripts) > 80
    assert unchecked == []
