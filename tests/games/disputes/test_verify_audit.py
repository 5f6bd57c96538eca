"""`manage.py verify_audit`, as an operator runs it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.models import User
from games.disputes import audit_log
from games.disputes.models import AuditEntry
from tests.support.database_roles import as_owner


def verified(*seals: str) -> str:
    said = StringIO()
    call_command("verify_audit", *seals, stdout=said)
    return said.getvalue()


@pytest.fixture
def book(anna: User) -> list[AuditEntry]:
    """Three actions of hers."""
    for reason in ("One.", "Two.", "Three."):
        audit_log.record(anna, "look", reason=reason, now=timezone.now())
    return list(AuditEntry.objects.order_by("pk"))


def test_a_book_that_holds_says_its_last_seal(book: list[AuditEntry]) -> None:
    assert f"The audit log holds. Its last seal is {book[-1].digest}." in verified()


def test_the_first_row_that_was_changed_is_named(book: list[AuditEntry]) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE disputes_auditentry DISABLE TRIGGER audit_is_appended_to")
        cursor.execute("UPDATE disputes_auditentry SET reason = 'Nothing.' WHERE id = %s", [book[1].pk])
        cursor.execute("ALTER TABLE disputes_auditentry ENABLE TRIGGER audit_is_appended_to")

    with pytest.raises(CommandError, match=f"does not hold from row {book[1].pk} on"):
        verified()


def test_what_was_cut_off_at_the_end_is_missed_by_a_seal_of_earlier(book: list[AuditEntry]) -> None:
    noted = book[-1].digest
    assert "The audit log holds." in verified(audit_log.FIRST, book[0].digest, noted)
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE disputes_auditentry DISABLE TRIGGER audit_is_appended_to")
        cursor.execute("DELETE FROM disputes_auditentry WHERE id = %s", [book[-1].pk])
        cursor.execute("ALTER TABLE disputes_auditentry ENABLE TRIGGER audit_is_appended_to")

    assert "The audit log holds." in verified(book[0].digest)
    with pytest.raises(CommandError, match=f"No row has the seal {noted}"):
        verified(noted)


def test_the_database_refuses_to_empty_the_book(book: list[AuditEntry]) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match="only appended to"), transaction.atomic():
            cursor.execute("TRUNCATE disputes_auditentry CASCADE")

    assert list(AuditEntry.objects.order_by("pk")) == book
