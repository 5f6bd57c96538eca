"""Mails about changes: recorded in the transaction of the change, and sent by a worker."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from allauth.core import context
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import language
from accounts.emails import account_email, was_sent
from accounts.models import SecurityMail, User
from accounts.security.addresses import TRUSTED_AFTER, recipients
from kit import database_time
from kit.locks import Lease

Kind = SecurityMail.Kind
SALT = "accounts.security"
LEASE = timedelta(minutes=3)
SECONDS_TO_SEND = 60.0
MOST_ATTEMPTS = 50
# Texts of their own beside the sentence of the kind; others say how to undo the change.
WITHOUT_LINK = {Kind.CLOSED, Kind.DELETED, Kind.TOKEN_ENDS, Kind.SECURED}


def record(
    user: User,
    kind: str,
    *,
    detail: str = "",
    request: HttpRequest | None = None,
    at: datetime | None = None,
    not_before: datetime | None = None,
) -> None:
    """Tell the owner of the change, at all their confirmed addresses. Call it in the transaction of the change.

    The request is found by itself if its sender is the owner, who has logged in or shows a token.
    """
    now = database_time.now()
    request = request or _request_of(user)
    SecurityMail.objects.bulk_create(
        SecurityMail(
            user=None if kind == Kind.DELETED else user,
            username=user.username,
            language=language.of_security_mails(user),
            time_zone=user.time_zone,
            address=recipient.address,
            kind=kind,
            detail=detail[:300],
            user_agent=request.headers.get("User-Agent", "")[:200] if request else "",
            changed_at=at or now,
            can_secure=recipient.can_secure and kind not in WITHOUT_LINK and not user.closed_by_staff,
            leased_until=not_before,
        )
        for recipient in recipients(user, now=now)
    )


def _request_of(user: User) -> HttpRequest | None:
    request: HttpRequest | None = context.request
    sender = getattr(request, "user", None)
    return request if sender is not None and sender.pk == user.pk else None


def take_back(user: User, kind: Kind) -> datetime | None:
    """Take back the mails that were put off, and return the moment of the first change in them."""
    put_off = SecurityMail.objects.filter(user=user, kind=kind, attempts=0, leased_until__isnull=False, ended_at=None)
    found = list(put_off.select_for_update(skip_locked=True))
    SecurityMail.objects.filter(pk__in=[mail.pk for mail in found]).delete()
    return min((mail.changed_at for mail in found), default=None)


def send_next() -> bool:
    """Send one mail that waits; False if there is none."""
    lease = Lease(LEASE)
    with transaction.atomic():
        now = database_time.now()
        owed = SecurityMail.objects.filter(Q(leased_until=None) | Q(leased_until__lte=now), ended_at=None)
        mail = owed.select_for_update(skip_locked=True).order_by("id").first()
        if mail is None:
            return False
        mail.attempts, mail.leased_until = mail.attempts + 1, now + LEASE
        mail.save(update_fields=["attempts", "leased_until"])
    if lease.has(SECONDS_TO_SEND) and (was_sent(message(mail)) or mail.attempts >= MOST_ATTEMPTS):
        _end(mail)
    return True


def _end(mail: SecurityMail) -> None:
    """Of a deleted account nothing stays."""
    row = SecurityMail.objects.filter(pk=mail.pk)
    if mail.kind == Kind.DELETED:
        row.delete()
    else:
        row.update(ended_at=database_time.now(), leased_until=None)


def delete_old() -> None:
    """Delete mails whose link has expired."""
    SecurityMail.objects.filter(changed_at__lt=database_time.now() - TRUSTED_AFTER).delete()


def link(mail: SecurityMail) -> str:
    """The address of the page that secures the account."""
    return str(settings.SITE_URL) + reverse("secure_account", args=[signing.dumps(mail.pk, salt=SALT)])


def mail_of_link(key: str) -> SecurityMail | None:
    """The mail with this link, if it is genuine, not older than 30 days, and staff has not closed the account since."""
    try:
        pk = signing.loads(key, salt=SALT)
    except signing.BadSignature:
        return None
    since = database_time.now() - TRUSTED_AFTER
    is_open = Q(user__is_active=True) | Q(user__deletion_due_at__isnull=False, user__closed_by_staff=False)
    rows = SecurityMail.objects.filter(is_open, pk=pk, can_secure=True, changed_at__gt=since)
    return rows.select_related("user").first()


def message(mail: SecurityMail, *, again: str = "") -> EmailMultiAlternatives:
    """The mail in the owner's language and time zone. If it is sent again, mail programs know it by `again`."""
    with translation.override(mail.language), timezone.override(ZoneInfo(mail.time_zone)):
        return account_email(
            "accounts/mail/security",
            _subject(mail) % {"name": mail.username},
            address=mail.address,
            language=mail.language,
            name=f"security-{mail.pk}{again}",
            context={"mail": mail, "url": link(mail) if mail.can_secure else _page_of(mail)},
        )


def _subject(mail: SecurityMail) -> str:
    if mail.kind == Kind.TOKEN_ENDS:
        return _("An API token of %(name)s expires soon")
    return _("A change to your account %(name)s")


def _page_of(mail: SecurityMail) -> str:
    pages = {Kind.CLOSED: "home", Kind.DELETED: "home", Kind.TOKEN_ENDS: "tokens", Kind.DELETION_ASKED: "account_login"}
    name = pages.get(Kind(mail.kind), "account_change_password")
    return str(settings.SITE_URL) + reverse(name)
