"""How a reader wants to play, as every page with a board for hands starts from it."""

from django.http import HttpRequest

from accounts.looks import FLAGS, Look, look_of
from accounts.models import User

# What guests, who play no games, have no use for; everything else is part of the look.
OF_GAMES = ("confirm_moves", "go_on")


def preferences_of(viewer: User | None, look: Look) -> dict[str, bool]:
    """What the account says; a guest has the switches of his browser, and otherwise the defaults of an account."""
    prefers = viewer or User()
    return {name: getattr(prefers, name) for name in OF_GAMES} | {name: getattr(look, name) for name in FLAGS}


def preferences_for(request: HttpRequest) -> dict[str, bool]:
    """The same for whoever asks."""
    return preferences_of(request.user if request.user.is_authenticated else None, look_of(request))
