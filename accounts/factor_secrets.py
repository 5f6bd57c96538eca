"""The secrets of second factors, encrypted in the database: those of TOTP, and the seeds of recovery codes.

The data of passkeys have no secret, but the public key.
"""

from contextlib import suppress
from io import BytesIO
from typing import cast

import segno
import structlog
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from kit import sealing

PURPOSE = "accounts.second_factor"
# What is encrypted begins with this, and with the name of its key. Secrets in clear have letters and digits only.
MARK = "sealed-"
NAMES = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}
log = structlog.get_logger(__name__)


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is untyped
    def encrypt(self, text: str) -> str:
        return _beginning() + sealing.fernet(PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret; a random one, so that no code fits, if it was encrypted with a key that the server has not."""
        try:
            return _decrypted(encrypted_text)
        except InvalidToken:
            log.warning("second_factor_unreadable")
            return cast("str", generate_totp_secret())

    def build_totp_svg(self, url: str) -> str:
        """On white, because the page may be dark. allauth's has no ground."""
        drawn = BytesIO()
        segno.make_qr(url).save(drawn, kind="svg", xmldecl=False, scale=4, dark="#2a241e", light="#fff")
        return drawn.getvalue().decode()


def encrypt_stored() -> None:
    """Encrypt with the present key what is in clear, or encrypted with a former one; leave what cannot be read."""
    for pk in _not_under_the_present_key().values_list("pk", flat=True):
        with suppress(InvalidToken), transaction.atomic():
            row = _not_under_the_present_key().select_for_update().filter(pk=pk).first()
            if row is not None:
                name = NAMES[row.type]
                row.data[name] = MFAAdapter().encrypt(_decrypted(row.data[name]))
                row.save(update_fields=["data"])


def _not_under_the_present_key() -> QuerySet[Authenticator]:
    wanted = Q()
    for kind, name in NAMES.items():
        wanted |= Q(type=kind) & ~Q(**{f"data__{name}__startswith": _beginning()})
    rows: QuerySet[Authenticator] = Authenticator.objects.filter(wanted)
    return rows


def _decrypted(text: str) -> str:
    """Raises InvalidToken. Former versions have stored secrets in clear."""
    return sealing.fernet(PURPOSE).decrypt(text.partition(":")[2]).decode() if text.startswith(MARK) else text


def _beginning() -> str:
    return f"{MARK}{salted_hmac(PURPOSE, 'name of the key', algorithm='sha256').hexdigest()[:8]}:"
