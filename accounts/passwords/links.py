"""The keys in links to a new password."""

from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator

from accounts.models import User


class LinkKeys(PasswordResetTokenGenerator):
    """A key ends when password or addresses change, and so it works once; not with a login, for whoever knows the
    password could keep out the owner, and not when an address is confirmed.

    A closed account has none, and when it is opened again, those of before stay ended.
    """

    def check_token(self, user: User | None, token: str | None) -> bool:
        return user is not None and user.is_active and super().check_token(user, token)

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        addresses = EmailAddress.objects.filter(user_id=user.pk).values_list("email", flat=True)
        parts = (user.pk, user.password, user.links_since, timestamp, *sorted({user.email, *addresses} - {""}))
        return "|".join(map(str, parts))
