"""Take an account back: everything that lets in ends, and what was added since the change goes."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts import database_time, programs, sessions
from accounts.addresses import is_taken, release
from accounts.models import ConfirmedAddress, SecurityMail, User
from accounts.security import mails
from accounts.security.addresses import confirmed_before
from accounts.signals import account_secured


class LinkUsed(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """The link has secured the account already."""


def secure(mail: SecurityMail) -> User:
    """End all sessions, tokens, connections of apps and webhooks; raises LinkUsed.

    The password works no more. Addresses and second factors that were added since the change are removed, and the
    address of the mail is the primary one again.
    """
    with transaction.atomic():
        assert mail.user_id is not None  # noqa: S101  (such mails have no link)
        user = User.objects.select_for_update(no_key=True).get(pk=mail.user_id)
        held = SecurityMail.objects.select_for_update().get(pk=mail.pk)
        if held.used_at is not None:
            raise LinkUsed
        held.used_at = database_time.now()
        held.save(update_fields=["used_at"])
        sessions.end_all(user)
        programs.end_all(user)
        Authenticator.objects.filter(user=user, created_at__gte=held.changed_at).delete()
        _restore_addresses(user, held)
        user.set_unusable_password()
        user.save(update_fields=["email", "password"])
        account_secured.send(User, user=user)
        mails.record(user, SecurityMail.Kind.SECURED)
    return user


def _restore_addresses(user: User, mail: SecurityMail) -> None:
    kept = confirmed_before(user, moment=mail.changed_at) | {mail.address}
    later = EmailAddress.objects.filter(user=user).exclude(email__in=kept)
    ConfirmedAddress.objects.filter(user=user, email__in=later.values("email")).delete()
    later.delete()
    if is_taken(mail.address, besides=user):
        return
    release(mail.address, to=user)
    EmailAddress.objects.filter(user=user).update(primary=False)
    EmailAddress.objects.update_or_create(user=user, email=mail.address, defaults={"primary": True, "verified": True})
    ConfirmedAddress.objects.filter(user=user, email=mail.address).update(removed_at=None)
    user.email = mail.address
