"""The reader's preferences for pages with a playable board."""

from django.http import HttpRequest

from accounts.looks import FLAGS, Look, look_of
from accounts.models import User

# Preferences that visitors do not need, as they play no games. All others are part of the look.
OF_GAMES = ("confirm_moves", "go_on")


def preferences_of(viewer: User | None, look: Look) -> dict[str, bool]:
    """The account's preferences; a visitor's are those of the browser's cookie, and the defaults."""
    prefers = viewer or User()
    return {name: getattr(prefers, name) for name in OF_GAMES} | {name: getattr(look, name) for name in FLAGS}


def preferences_for(request: HttpRequest) -> dict[str, bool]:
    """The preferences of the request's reader."""
    return preferences_of(request.user if request.user.is_authenticated else None, look_of(request))
