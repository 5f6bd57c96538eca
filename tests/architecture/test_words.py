"""Words that the glossary rules out are not in texts for people, in either language."""

import re
from collections.abc import Iterator

import polib
import pytest

from tests.support.files import existing_files
from tests.support.stock_texts import STOCK_TEXTS
from tools.launcher.workspace import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
CATALOGUE = ROOT / "muehle_server/locale/de/LC_MESSAGES/django.po"
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|%\(\w+\)s", re.DOTALL)
# A word and what it may stand beside: Ralph Gasser, who solved the game, is a known man; a promise of the API.
ALLOWED_AT = {("he", "Ralph Gasser"), ("notice", "without notice")}


def ruled_out(language: str) -> list[str]:
    """The words of the first column of the table of this language, without what stands in brackets."""
    table = GLOSSARY.read_text(encoding="utf-8").partition(f"### {language}\n")[2].partition("\n#")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")][2:]
    return [word.strip() for cell in cells for word in re.sub(r"\(.*?\)", "", cell).split(",")]


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Place and text: the entries of the catalogue, and the documents of the language."""
    for entry in polib.pofile(str(CATALOGUE)):
        if language == "German":
            yield from ((entry.msgid[:40], text) for text in [entry.msgstr, *entry.msgstr_plural.values()])
        elif entry.msgid not in STOCK_TEXTS:
            yield from ((entry.msgid[:40], text) for text in (entry.msgid, entry.msgid_plural))
    for path in [*existing_files(ROOT, "*.md"), *existing_files(ROOT, "docs/**/*.md")]:
        is_german = path.name.endswith(".de.md")
        if path != GLOSSARY and path.name != "CHANGELOG.md" and is_german == (language == "German"):
            yield path.name, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["English", "German"])
def test_words_that_the_glossary_rules_out_are_not_used(language: str) -> None:
    words = ruled_out(language)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])", re.IGNORECASE)

    found = [
        f"{place}: {line.strip()}"
        for place, text in texts(language)
        for line in CODE.sub("…", text).splitlines()
        for match in pattern.finditer(line)
        if not any(match.group().lower() == word and allowed in line for word, allowed in ALLOWED_AT)
    ]

    assert len(words) > 10
    assert found == []


def test_the_check_finds_a_word_that_is_ruled_out() -> None:
    assert "whoever" in ruled_out("English")
    assert "Unentschieden" in ruled_out("German")
