"""Templates include those of lower apps, and load their tags, as modules import lower apps alone."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.conf import settings

# The frames of pages, which every app extends.
FRAMES = {"base.html", "manage.html"}
INCLUDED = re.compile(r'{% (?:include|extends) "([^"]+)"')
LOADED = re.compile(r"{% load ([^%]*) %}")
# Below all levels; its pages are made of the parts of `web` nevertheless.
LEVEL_OF_ACCOUNTS = 30


def app_paths() -> dict[str, Path]:
    """The folder of each app of the project by its label."""
    ours = (config for config in apps.get_app_configs() if config.name.startswith(("kit", "accounts", "games.")))
    return {config.label: Path(config.path) for config in ours}


def level_of(label: str) -> int:
    return int(getattr(apps.get_app_config(label), "level", LEVEL_OF_ACCOUNTS))


def needs(template: str) -> Iterator[str]:
    """Names of templates and of libraries of tags."""
    yield from INCLUDED.findall(template)
    for names in LOADED.findall(template):
        yield from names.split()


def test_templates_need_those_of_lower_apps_alone() -> None:
    owners: dict[str, str] = {}
    templates: list[tuple[str, Path]] = []
    for label, folder in app_paths().items():
        owners |= {path.stem: label for path in folder.glob("templatetags/*.py")}
        for path in (path for path in folder.glob("templates/**/*") if path.is_file()):
            owners[path.relative_to(folder / "templates").as_posix()] = label
            templates.append((label, path))

    upwards = [
        f"{path.relative_to(settings.BASE_DIR)} needs {name} of {owners[name]}"
        for label, path in templates
        for name in needs(path.read_text(encoding="utf-8"))
        if name in owners and name not in FRAMES and level_of(owners[name]) > level_of(label)
    ]

    assert len(templates) > 300
    assert upwards == []
