"""Every text for people is there in German, whole and up to date."""

import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.support.files import existing_files
from tests.support.stock_texts import STOCK_TEXTS
from tests.tools.launcher.instances import copy_tree
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.static

CATALOGUES = existing_files(ROOT, "*/locale/de/LC_MESSAGES/*.po")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")
each_catalogue = pytest.mark.parametrize("path", CATALOGUES, ids=[str(path.relative_to(ROOT)) for path in CATALOGUES])


def texts(entry: polib.POEntry) -> list[str]:
    """All translations of an entry, its plural forms among them."""
    return [entry.msgstr] if entry.msgstr else list(entry.msgstr_plural.values())


def identities(path: Path) -> set[tuple[str | None, str]]:
    return {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(path)) if not entry.obsolete}


@each_catalogue
def test_every_text_has_its_translation(path: Path) -> None:
    catalogue = polib.pofile(str(path))
    missing = [entry.msgid for entry in catalogue.untranslated_entries()]
    doubtful = [entry.msgid for entry in catalogue.fuzzy_entries()]

    assert (missing, doubtful) == ([], [])


@each_catalogue
def test_a_translation_keeps_the_placeholders(path: Path) -> None:
    wrong = []
    for entry in polib.pofile(str(path)).translated_entries():
        allowed = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
        needed = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        used = [set(PLACEHOLDER.findall(text)) for text in texts(entry)]
        if not all(found <= allowed for found in used) or (used and not needed <= used[-1]):
            wrong.append(entry.msgid)

    assert wrong == []


@each_catalogue
def test_what_is_read_at_run_time_is_compiled_from_it(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    differing = [
        entry.msgid
        for entry in polib.pofile(str(path)).translated_entries()
        if _look_up(compiled, entry) != texts(entry)
    ]

    assert differing == []


def _look_up(compiled: gettext.GNUTranslations, entry: polib.POEntry) -> list[str]:
    """All translations of an entry by the compiled file. German has two forms: for one, and for all other numbers."""
    context, one, many = entry.msgctxt, entry.msgid, entry.msgid_plural
    if many and context:
        return [compiled.npgettext(context, one, many, number) for number in (1, 2)]
    if many:
        return [compiled.ngettext(one, many, number) for number in (1, 2)]
    return [compiled.pgettext(context, one) if context else compiled.gettext(one)]


def test_compiled_catalogues_are_not_in_git() -> None:
    assert "*.mo" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "**/*.mo" in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="GNU gettext is not installed")
@pytest.mark.parametrize("domain", sorted({path.stem for path in CATALOGUES}))
def test_every_text_of_the_code_is_in_the_catalogue(domain: str, tmp_path: Path) -> None:
    tree = copy_tree(tmp_path / "tree")
    names = [str(path.relative_to(ROOT)) for path in CATALOGUES if path.stem == domain]

    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale=de", f"--domain={domain}", "--no-obsolete"],
        cwd=tree,
        env=dict(os.environ),
        check=True,
        capture_output=True,
    )

    needed = set().union(*(identities(tree / name) for name in names))
    present = set().union(*(identities(ROOT / name) for name in names))
    assert (needed - present, present - needed) == (set(), set()), "renew with: python3 dev.py check --write texts"


# --- Typography -------------------------------------------------------------------------------------------------------

# What is no running text: tags, template tags, placeholders' own quotation marks.
MARKUP = re.compile(r"<[^>]*>|\{%.*?%\}")
NUMBER = r"(?:\d|%\(\w+\)s|</strong>)"

WRONG_IN_BOTH = {
    "a straight quotation mark or apostrophe (“ ” ’ in English, „ “ in German)": r"[\"']",
    "three dots for … (U+2026)": r"\.\.\.",
    "a hyphen for a dash (– with spaces)": r"\s--?\s",
    "a dash without spaces (– with spaces)": r"—",
    "two spaces": r"\S  +\S",
}
WRONG_IN_GERMAN = WRONG_IN_BOTH | {
    "an English quotation mark (German has „ and “)": r"[”‘]",
    "quotation marks that do not come in pairs („ …“)": r"^[^„“]*“|„[^“]*$|„[^“]*„",
    "a space before … that breaks (U+00A0)": r" …",
    "a space between number and unit that breaks (U+00A0)": NUMBER
    + r" (?:Tage?n?|Stunden?|Minuten?|Sekunden?|Uhr|%%|[kM]B|px)\b",
    "a space between word and number that breaks (U+00A0)": r"(?<!\()\b(?:Partie|Halbzug|Seite|Nr\.) " + NUMBER,
    "an abbreviation that breaks (z.\u00a0B. with U+00A0)": r"\b[a-zA-Z]\. ?[a-zA-Z]\.",
    "somebody called Sie (du)": r"(?<![.?!:“] )(?<!^)\b(?:Sie|Ihnen|Ihren?)\b",
}


def set_wrongly(text: str, rules: dict[str, str]) -> list[str]:
    """What is wrong with a text as `fault: text`."""
    plain = MARKUP.sub("", text)
    return [f"{fault}: {text}" for fault, pattern in rules.items() if re.search(pattern, plain)]


@each_catalogue
def test_german_is_set_as_german_is_set(path: Path) -> None:
    wrong = [
        fault
        for entry in polib.pofile(str(path))
        for text in texts(entry)
        for fault in set_wrongly(text, WRONG_IN_GERMAN)
    ]

    assert wrong == []


@each_catalogue
def test_english_is_set_with_typographic_signs(path: Path) -> None:
    ours = [entry for entry in polib.pofile(str(path)) if entry.msgid not in STOCK_TEXTS]

    wrong = [
        fault
        for entry in ours
        for text in (entry.msgid, entry.msgid_plural)
        for fault in set_wrongly(text, WRONG_IN_BOTH)
    ]

    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        'Das "geht" nicht',
        "Das ‚geht‘",
        "Das “geht” nicht",
        "„Das geht",
        "geht so...",
        "geht - nicht",
        "geht—nicht",
        "Wird gesendet …",
        "noch 3 Tage",
        "%(count)s Stunden",
        "Zug %(n)s in Partie %(n)s",
        "z. B. d6",
        "Haben Sie Zeit?",
    ],
)
def test_what_is_set_wrongly_is_found(text: str) -> None:
    assert set_wrongly(text, WRONG_IN_GERMAN)
