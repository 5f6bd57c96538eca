"""How tests change the audit log, as somebody with all rights in the database can."""

from typing import Any

from django.db import connection

from tests.support.database_roles import as_owner


def without_triggers(statement: str, *parameters: Any) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE disputes_auditentry DISABLE TRIGGER audit_is_appended_to")
        cursor.execute(statement, parameters)
        cursor.execute("ALTER TABLE disputes_auditentry ENABLE TRIGGER audit_is_appended_to")


def rewritten(first: int, reason: str) -> None:
    """Give a row another reason, and seal it and all rows after it anew."""
    from games.disputes import audit_log
    from games.disputes.models import AuditEntry

    previous = audit_log.FIRST
    for entry in AuditEntry.objects.order_by("pk"):
        if entry.pk == first:
            entry.reason = reason
        entry.content = audit_log.content_of(entry)
        entry.digest = audit_log.seal_of(entry, previous=previous)
        without_triggers(
            "UPDATE disputes_auditentry SET reason = %s, content = %s, digest = %s WHERE id = %s",
            entry.reason, entry.content, entry.digest, entry.pk,
        )  # fmt: skip
        previous = entry.digest
