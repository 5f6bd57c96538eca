"""Style sheets reach browsers in one piece, with their layers kept and their textures in them; so do scripts."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find

from muehle_server.scripts import NotUnderstood
from muehle_server.staticfiles import in_one_piece, with_light_colours
from tests.support.files import existing_files
from tests.support.published import publish, static_folders

TEMPLATES = [
    path for folder in ("accounts", "games") for path in existing_files(settings.BASE_DIR / folder, "**/*.html")
]
OF_ALLAUTH = {"mfa/js/webauthn.js", "mfa/js/webauthn-json.js", "account/js/onload.js"}
IMPORT = re.compile(r"^import\b", re.MULTILINE)

FILES = {
    "web/css/tokens.css": '@font-face { src: url("../fonts/vollkorn.woff2"); }\n',
    "web/css/base.css": '@import url("tokens.css");\nbody { color: var(--ink); }\n',
    "web/css/board.css": 'a { background: url("../img/grain.svg") }',
    "web/img/grain.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#fff" d="M0 0"/></svg>\n',
}


def whole(name: str, sheet: str) -> str:
    return in_one_piece(name, (FILES | {name: sheet}).__getitem__)


def test_an_import_is_replaced_by_what_it_names_within_its_layer() -> None:
    joined = whole("web/css/site.css", '@layer tokens;\n@import url("tokens.css") layer(tokens);\n')

    font = '@font-face { src: url("../fonts/vollkorn.woff2"); }'
    assert joined == f"@layer tokens;\n@layer tokens {{\n{font}\n}}\n"


def test_an_import_within_an_import_of_another_app_finds_its_files() -> None:
    joined = whole("site/css/site.css", '@import url("../../web/css/base.css");\n')

    font = '@font-face { src: url("../../web/fonts/vollkorn.woff2"); }'
    assert joined == f"{font}\n\nbody {{ color: var(--ink); }}\n\n"


def test_a_texture_becomes_a_part_of_the_sheet() -> None:
    sheet = whole("site/css/site.css", '@import url("../../web/css/board.css");')

    address = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><path fill='%23fff' d='M0 0'/></svg>"
    assert sheet == f'a {{ background: url("{address}") }}'


@pytest.mark.parametrize(
    "sheet",
    [
        '@import url("https://example.org/x.css");',
        'a { background: url("https://example.org/img/x.svg") }',
        'a { fill: url("#piece") }',
        "a { b: c }",
    ],
)
def test_other_addresses_stay_as_they_are(sheet: str) -> None:
    assert whole("web/css/site.css", sheet) == sheet


@pytest.mark.parametrize(
    ("value", "light"),
    [
        ("light-dark(#f5efe3, #1b1714)", "#f5efe3"),
        ("0 1px light-dark(rgb(1, 2, 3), #000), 0 2px light-dark(#111, #222)", "0 1px rgb(1, 2, 3), 0 2px #111"),
        ("color-mix(in oklab, light-dark(var(--a), #000) 12%, red)", "color-mix(in oklab, var(--a) 12%, red)"),
    ],
)
def test_colours_of_two_schemes_are_followed_by_the_light_ones(value: str, light: str) -> None:
    sheet = with_light_colours(f"a {{ --ink: {value}; color: red; }}")

    fallback = f"@supports not (color: light-dark(red, red)) {{ --ink: {light}; }}"
    assert sheet == f"a {{ --ink: {value}; {fallback} color: red; }}"


def test_every_colour_of_two_schemes_has_a_light_one(published_files: Path) -> None:
    sheets = [path.read_text(encoding="utf-8") for path in existing_files(published_files, "**/*.css")]

    for sheet in sheets:
        plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
        declared = [line for line in re.findall(r"[^;{}]*", plain) if "light-dark(" in line and "@supports" not in line]
        assert plain.count("@supports not (color: light-dark(red, red))") == len(declared)
    assert any("light-dark(" in sheet for sheet in sheets)


def test_the_published_sheet_is_whole_and_finds_its_fonts(published_files: Path) -> None:
    [site] = (published_files / "site" / "css").glob("site.*.css")
    text = site.read_text(encoding="utf-8")

    [font] = (published_files / "web" / "fonts").glob("vollkorn-semibold.*.woff2")
    assert "@import" not in text
    assert "@layer base {" in text
    assert f'url("../../web/fonts/{font.name}")' in text
    assert 'url("data:image/svg+xml,' in text
    assert "/img/" not in text


def test_the_sheets_in_the_source_stay_as_they_were_written(published_files: Path) -> None:
    assert "@import" in Path(str(find("site/css/site.css"))).read_text(encoding="utf-8")


def test_every_script_of_a_page_is_published_whole(published_files: Path) -> None:
    scripts = list(published_files.glob("*/js/*.*.js"))

    importing = [path.name for path in scripts if IMPORT.search(path.read_text(encoding="utf-8"))]

    written = {path.stem for folder in static_folders() for path in folder.glob("*/js/*.js")}
    assert "site" in written
    assert {path.name.split(".")[0] for path in scripts} == written
    assert importing == []


def test_a_script_that_cannot_be_joined_stops_the_publication(tmp_path: Path) -> None:
    scripts = tmp_path / "source" / "web" / "js"
    scripts.mkdir(parents=True)
    (scripts / "page.js").write_text('const later = import("./later.js");\n', encoding="utf-8")

    with pytest.raises(NotUnderstood, match=r"web/js/page.js: an import at run time"):
        publish(tmp_path / "published", tmp_path / "source")

    assert not list((tmp_path / "published").rglob("page.*.js"))


def test_every_page_has_the_one_sheet_and_what_every_page_does() -> None:
    """A page's own script imports site.js; other sheets are those of pages that are not like the others: the API's
    reference, the administration, the board in a frame and the game on paper."""
    templates = {path: path.read_text(encoding="utf-8") for path in TEMPLATES}

    sheets = {path.name for path, text in templates.items() if 'rel="stylesheet"' in text}
    entries = {name for text in templates.values() for name in re.findall(r'"(\w+/js/[\w-]+\.js)"', text)}
    texts = {name: Path(str(find(name))).read_text(encoding="utf-8") for name in entries - {"site/js/site.js"}}
    without = [name for name, text in texts.items() if not re.search(r'^import ".*/site\.js";', text, re.MULTILINE)]

    apart = {"reference.html", "base_site.html", "embed.html", "embed_review.html", "print.html"}
    assert sheets == {"base.html", "_bare.html"} | apart
    assert set(without) == {"site/js/embed.js", "disputes/js/panel.js", "site/js/print.js"} | OF_ALLAUTH
