"""Accounts of programs. Who has become a bot stays one; whether an account still may is for games.bots to say."""

from datetime import datetime

from accounts.models import User


def turn_into_bot(user: User, *, operator: str, now: datetime) -> None:
    """Mark the account as a program's, for good. Mails about moves, which no program reads, are switched off."""
    user.bot_since, user.operator = now, operator
    user.email_on_your_move = user.email_on_game_over = False
    user.save(update_fields=["bot_since", "operator", "email_on_your_move", "email_on_game_over"])


def name_operator(user: User, operator: str) -> None:
    """Say anew who runs the bot."""
    user.operator = operator
    user.save(update_fields=["operator"])
