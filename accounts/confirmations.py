"""The links by which addresses are confirmed. A link works for the address that it was sent to."""

from typing import Self

from allauth.account import app_settings
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

SALT = "accounts.confirmations"
SECONDS = app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS * 24 * 3600


class Confirmation(EmailConfirmationHMAC):  # type: ignore[misc]  # allauth is untyped
    """allauth's key names the row, whose address may be changed. This one is for the row with its address of now.

    It ends with a new password, and when the account is closed.
    """

    @property
    def key(self) -> str:
        return signing.dumps([self.email_address.pk, _state_of(self.email_address)], salt=SALT)

    @classmethod
    def from_key(cls, key: str) -> Self | None:
        try:
            pk, state = signing.loads(key, salt=SALT, max_age=SECONDS)
        except signing.BadSignature:
            return None
        address = EmailAddress.objects.select_related("user").filter(pk=pk, verified=False).first()
        return cls(address) if address and constant_time_compare(state, _state_of(address)) else None


def _state_of(address: EmailAddress) -> str:
    state = f"{address.email}|{address.user.password}|{address.user.links_since}"
    return salted_hmac(SALT, state, algorithm="sha256").hexdigest()[:32]
