"""Scripts: what `dev.py check script-types` checks, an editor shows as well."""

import json
import posixpath
import re

from django.apps import apps

from tools.launcher.browser_scripts import static_scripts
from tools.launcher.workspace import ROOT


def test_every_script_asks_for_the_check_of_its_types() -> None:
    scripts = [script for script, _path in static_scripts()]
    unchecked = [script for script in scripts if not script.read_text(encoding="utf-8").startswith("// @ts-check\n")]

    assert len(scripts) > 80
    assert unchecked == []


def test_the_check_of_types_finds_the_scripts_of_every_app() -> None:
    """Imports between apps are resolved through `rootDirs`, which has no patterns."""
    roots = json.loads((ROOT / "jsconfig.json").read_text(encoding="utf-8"))["compilerOptions"]["rootDirs"]

    folders = {script.parents[len(path.parts) - 1].relative_to(ROOT).as_posix() for script, path in static_scripts()}
    assert sorted(roots) == sorted(folders)


# What it sends, it sends without an answer, and from a page that is being left too.
REPORTS = "site/js/game/presence.js"


def test_what_changes_something_is_sent_from_one_place() -> None:
    """There, a page notices that its session has ended."""
    sending = [
        path.as_posix()
        for script, path in static_scripts()
        if re.search(r"X-CSRFToken|csrfmiddlewaretoken|method: \"POST\"", script.read_text(encoding="utf-8"))
    ]

    assert sorted(sending) == ["site/api/reference.js", REPORTS, "web/js/regions.js", "web/js/requests.js"]


# Every page has it, and a page's own script imports it, so that a page loads one script.
OF_EVERY_PAGE = "site/js/site.js"
IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"([^"]+)";', re.MULTILINE)


def test_scripts_import_those_of_lower_apps() -> None:
    levels = {config.label: config.level for config in apps.get_app_configs() if hasattr(config, "level")}
    upwards = []
    for script, path in static_scripts():
        for name in IMPORT.findall(script.read_text(encoding="utf-8")):
            imported = posixpath.normpath(path.parent / name)
            app, other = path.parts[0], imported.split("/")[0]
            if app in levels and imported != OF_EVERY_PAGE and levels.get(other, 0) > levels[app]:
                upwards.append(f"{path} imports {imported}")

    assert upwards == []
