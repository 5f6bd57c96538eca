"""The public page of the audit log."""

from django.test import Client

from games.audit import checkpoints
from games.disputes.models import AuditEntry
from tests.support.reading import text_of


def test_guests_see_checkpoints_with_seal_and_signature_and_where_the_rows_are(
    client: Client, book: list[AuditEntry]
) -> None:
    made = checkpoints.make_checkpoint()
    assert made is not None

    page = client.get("/audit/")

    shown = text_of(page)
    for part in (made.seal, made.key, made.signature, "3 rows"):
        assert part in shown
    assert 'href="/api/v1/audit/rows/"' in page.content.decode()


def test_without_a_checkpoint_the_page_says_so(client: Client, db: None) -> None:
    assert "There is no checkpoint yet." in text_of(client.get("/audit/"))
