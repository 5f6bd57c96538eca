"""Appearance: how pages and boards look, sound and react. Stored in columns of accounts; for visitors in a cookie."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.language import YEAR_IN_SECONDS
from accounts.models import User

ON, OFF = "on", "off"
# In the order of the cookie.
FLAGS = ("sounds", "marks", "touch_move")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Board style, colour scheme; whether moves make sounds, the last move is marked, touched stones must move."""

    board_style: str = User.BoardStyle.WOOD.value
    color_scheme: str = User.ColorScheme.SYSTEM.value
    sounds: bool = False
    marks: bool = True
    touch_move: bool = False

    @property
    def styles(self) -> list[tuple[str, Any]]:
        """All board styles, with their names."""
        return User.BoardStyle.choices

    @property
    def schemes(self) -> list[tuple[str, Any]]:
        return User.ColorScheme.choices

    @classmethod
    def of_account(cls, user: User) -> Self:
        return cls(**{field.name: getattr(user, field.name) for field in fields(cls)})

    @classmethod
    def of_cookie(cls, text: str) -> Self:
        """Parse what as_cookie() has written; the default for anything else."""
        parts = text.split(".")
        if len(parts) != 2 + len(FLAGS):
            return cls()
        style, scheme, *flags = parts
        is_known = style in User.BoardStyle.values and scheme in User.ColorScheme.values
        if not is_known or not {ON, OFF}.issuperset(flags):
            return cls()
        switched = {name: flag == ON for name, flag in zip(FLAGS, flags, strict=True)}
        return cls(board_style=style, color_scheme=scheme, **switched)

    def as_cookie(self) -> str:
        flags = [ON if getattr(self, name) else OFF for name in FLAGS]
        return ".".join([self.board_style, self.color_scheme, *flags])

    def put_on(self, user: User) -> None:
        """Set the account's columns; the caller saves it."""
        for name, value in asdict(self).items():
            setattr(user, name, value)


def look_of(request: HttpRequest) -> Look:
    """The reader's appearance settings."""
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return Look.of_account(user)
    return Look.of_cookie(request.COOKIES.get(settings.LOOK_COOKIE_NAME, ""))


def remember(answer: HttpResponse, look: Look) -> None:
    """Set the cookie, which counts while nobody is signed in."""
    answer.set_cookie(
        settings.LOOK_COOKIE_NAME,
        look.as_cookie(),
        max_age=YEAR_IN_SECONDS,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
    )


def look(request: HttpRequest) -> dict[str, Look]:
    """Context processor: the reader's appearance settings."""
    return {"look": look_of(request)}
