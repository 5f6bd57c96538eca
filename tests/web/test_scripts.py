"""The scripts of the pages: published under hashed names, by which they import one another, and fetched at once."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.template.loader import render_to_string
from pytest_django import Settings

SCRIPTS = settings.BASE_DIR / "games" / "static" / "games" / "js"
IMPORT = re.compile(r'from "([^"]+)";')


@pytest.fixture
def published(settings: Settings, tmp_path: Path) -> Path:
    """A folder with the static files as production serves them."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "muehle_server.staticfiles.PublishedStaticFiles"}
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_scripts_import_one_another_by_their_hashed_names(published: Path) -> None:
    scripts = [path for path in (published / "games" / "js").rglob("*.js") if path.stem.count(".") == 1]

    imported = {(path.parent / name).resolve() for path in scripts for name in IMPORT.findall(path.read_text())}

    assert len(scripts) == len(list(SCRIPTS.rglob("*.js")))
    assert imported < {path.resolve() for path in scripts}


def test_the_page_of_a_game_fetches_all_of_its_scripts_at_once() -> None:
    head = render_to_string("games/game/scripts.html")

    fetched = set(re.findall(r"/static/games/js/([\w/]+\.js)", head))
    assert fetched == {"game.js"} | {
        path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.rglob("*.js") if _is_imported(path.name)
    }


def _is_imported(name: str) -> bool:
    return any(f'/{name}";' in path.read_text(encoding="utf-8") for path in SCRIPTS.rglob("*.js"))
