"""Words that the glossary rules out are not in texts for people, in either language."""

import re
from collections.abc import Iterator

import polib
import pytest

from tests.support.files import existing_files
from tests.support.stock_texts import STOCK_TEXTS
from tools.launcher.workspace import ROOT

pytestmark = pytest.mark.static

GLOSSARY = ROOT / "docs" / "glossary.md"
CATALOGUE = ROOT / "muehle_server/locale/de/LC_MESSAGES/django.po"
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|%\(\w+\)s", re.DOTALL)
# A word and what it may stand beside: Ralph Gasser, who solved the game, is a known man; a promise of the API.
ALLOWED_AT = {("he", "Ralph Gasser"), ("notice", "without notice")}

# In German a player is no “er”: the pronoun is looked for in sentences that name a person. What it stands for where it
# stands for a thing or a bot, with the words that tell.
PERSON = re.compile(
    r"\b(?:Spieler|Mitspieler|Gegner|Zuschauer|Besucher|Herausforderer|Schiedsrichter|Helfer|Verwalter|Gast|Mensch)"
    r"|\b(?:[Jj]emand|[Nn]iemand|[Ww]er\b)|%\((?:name|opponent|player|white|black|person|user|challenger)\)s"
)
PRONOUN = re.compile(r"\b(?:[Ee]r|[Ii]hm|[Ii]hn|[Ss]eine[nmrs]?|[Ss]ein(?= [A-ZÄÖÜ]))\b")
STANDS_FOR = {
    "Namen, die ihm ähnlich sehen": "der Benutzername",
    "sieht ihn, wer die Adresse hat": "der Urlaub",
    "wenn du ihn anzeigen lässt": "der Urlaub",
    "Wer ihn als Erstes öffnet": "der Einladungslink",
    "Entscheiden können ihn nur Schiedsrichter": "der Fall",
    "bis ihn jemand übernimmt": "der Fall",
    "kann ihn entscheiden": "der Fall",
    "Bis er entschieden ist": "der Streitfall",
    "einen gegnerischen Stein und nimmt ihn vom Brett": "der Stein",
    "hier kann niemand für ihn ziehen": "der Bot",
    "Menschen spielen nur gegen ihn": "der Bot",
    "Bis er beginnt, sieht ihn sonst niemand": "der Urlaub",
}

# What a button says, and its texts in a template.
BUTTON = re.compile(r"<button\b[^>]*>(.*?)</button>", re.DOTALL)
HIDDEN = re.compile(r'<span class="visually-hidden">.*?</span>', re.DOTALL)
LABEL = re.compile(
    r'{% translate "(?P<text>[^"]*)"(?: context "(?P<context>[^"]*)")? %}'
    r"|{% blocktranslate[^%]*%}(?P<block>.*?){% (?:plural|endblocktranslate) %}",
    re.DOTALL,
)
INFINITIVE = re.compile(r"[a-zäöüß](?:en|ern|eln|tun)$")
# Labels without a verb, and what they are instead.
WITHOUT_VERB = {
    "An": "a state",
    "Aus": "a state",
    "Keine Steine in der Hand": "a state",
    "Ich bin zurück": "an answer",
    "Weiter": "a place to go to",
    "Weiter auf Deutsch": "a place to go to",
    "Weiter auf Englisch": "a place to go to",
    "Von vorn": "a place to go to",
    "Nächste Partie": "a place to go to",
    "Zurück zur Partie": "a place to go to",
    "Aktuelle Stellung": "a place to go to",
    "Eine Stufe höher: %(name)s": "an opponent",
    "Eine Stufe tiefer: %(name)s": "an opponent",
    "Mit einem Passkey": "a way to log in",
    "Revanche": "the word for it; the title has the verb",
    "Tastenkürzel": "what is shown",
    "Remis ohne Verwarnung": "a decision",
    "Zu lange keine Mühle": "the reason of a claim, below “Remis beanspruchen”",
    "Dreimal gleiche Stellung": "the reason of a claim, below “Remis beanspruchen”",
    "Remis beanspruchen: zu lange keine Mühle": "a verb, and the reason",
    "Remis beanspruchen: dreimal gleiche Stellung": "a verb, and the reason",
}


def ruled_out(language: str) -> list[str]:
    """The words of the first column of the table of this language, without what stands in brackets."""
    table = GLOSSARY.read_text(encoding="utf-8").partition(f"### {language}\n")[2].partition("\n#")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")][2:]
    return [word.strip() for cell in cells for word in re.sub(r"\(.*?\)", "", cell).split(",")]


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Place and text: the entries of the catalogue, and in English the documents."""
    for entry in polib.pofile(str(CATALOGUE)):
        if language == "German":
            yield from ((entry.msgid[:40], text) for text in [entry.msgstr, *entry.msgstr_plural.values()])
        elif entry.msgid not in STOCK_TEXTS:
            yield from ((entry.msgid[:40], text) for text in (entry.msgid, entry.msgid_plural))
    for path in [*existing_files(ROOT, "*.md"), *existing_files(ROOT, "docs/**/*.md")]:
        if language == "English" and path != GLOSSARY and path.name != "CHANGELOG.md":
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


def called_er(text: str) -> list[str]:
    """The sentences of a German text in which a person may be called “er”."""
    plain = CODE.sub(lambda code: code.group() if code.group().startswith("%") else "…", text)
    return [
        sentence
        for sentence in re.split(r"(?<=[.!?;:])\s", plain)
        if PERSON.search(sentence) and PRONOUN.search(sentence) and not any(known in sentence for known in STANDS_FOR)
    ]


def test_a_player_is_not_called_er_in_german() -> None:
    entries = polib.pofile(str(CATALOGUE))
    translations = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]

    found = [sentence for text in translations for sentence in called_er(text)]

    assert found == []
    assert [known for known in STANDS_FOR if not any(known in text for text in translations)] == []


@pytest.mark.parametrize(
    "text",
    [
        "%(name)s hat seinen Zug gesendet.",
        "Dein Gegner hat aufgegeben; jemand hat ihm Zeit geschenkt.",
        "Wenn ein Spieler zweimal nicht zieht, verliert er.",
        "Niemand kennt sein Passwort.",
    ],
)
def test_a_person_called_er_is_found(text: str) -> None:
    assert called_er(text)


@pytest.mark.parametrize("text", ["Der Server beendet die Partie; er prüft sie.", "Das darf niemand sein."])
def test_a_thing_may_be_called_er(text: str) -> None:
    assert not called_er(text)


def test_the_check_finds_a_word_that_is_ruled_out() -> None:
    assert "whoever" in ruled_out("English")
    assert "Unentschieden" in ruled_out("German")


def labels_of_buttons() -> set[str]:
    """The German texts of all buttons in templates, with placeholders as in the catalogue."""
    translations = {
        (entry.msgctxt, entry.msgid): entry.msgstr or entry.msgstr_plural[1] for entry in polib.pofile(str(CATALOGUE))
    }
    return {
        translations[label["context"], label["text"] or re.sub(r"{{ (\w+) }}", r"%(\1)s", label["block"].strip())]
        for path in existing_files(ROOT, "*/templates/**/*.html") + existing_files(ROOT, "games/*/templates/**/*.html")
        for button in BUTTON.findall(path.read_text(encoding="utf-8"))
        for label in LABEL.finditer(HIDDEN.sub("", button))
    }


def test_the_label_of_a_button_has_a_verb() -> None:
    labels = labels_of_buttons()

    assert {label for label in labels if not INFINITIVE.search(label)} == set(WITHOUT_VERB)
    assert len(labels) > 100
