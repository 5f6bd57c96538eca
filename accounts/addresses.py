"""E-mail addresses of accounts, and whether mail may be sent to them."""

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet

from accounts.models import ConfirmedAddress, User


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


def may_get_new_password(user: User, email: str) -> bool:
    """Whether a mail to the address may let its reader into the account.

    The address must be confirmed. Only if none ever was, that of the sign-up will do.
    """
    rows = EmailAddress.objects.filter(user=user, verified=True)
    if rows.filter(email__iexact=email).exists():
        return True
    was_confirmed = rows.exists() or ConfirmedAddress.objects.filter(user=user).exists()
    return not was_confirmed and user.email.lower() == email.lower()


def confirmed_addresses(user: User) -> set[str]:
    """All confirmed addresses of the account, in small letters, also those that were removed lately."""
    current = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return {*map(str.lower, current), *ConfirmedAddress.objects.filter(user=user).values_list("email", flat=True)}


def accounts_with_address_of(user: User) -> QuerySet[User]:
    """Other accounts that have, or have had lately, a confirmed address of this one."""
    known = confirmed_addresses(user)
    with_it = Q(emailaddress__email__in=known, emailaddress__verified=True)
    had_it = Q(pk__in=ConfirmedAddress.objects.filter(email__in=known).values("user"))
    return User.objects.filter(with_it | had_it).exclude(pk=user.pk).order_by("pk").distinct()
