"""Passwords that are guessed early are refused, German ones too."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.passwords.validators import GuessableValidator

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


@pytest.mark.parametrize("password", ["vollhorn7q", "Hollerbusch1"])
def test_what_is_known_of_the_owner_is_guessed_first(password: str) -> None:
    owner = User(username="vollhorn", email="x@hollerbusch.example")

    GuessableValidator().validate(password)
    with pytest.raises(ValidationError):
        GuessableValidator().validate(password, owner)
