"""What pages look and sound like: an account keeps it in columns, a guest's browser in a cookie."""

from dataclasses import dataclass
from typing import Any, Self

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.language import YEAR_IN_SECONDS
from accounts.models import User

COOKIE = "look"
ON, OFF = "on", "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How boards are drawn, whether pages are light or dark, and whether moves can be heard."""

    board_style: str = User.BoardStyle.WOOD.value
    color_scheme: str = User.ColorScheme.SYSTEM.value
    sounds: bool = False

    @property
    def styles(self) -> list[tuple[str, Any]]:
        """All there are to choose from, with their names."""
        return User.BoardStyle.choices

    @property
    def schemes(self) -> list[tuple[str, Any]]:
        return User.ColorScheme.choices

    @classmethod
    def of_account(cls, user: User) -> Self:
        return cls(board_style=user.board_style, color_scheme=user.color_scheme, sounds=user.sounds)

    @classmethod
    def of_cookie(cls, text: str) -> Self:
        """What as_cookie() has written; anything else is as good as no cookie."""
        style, scheme, sounds, *rest = [*text.split("."), "", "", ""]
        is_known = style in User.BoardStyle.values and scheme in User.ColorScheme.values and sounds in (ON, OFF)
        if not is_known or any(rest):
            return cls()
        return cls(board_style=style, color_scheme=scheme, sounds=sounds == ON)

    def as_cookie(self) -> str:
        return f"{self.board_style}.{self.color_scheme}.{ON if self.sounds else OFF}"


def look_of(request: HttpRequest) -> Look:
    """The look that the reader of this request has chosen."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return Look.of_account(user)
    return Look.of_cookie(request.COOKIES.get(COOKIE, ""))


def remember(answer: HttpResponse, look: Look) -> None:
    """Let the browser ask for pages that look like this from now on, as long as nobody is signed in."""
    answer.set_cookie(
        COOKIE, look.as_cookie(), max_age=YEAR_IN_SECONDS, samesite="Lax", secure=settings.LANGUAGE_COOKIE_SECURE
    )


def look(request: HttpRequest) -> dict[str, Look]:
    """The look for every template."""
    return {"look": look_of(request)}
