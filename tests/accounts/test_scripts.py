"""Display names in every script that people write today, and no name that mixes them."""

import sys
import unicodedata

import pytest
from confusable_homoglyphs import categories
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models import User
from accounts.names import cleaned
from accounts.scripts import SCRIPTS
from games.core.models.games import Game
from games.play.pages.pictures.games import PictureOfGame
from tests.support.pages import Reader
from tests.support.reading import text_of

# A name of each script.
PEOPLE = {
    "ARABIC": "محمد",
    "ARMENIAN": "Հայկ",
    "BENGALI": "শ্রেয়া",
    "BOPOMOFO": "ㄅㄆㄇ",
    "CYRILLIC": "Дмитрий",
    "DEVANAGARI": "प्रिया शर्मा",
    "ETHIOPIC": "አበበ",
    "GEORGIAN": "გიორგი",
    "GREEK": "Ελένη",
    "GUJARATI": "ગુજરાતી",
    "GURMUKHI": "ਪੰਜਾਬੀ",
    "HAN": "王小明",
    "HANGUL": "김민준",
    "HEBREW": "עומר כהן",
    "HIRAGANA": "さくら",
    "KANNADA": "ಕನ್ನಡ",
    "KATAKANA": "スーパー",
    "KHMER": "ស្ត្រី",
    "LAO": "ລາວ",
    "LATIN": "Jörg",
    "MALAYALAM": "മലയാളം",
    "MYANMAR": "ကြို့",
    "ORIYA": "ଓଡ଼ିଆ",
    "SINHALA": "ශ්‍රී",
    "TAMIL": "நந்தினி",
    "TELUGU": "తెలుగు",
    "THAANA": "ދިވެހި",
    "THAI": "ณัฐพงศ์",
    "TIBETAN": "བསྟན་འཛིན",
}
UNASSIGNED = {"Cn", "Co", "Cs"}
FROM_RIGHT = ["ARABIC", "HEBREW", "THAANA"]


def is_taken(name: str) -> bool:
    try:
        cleaned(name)
    except ValidationError:
        return False
    return True


def test_there_is_a_name_of_each_script() -> None:
    assert set(PEOPLE) == SCRIPTS


@pytest.mark.parametrize("script", PEOPLE)
def test_a_name_can_be_of_each_script_and_names_stay_apart(script: str) -> None:
    assert is_taken(PEOPLE[script])
    assert is_taken(f"{PEOPLE[script]} 7")
    together = [other for other in PEOPLE if is_taken(f"{PEOPLE[script]} {PEOPLE[other]}")]
    japanese, east = {"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"}
    mixed = {"LATIN": east, "HAN": east, "BOPOMOFO": {"HAN"}, "HANGUL": {"HAN"}}
    mixed |= dict.fromkeys(("HIRAGANA", "KATAKANA"), japanese)
    latin = {"LATIN"} if script in east else set()
    assert set(together) == {script} | mixed.get(script, set()) | latin


def test_no_other_script_is_taken() -> None:
    """Scripts of the past, and those that few people have fonts for."""
    letters: dict[str, list[str]] = {}
    for letter in filter(str.isalpha, map(chr, range(sys.maxunicode + 1))):
        if unicodedata.normalize("NFKC", letter) == letter:
            letters.setdefault(categories.alias(letter), []).append(letter)

    others = {script: found for script, found in letters.items() if script not in SCRIPTS}

    assert len(others) > 90
    assert [name for found in others.values() for letter in found if is_taken(name := letter * 2)] == ["ーー"]


def test_no_name_has_a_character_that_cannot_be_seen_or_turns_the_direction() -> None:
    """Over all of Unicode but letters, and a sample of what is unassigned, between letters of three scripts."""
    every: dict[str, list[str]] = {kind: [] for kind in ("letter", "unassigned", "other")}
    for character in map(chr, range(sys.maxunicode + 1)):
        category = unicodedata.category(character)
        every["letter" if category[0] == "L" else "unassigned" if category in UNASSIGNED else "other"].append(character)

    tried = [*every["other"], *every["unassigned"][::499]]
    stored = [cleaned(name) for each in tried for name in (f"aa{each}a", f"कक{each}क", f"עע{each}ע") if is_taken(name)]

    kinds = {letter: unicodedata.category(letter)[0] for name in stored for letter in name}
    assert set(kinds.values()) == set("LNMZP")
    assert {letter for letter, kind in kinds.items() if kind in "ZP"} == set(" .-'’")
    assert [name for name in stored if not name.isprintable()] == []


@pytest.mark.parametrize(
    "name",
    [
        "ก้้",
        "ก้๊๋่์",
        "क" + "ा" * 2,
        "a\u0301\u0302b\u0301\u0302",
        "x\u0335y",
        "a\u20dd",
        "\u0301ab",
        "Ken太郎",
        "Annaー",
        "Wi丨li",
        "Anna Дима",
        "क\u0301क",
        "مُحَمَّد",
        "ـعمر",
    ],
)
def test_marks_do_not_pile_up_and_no_word_is_of_two_scripts(name: str) -> None:
    assert not is_taken(name)


@pytest.mark.parametrize(
    ("entered", "stored"),
    [
        ("Ọlọ\u0301run", "Ọlọ́run"),
        ("Ken 太郎", "Ken 太郎"),
        ("アンナ・シュミット", "アンナ・シュミット"),
        ("田中ひろし", "田中ひろし"),
        ("عمر ٣", "عمر ٣"),
        ("علی\u200cرضا", "علیرضا"),
        ("김민준 Kim", "김민준 Kim"),
    ],
)
def test_what_names_of_some_languages_need_is_taken(entered: str, stored: str) -> None:
    assert cleaned(entered) == stored


# --- From right to left -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("script", FROM_RIGHT)
def test_a_name_from_the_right_does_not_turn_what_stands_beside_it(
    anna: User, game: Game, reader: Reader, script: str
) -> None:
    """On pages and in mails it stands between isolating characters wherever it stands, and programs get it bare."""
    names.give(anna, PEOPLE[script])
    isolated = f"\u2068{PEOPLE[script]}\u2069"
    session = reader(game.black)
    addresses = ["/", "/players/anna/", "/lobby/", f"/games/{game.number}/", f"/games/{game.number}/print/"]
    pages = [text_of(session.get(address)) for address in addresses]

    data = session.get(f"/api/v1/games/{game.number}/").json()

    assert [page for page in pages if page.count(PEOPLE[script]) != page.count(isolated)] == []
    assert [PEOPLE[script] in page for page in pages].count(True) >= 3
    assert data["players"]["white"]["display_name"] == PEOPLE[script]


def test_no_other_name_is_isolated() -> None:
    for script, name in PEOPLE.items():
        user = User(username="anna", display_name=name)

        assert (user.name != user.plain_name) == (script in FROM_RIGHT)


@pytest.mark.django_db
def test_pictures_have_usernames_where_they_lack_letters(game: Game) -> None:
    """They need no fonts, and so they have the letters of two."""
    names.give(game.white, "Дмитрий")
    names.give(game.black, "Jörg")

    picture = PictureOfGame(game=game, has_caption=True)

    assert picture.names == "anna – Jörg"
    assert "anna" in picture.words
    assert [seat.name for seat in picture.card.seats] == ["Jörg", "anna"]
    assert game.white.name == "Дмитрий"
