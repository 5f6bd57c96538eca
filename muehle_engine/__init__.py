"""A program that plays Mühle: `choose` finds a move for the side to move, at one of six levels.

It imports the rules library, the tables of the solved game and the standard library only.
"""

from muehle_engine.choosing import Choice, choose
from muehle_engine.levels import LEVELS, Level

__all__ = ["LEVELS", "Choice", "Level", "choose"]
