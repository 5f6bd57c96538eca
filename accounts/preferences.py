"""Changing preferences, for the API and the account page."""

from typing import Any

from accounts.models import User

NAMES = (
    "language",
    "time_zone",
    "board_style",
    "color_scheme",
    "marks",
    "confirm_moves",
    "touch_move",
    "go_on",
    "sounds",
    "email_on_your_move",
    "email_on_game_over",
    "emergency_day",
)


def change(user: User, changes: dict[str, Any]) -> None:
    """Store the given preferences, which have been validated; the others stay."""
    for name in changes:
        if name not in NAMES:
            raise ValueError(f"{name} is no preference")
        setattr(user, name, changes[name])
    if changes:
        user.save(update_fields=list(changes))
