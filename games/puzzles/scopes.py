"""The scope for puzzles."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

PUZZLE_SOLVE = declare(
    Scope(
        name="puzzle:solve",
        label=_("Solve puzzles in your name, and read your rating in them"),
        order=65,
        is_for_guests=True,
    )
)
