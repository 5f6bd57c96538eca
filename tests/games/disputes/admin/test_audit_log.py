"""The audit log and the form of an account, as staff reads them in German."""

import re

import pytest

from accounts.models import User
from games.core.models.games import Game
from games.disputes import filing
from games.disputes.admin.audit_log import action_words
from games.disputes.models import AuditEntry
from games.disputes.verdict_kinds import Verdict
from tests.support.pages import Reader
from tests.support.reading import text_of
from tests.support.ruling import Staff, decided


@pytest.fixture
def chief(person: object) -> User:
    return User.objects.create_superuser("chief", "chief@example.org", "a good password", language="de")


def test_the_book_has_no_raw_actions(reader: Reader, game: Game, anna: User, iris: User, chief: User) -> None:
    decided(filing.open_dispute(game.number, anna, category="other", text="Look."), iris, Verdict.DISMISSED)
    book = reader(chief)

    shown = text_of(book.get("/admin/disputes/auditentry/"))
    entry = AuditEntry.objects.get(action="decide")
    page = text_of(book.get(f"/admin/disputes/auditentry/{entry.pk}/change/"))
    sifted = book.get("/admin/disputes/auditentry/", {"action": "decide"})

    for words in ("hat den Fall übernommen", "hat ihn entschieden"):
        assert words in shown
    assert "hat ihn entschieden" in page
    for text in (shown, page):
        assert not re.search(r"\b(take|decide)\b", text)
    assert list(sifted.context["cl"].result_list) == [entry]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("take", "has taken the case"),
        ("revoke", "has revoked a token"),
        ("change_user", "has changed: player"),
        ("something_of_old", "something_of_old"),
    ],
)
def test_actions_are_shown_in_words(action: str, words: str) -> None:
    assert action_words(action) == words


def test_the_form_of_an_account_is_german(reader: Reader, staff: Staff, chief: User) -> None:
    arbiter = staff("judith", "arbiter")

    page = text_of(reader(chief).get(f"/admin/accounts/user/{arbiter.pk}/change/"))

    for words in ("Helfer", "Schiedsrichter", "Verwalter", "Passwort zurücksetzen"):
        assert words in page
    for words in ("helper", "arbiter", "administrator", "Reset password", "Raw passwords"):
        assert words not in page
