"""Reads about computers and their games."""

from games.computer.models import ComputerGame


def answers_later(number: int) -> bool:
    """Whether the computer of the game answers after minutes or hours."""
    return ComputerGame.objects.filter(game=number, answers=ComputerGame.Answers.LATER).exists()


def shown_game() -> int | None:
    """The ongoing game between two computers that can be watched."""
    shown = ComputerGame.objects.filter(answers=ComputerGame.Answers.SHOWN).order_by("-game_id")
    last = shown.select_related("game").first()
    return last.game_id if last and last.game.is_ongoing else None


def shown_after(number: int) -> int | None:
    """The game between two computers that followed this one, for spectators; None if there is none yet."""
    later = ComputerGame.objects.filter(answers=ComputerGame.Answers.SHOWN, game__gt=number)
    return later.order_by("game_id").values_list("game_id", flat=True).first()
