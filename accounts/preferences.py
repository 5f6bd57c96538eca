"""Changing preferences, for the API and the account page."""

from typing import Any

from accounts import language
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
    if unknown := changes.keys() - NAMES:
        raise ValueError(f"{unknown} are no preferences")
    fields = list(changes)
    if changes.get("language", user.language) != user.language:
        fields += language.keep_former(user)
    for name in changes:
        setattr(user, name, changes[name])
    if fields:
        user.save(update_fields=fields)
