"""What allauth leaves to us: a new account starts in the language, and with the look, in which it was made."""

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
        look = look_of(request)
        user.board_style, user.color_scheme, user.sounds = look.board_style, look.color_scheme, look.sounds
        saved: User = super().save_user(request, user, form, commit)
        return saved
