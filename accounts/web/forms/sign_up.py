"""Making an account, without saying whose addresses are known here."""

from allauth.account.forms import SignupForm
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.addresses import is_taken
from accounts.models import User


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth is untyped
    """Says nothing of an address that another account has: the letter that goes there does."""

    def validate_unique_email(self, value: str) -> str:
        return value

    def save(self, request: HttpRequest) -> User:
        """The new account. An address that is taken waits beside it, unconfirmed, as every other one does."""
        email = self.cleaned_data["email"]
        if not is_taken(email):
            return self._saved(request)
        self.cleaned_data["email"] = ""
        user = self._saved(request)
        EmailAddress.objects.create(user=user, email=email.lower(), primary=True)
        return user

    def _saved(self, request: HttpRequest) -> User:
        user: User = super().save(request)
        return user
