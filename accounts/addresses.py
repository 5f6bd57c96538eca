"""Which address an account has, and whether mail may go there."""

from allauth.account.models import EmailAddress

from accounts.models import User


def unconfirmed_address(user: User) -> str:
    """The address that waits for the user's word that it is his; empty where there is none."""
    rows = EmailAddress.objects.filter(user=user, primary=True, verified=False)
    return rows.values_list("email", flat=True).first() or ""
