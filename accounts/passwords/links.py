"""The keys in links to a new password."""

from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator

from accounts.models import User


class LinkKeys(PasswordResetTokenGenerator):
    """A key ends with the next login, and when password or addresses change, but not when an address is confirmed.

    A closed account has none, and when it is opened again, those of before stay ended.
    """

    def check_token(self, user: User | None, token: str | None) -> bool:
        return user is not None and user.is_active and super().check_token(user, token)

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        addresses = EmailAddress.objects.filter(user_id=user.pk).values_list("email", flat=True)
        last_login = user.last_login.replace(microsecond=0, tzinfo=None) if user.last_login else ""
        parts = (
            user.pk,
            user.password,
            last_login,
            user.links_since,
            timestamp,
            *sorted({user.email, *addresses} - {""}),
        )
        return "|".join(map(str, parts))
