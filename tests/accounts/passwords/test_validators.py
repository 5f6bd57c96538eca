"""Passwords that are guessed early are refused, German ones too."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models import User
from accounts.passwords.validators import GuessableValidator
from tests.support.pages import Reader
from tests.support.reading import mistakes

LONG = "nineteen lazy hedgehogs and a tin trombone in the garden behind the house " * 2


@pytest.mark.parametrize(
    "password",
    [
        "passwort12",
        "hallo12345",
        "muehle1234",
        "Fussball2024",
        "ichliebedich",
        "qwertzuiop",
        "Schatzi2025",
        "password123",
        "1q2w3e4r5t",
        "aaaaaaaaaaaa",
        "bayernmuenchen",
    ],
)
def test_a_common_password_is_refused(password: str) -> None:
    with pytest.raises(ValidationError, match="among the first"):
        GuessableValidator().validate(password)


@pytest.mark.parametrize(
    "password",
    [
        "blauer Hund tanzt",
        "kZ8#vq2LpW",
        "correct horse battery",
        LONG,
    ],
)
def test_other_passwords_are_taken(password: str) -> None:
    GuessableValidator().validate(password)


GRETA = User(username="greta_m", display_name="Jörg Grünwald", email="theobald.kranich@hollerbusch.example")


@pytest.mark.parametrize(
    "around",
    ["{}demo12", "{}2024!!", "Demo-{}-99", "{0}{0}77", "!!{}muehle1!", "{}.Login.2024", "{}#abcde#31", "x7-{}-q9z"],
)
@pytest.mark.parametrize(
    "name", ["greta", "Greta", "greta_m", "joerg", "Jörg", "jorg", "Gruenwald", "Grünwald", "theobald", "kranich"]
)
def test_a_name_of_ones_own_with_a_few_characters_is_refused(name: str, around: str) -> None:
    """Whichever name: of the account, the display name, or in the address. There is one reason, and it says so."""
    with pytest.raises(ValidationError) as refused:
        validate_password(around.format(name), GRETA)

    assert refused.value.messages == [
        "This password is your own name with little beside it. Use several unrelated words."
    ]


@pytest.mark.parametrize(
    "password", ["greta tanzt im Regen", "blauer Kranich tanzt", "mit Theobald zum See", "kZ8#vq2LpW"]
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
        "This password is your own name with little beside it",
        "Dieses Passwort ist dein eigener Name mit wenig daneben",
    ]


@pytest.mark.parametrize("password", ["vollhorn7q", "Hollerbusch1"])
def test_what_is_known_of_the_owner_is_guessed_first(password: str) -> None:
    owner = User(username="vollhorn", email="x@hollerbusch.example")

    GuessableValidator().validate(password)
    with pytest.raises(ValidationError):
        GuessableValidator().validate(password, owner)
