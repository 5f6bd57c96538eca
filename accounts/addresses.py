"""E-mail addresses of accounts, and whether mail may be sent to them.

Only a confirmed address belongs to an account; `User.email` is the confirmed primary one. Several accounts may have
entered the same address: the first that confirms it gets it, and the others keep it as unconfirmed, so that nobody
learns by it whether it belongs to somebody.
"""

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import ConfirmedAddress, User


def owner_of(email: str) -> User | None:
    """The account that has confirmed the address."""
    return User.objects.filter(emailaddress__email=email.lower(), emailaddress__verified=True).first()


def is_taken(email: str, *, besides: User) -> bool:
    """Whether another account has confirmed the address."""
    rows = EmailAddress.objects.filter(email=email.lower(), verified=True)
    return bool(rows.exclude(user=besides).exists())


def unconfirmed_address(user: User) -> str:
    """The address that waits for confirmation, or an empty text."""
    rows = EmailAddress.objects.filter(user=user, primary=True, verified=False)
    return rows.values_list("email", flat=True).first() or ""


def release(email: str, *, to: User) -> None:
    """Let `to` have the address as its primary one: an account that has not confirmed it does not keep it so."""
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), email=email.lower(), verified=True)
    rows = _with_primary_address(email).exclude(pk=to.pk)
    rows.filter(~Exists(confirmed)).update(email="")


def account_for_new_password(email: str) -> User | None:
    """The account into which the reader of a mail to the address may be let.

    That is the account that has confirmed it. If there is none, it is the latest one that was made with the address
    and has never confirmed any. One query, whatever it finds.
    """
    rows = EmailAddress.objects.filter(email=email.lower())
    own = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    had_one = Q(confirmed_long_ago=True) | Exists(own) | Exists(ConfirmedAddress.objects.filter(user=OuterRef("pk")))
    candidates = rows.values("user").union(_with_primary_address(email).values("pk"))
    accounts = User.objects.filter(pk__in=candidates).annotate(owns_it=Exists(own.filter(email=email.lower())))
    entered_it = Exists(rows.filter(user=OuterRef("pk"), primary=True)) | Q(email__iexact=email)
    account = accounts.filter(Q(owns_it=True) | (~had_one & entered_it)).order_by("-owns_it", "-pk").first()
    return account if account is not None and account.is_active else None


def has_confirmed_one(user: User) -> bool:
    """Whether the account has, or has had lately, a confirmed address."""
    return bool(confirmed_addresses(user))


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


def _with_primary_address(email: str) -> QuerySet[User]:
    """The index is on lower case, without the accounts that have none."""
    return User.objects.exclude(email="").alias(lowered=Lower("email")).filter(lowered=email.lower())
