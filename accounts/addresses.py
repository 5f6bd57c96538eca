"""E-mail addresses of accounts, and whether mail may be sent to them."""

from allauth.account.models import EmailAddress
from django.db.models import Q

from accounts.models import User


def is_taken(email: str, *, besides: User | None = None) -> bool:
    """Whether another account has the address, confirmed or not."""
    others = User.objects.exclude(pk=besides.pk) if besides else User.objects
    return others.filter(
        Q(email__iexact=email) | Q(emailaddress__email=email.lower(), emailaddress__verified=True)
    ).exists()


def unconfirmed_address(user: User) -> str:
    """The address that waits for confirmation, or an empty text."""
    rows = EmailAddress.objects.filter(user=user, primary=True, verified=False)
    return rows.values_list("email", flat=True).first() or ""
