"""Checkpoints: made each day, and mailed to those who keep them."""

from datetime import UTC
from itertools import chain

import structlog
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.emails import was_sent
from games.audit import keys
from games.audit.models import Checkpoint
from games.core.presenters import rfc3339
from games.disputes import audit_log
from kit import database_time

log = structlog.get_logger(__name__)

FORMAT = "muehle audit checkpoint 1"


def make_checkpoint() -> Checkpoint | None:
    """Sign the audit log as it stands, once a day (UTC); None if it does not hold, or today's was made already."""
    with transaction.atomic():
        audit_log.wait_for_writers()
        # The time after the wait: no row that is in the log is younger.
        now = database_time.now()
        day = now.astimezone(UTC).date()
        if Checkpoint.objects.filter(day=day).exists():
            return None
        if audit_log.first_break() or broken_checkpoint():
            log.error("audit_not_signed")
            return None
        made = Checkpoint(
            day=day, site=settings.SITE_URL, rows=audit_log.count(), seal=audit_log.last_seal(), made_at=now
        )
        made.key, made.signature = keys.sign(signed_text(made))
        made.save(force_insert=True)
    return made


def broken_checkpoint() -> Checkpoint | None:
    """The first checkpoint that the log contradicts; reads the log once."""
    seals = chain([audit_log.FIRST], (str(row["seal"]) for row in audit_log.public_rows()))
    positions = enumerate(seals)
    rows, seal = next(positions)
    for made in Checkpoint.objects.order_by("rows", "day"):
        while rows < made.rows:
            rows, seal = next(positions, (made.rows, ""))
        if seal != made.seal:
            return made
    return None


def signed_text(checkpoint: Checkpoint) -> str:
    """What the signature covers; docs/api/disputes.md describes it."""
    lines = (
        FORMAT,
        f"site: {checkpoint.site}",
        f"rows: {checkpoint.rows}",
        f"seal: {checkpoint.seal}",
        f"made: {rfc3339(checkpoint.made_at)}",
    )
    return "".join(f"{line}\n" for line in lines)


def mail_checkpoint() -> None:
    """Mail the newest checkpoint to AUDIT_CHECKPOINT_MAILS, if that was not done. A mail may come twice."""
    addresses = settings.AUDIT_CHECKPOINT_MAILS
    with transaction.atomic():
        newest = Checkpoint.objects.order_by("-day").values("pk")[:1]
        due = Checkpoint.objects.filter(pk__in=newest, mailed_at=None).select_for_update(skip_locked=True).first()
        if not addresses or due is None or not was_sent(_mail(due, addresses)):
            return
        due.mailed_at = database_time.now()
        due.save(update_fields=["mailed_at"])


def _mail(checkpoint: Checkpoint, addresses: list[str]) -> EmailMultiAlternatives:
    with override(settings.LANGUAGE_CODE):
        words = _("Keep this email: with it you can show later whether an older entry of the audit log was changed.")
        subject = _("Audit log of %(site)s, %(day)s") % {"site": checkpoint.site, "day": checkpoint.day.isoformat()}
    text = f"{signed_text(checkpoint)}\nkey: {checkpoint.key}\nsignature: {checkpoint.signature}\n\n{words}\n"
    moment = checkpoint.made_at.astimezone(UTC).strftime("%Y%m%d%H%M%S")
    headers = {"Auto-Submitted": "auto-generated", "Message-ID": f"<audit-{moment}@muehle>"}
    return EmailMultiAlternatives(subject, text, bcc=addresses, headers=headers)
