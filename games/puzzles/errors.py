"""Errors of puzzles."""

from django.utils.translation import gettext_lazy as _

from kit.errors import Refusal


class NoPuzzleLeft(Refusal):
    code = "no_puzzle_left"
    status = 404
    text = _("You have tried all puzzles of this kind.")


class PuzzleInYourGame(Refusal):
    code = "puzzle_in_your_game"
    status = 409
    text = _("This position stands in one of your games. You can solve the puzzle when that game is over.")
