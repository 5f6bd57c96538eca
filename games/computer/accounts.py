"""The accounts of the computers, with the ratings of their levels. They are made after each migration, which changes no
account that is there."""

from django.db import transaction

from accounts.models import User
from accounts.models.users import COMPUTER_PREFIX
from accounts.privacy import erasure
from games.core.models.terms import Pool
from games.players.models import Rating
from kit import database_time
from muehle import RULESETS
from muehle_engine import LEVELS, Level

# What a player reads as their operator, translated where it is shown.
OPERATOR = "This server"
# How sure their ratings are, which were measured: docs/computer.md.
DEVIATION = 100.0


def establish() -> None:
    """Make the accounts that are missing, and let all have the ratings of their levels, which no game changes."""
    for level in LEVELS:
        with transaction.atomic():
            computer = User.objects.filter(computer_level=level.number).first() or _new(level)
            ratings = [
                Rating(
                    user=computer,
                    rules=rules,
                    pool=Pool.BOTS,
                    value=level.rating,
                    deviation=DEVIATION,
                    is_fixed=True,
                )
                for rules in RULESETS
            ]
            Rating.objects.bulk_create(
                ratings,
                update_conflicts=True,
                unique_fields=["user", "rules", "pool"],
                update_fields=["value", "deviation", "volatility", "is_fixed"],
            )


def _new(level: Level) -> User:
    computer = User(
        username=_free_name(level),
        computer_level=level.number,
        bot_since=database_time.now(),
        operator=OPERATOR,
        language=User.Language.ENGLISH,
        email_on_your_move=False,
        email_on_game_over=False,
        emergency_day=False,
    )
    computer.set_unusable_password()
    computer.save()
    return computer


def _free_name(level: Level) -> str:
    """The name; with a figure where somebody has had it since before it was reserved."""
    wanted = name = f"{COMPUTER_PREFIX}{level.number}"
    tries = 1
    while User.objects.filter(username__iexact=name).exists() or erasure.is_reserved(name):
        tries += 1
        name = f"{wanted}-{tries}"
    return name
