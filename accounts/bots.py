"""Bot accounts. An account that has become a bot stays one; whether it may become one is checked in games.players."""

from datetime import datetime

from accounts.models import User


def turn_into_bot(user: User, *, operator: str, now: datetime) -> None:
    """Mark the account as a bot, for good, and switch off mails about moves."""
    user.bot_since, user.operator = now, operator
    user.email_on_your_move = user.email_on_game_over = False
    user.save(update_fields=["bot_since", "operator", "email_on_your_move", "email_on_game_over"])


def set_operator(user: User, operator: str) -> None:
    """Set the operator of the bot."""
    user.operator = operator
    user.save(update_fields=["operator"])
