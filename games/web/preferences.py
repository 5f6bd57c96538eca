"""How a reader wants to play, as every page with a board for hands starts from it."""

from django.http import HttpRequest

from accounts.looks import Look, look_of
from accounts.models import User

NAMES = ("confirm_moves", "touch_move", "marks", "go_on")


def preferences_of(viewer: User | None, look: Look) -> dict[str, bool]:
    """What the account says; a guest has the defaults of an account, and the sounds of his browser."""
    prefers = viewer or User()
    return {name: getattr(prefers, name) for name in NAMES} | {"sounds": look.sounds}


def preferences_for(request: HttpRequest) -> dict[str, bool]:
    """The same for whoever asks."""
    return preferences_of(request.user if request.user.is_authenticated else None, look_of(request))
