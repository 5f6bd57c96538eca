"""Passwords that are guessed early are refused, German ones too."""

import random
import string
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models import User
from accounts.passwords import estimate
from accounts.passwords.validators import FEWEST_GUESSES, GuessableValidator
from tests.support.pages import Reader
from tests.support.reading import mistakes

LONG = "nineteen lazy hedgehogs and a tin trombone in the garden behind the house " * 2


def lines_of(name: str) -> list[str]:
    """The passwords in guessable.txt or good.txt beside this file."""
    text = Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("# ")]


def refusals(validate: Callable[[str], None], passwords: Iterable[str]) -> dict[str, list[str]]:
    """What the validation says of each password that it refuses."""
    found = {}
    for password in passwords:
        try:
            validate(password)
        except ValidationError as error:
            found[password] = list(error.messages)
    return found


def test_a_common_password_is_refused() -> None:
    common = ["passwort12", "hallo12345", "muehle1234", "Fussball2024", *lines_of("guessable")]

    refused = refusals(GuessableValidator().validate, common)

    assert set(common) - set(refused) == set()
    assert {said for [said] in refused.values() if "one of the first passwords" not in said} == set()


def test_other_passwords_are_taken() -> None:
    assert refusals(validate_password, [LONG, *lines_of("good")]) == {}


GRETA = User(username="greta_m", display_name="Jörg Grünwald", email="theobald.kranich@hollerbusch.example")


@pytest.mark.parametrize(
    "name", ["greta", "Greta", "greta_m", "joerg", "Jörg", "jorg", "Gruenwald", "Grünwald", "theobald", "kranich"]
)
def test_a_name_of_ones_own_with_a_few_characters_is_refused(name: str) -> None:
    """Whichever name: of the account, the display name, or in the address. There is one reason, and it says so."""
    around = (
        "{}demo12",
        "{}2024!!",
        "Demo-{}-99",
        "{0}{0}77",
        "!!{}muehle1!",
        "{}.Login.2024",
        "{}#abcde#31",
        "x7-{}-q9z",
    )
    passwords = [text.format(name) for text in around]

    refused = refusals(lambda password: validate_password(password, GRETA), passwords)

    reason = "This password is little more than your own name. Use four unrelated words."
    assert refused == {password: [reason] for password in passwords}


@pytest.mark.parametrize(
    "password", ["greta tanzt im Regen", "blauer Kranich tanzt", "mit Theobald zum Bootshaus rudern", "kZ8#vq2LpW"]
)
def test_a_name_of_ones_own_may_stand_among_other_words(password: str) -> None:
    validate_password(password, GRETA)


@pytest.mark.django_db
def test_the_page_of_a_new_password_says_so(reader: Reader, anna: User) -> None:
    """In both languages, and with the display name, which the sign-up does not know."""
    anna.set_unusable_password()
    anna.save()
    names.give(anna, "Theobald")
    said = []
    for language in ("en", "de"):
        User.objects.filter(pk=anna.pk).update(language=language)
        page = reader(anna).post("/accounts/password/set/", {"password1": "theobalddemo1"})
        said += mistakes(page)["password1"]

    assert [text.split(".")[0] for text in said] == [
        "This password is little more than your own name",
        "Dieses Passwort ist kaum mehr als dein eigener Name",
    ]


@pytest.mark.parametrize("password", ["quazzok7qe", "Zwibbelfink1"])
def test_what_is_known_of_the_owner_is_guessed_first(password: str) -> None:
    owner = User(username="quazzok", email="x@zwibbelfink.example")

    GuessableValidator().validate(password)
    with pytest.raises(ValidationError):
        GuessableValidator().validate(password, owner)


@pytest.mark.parametrize(
    "password",
    [
        "ichbinfelix1", "felixgeheim1", "FelixLiebtAnna", "felix-passwort-7", "meinnameistfelix", "felixdergrosse1",
        "Felix2024Sommer!", "hallofelix123", "felixfelixfelix", "F3lix-Schokolade", "ichheissefelix!", "xilefgeheim12",
    ],
)  # fmt: skip
def test_a_name_of_ones_own_beside_common_words_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, User(username="felix", email="f@example.org"))


@pytest.mark.parametrize("around", ["{}1", "{}!!", "{}2025", "123{}", "{}-{}"])
def test_a_common_word_is_refused_whatever_is_beside_it(around: str) -> None:
    """Words of every list, drawn anew in each run."""
    words = (Path(estimate.__file__).parent / "words.txt").read_text(encoding="utf-8").split("\n\n")
    drawn = [word for block in words for word in random.sample(block.split(), 20)]
    passwords = [around.format(*[word] * 2).ljust(10, "1") for word in drawn]

    assert [each for each in passwords if estimate.guesses(each) >= FEWEST_GUESSES] == []


@pytest.mark.parametrize(
    "around", ["{}!", *(pytest.param(each, marks=pytest.mark.campaign) for each in ("{}", "{} 2005"))]
)
def test_every_favourite_is_refused(around: str) -> None:
    favourites = (Path(estimate.__file__).parent / "favourites.txt").read_text(encoding="utf-8").split()
    passwords = [around.format(word.title()).ljust(10, "1") for word in favourites]

    assert [each for each in passwords if estimate.guesses(each) >= FEWEST_GUESSES] == []


def test_random_characters_are_taken() -> None:
    """Nobody reads the passwords that a program makes, and a refusal of one would be a riddle."""
    signs = string.ascii_letters + string.digits + "!#$%&*+-=?@_"
    passwords = ["".join(random.choices(signs, k=14)) for _ in range(100)]

    assert [each for each in passwords if estimate.guesses(each) < FEWEST_GUESSES] == []


def test_figures_that_stand_for_letters_do_not_multiply_the_work() -> None:
    """They have a few readings, not one for each combination: zxcvbn's own reading of this takes a second."""
    password = "4@8({[<369!1|7$5+%20zx" * 4

    assert len(list(estimate._parts(password[: estimate.LONGEST_READ], {"all": estimate._words()}))) < 100
