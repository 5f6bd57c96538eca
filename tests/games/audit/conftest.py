"""An audit log of three rows."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.disputes import audit_log
from games.disputes.models import AuditEntry


@pytest.fixture
def book(anna: User) -> list[AuditEntry]:
    """Three actions of hers."""
    for reason in ("One.", "Two.", "Three."):
        audit_log.record(anna, "look", reason=reason, now=timezone.now())
    return list(AuditEntry.objects.order_by("pk"))
