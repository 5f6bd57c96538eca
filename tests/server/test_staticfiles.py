"""Style sheets reach browsers in one piece, with their layers kept."""

from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.management import call_command
from pytest_django import Settings

from muehle_server.staticfiles import in_one_piece

SHEETS = {
    "tokens.css": ":root { --ink: #000; }\n",
    "base.css": '@import url("tokens.css");\nbody { color: var(--ink); }\n',
}


def test_an_import_is_replaced_by_what_it_names_within_its_layer() -> None:
    sheet = '@layer tokens;\n@import url("tokens.css") layer(tokens);\n'

    joined = in_one_piece(sheet, SHEETS.__getitem__)

    assert joined == "@layer tokens;\n@layer tokens {\n:root { --ink: #000; }\n}\n"


def test_an_import_within_an_import_is_replaced_too() -> None:
    joined = in_one_piece('@import url("base.css");\n', SHEETS.__getitem__)

    assert joined == ":root { --ink: #000; }\n\nbody { color: var(--ink); }\n\n"


@pytest.mark.parametrize(
    "sheet", ['@import url("https://example.org/x.css");', '@import url("../x.css");', "a { b: c }"]
)
def test_anything_else_stays_as_it_is(sheet: str) -> None:
    assert in_one_piece(sheet, SHEETS.__getitem__) == sheet


def test_what_is_collected_imports_nothing_and_finds_its_fonts(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [settings.BASE_DIR / "games" / "static"]
    published = {"BACKEND": "muehle_server.staticfiles.PublishedStaticFiles"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": published}

    call_command("collectstatic", interactive=False, verbosity=0)

    [site] = (tmp_path / "games" / "css").glob("site.*.css")
    text = site.read_text(encoding="utf-8")
    [font] = (tmp_path / "games" / "fonts").glob("vollkorn-semibold.*.woff2")
    assert "@import" not in text
    assert "@layer base {" in text
    assert f'url("../fonts/{font.name}")' in text
    assert "@import" in Path(str(find("games/css/site.css"))).read_text(encoding="utf-8")
