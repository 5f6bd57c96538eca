"""What allauth leaves to us: an account begins with the language and look it was made in, and is spoken to in it."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from accounts.looks import look_of
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        language = translation.get_language() or settings.LANGUAGE_CODE
        if language in User.Language.values:
            user.language = language
        look_of(request).put_on(user)
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """What is said next is said to the account, whatever the browser asked for as a guest."""
        super().login(request, user)
        translation.activate(user.language)
