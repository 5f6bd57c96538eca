"""Scripts: what `dev.py check script-types` checks, an editor shows as well."""

import re

from tests.support.files import existing_files
from tools.launcher.workspace import ROOT

PLACES = ("games/web/static", "tests/js")


def test_every_script_asks_for_the_check_of_its_types() -> None:
    scripts = [script for place in PLACES for script in existing_files(ROOT / place, "**/*.js")]
    unchecked = [script for script in scripts if not script.read_text(encoding="utf-8").startswith("// @ts-check\n")]

    assert len(scripts) > 80
    assert unchecked == []


# What it sends, it sends without an answer, and from a page that is being left too.
REPORTS = "game/presence.js"


def test_what_changes_something_is_sent_from_one_place() -> None:
    """There, a page notices that its session has ended."""
    scripts = existing_files(ROOT / "games/web/static/web/js", "**/*.js")
    sending = [
        script.relative_to(ROOT / "games/web/static/web/js").as_posix()
        for script in scripts
        if re.search(r"X-CSRFToken|csrfmiddlewaretoken|method: \"POST\"", script.read_text(encoding="utf-8"))
    ]

    assert sorted(sending) == [REPORTS, "regions.js", "requests.js"]
