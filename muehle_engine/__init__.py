"""A program that plays Mühle: `choose` finds a move for the side to move, at one of six levels, and `review` judges the
moves of a game that has ended.

It imports the rules library, the tables of the solved game and the standard library only.
"""

from muehle_engine.choosing import Choice, choose
from muehle_engine.levels import LEVELS, Level
from muehle_engine.reviewing import Assessment, Mistake, ReviewedMove, review, review_move

__all__ = ["LEVELS", "Assessment", "Choice", "Level", "Mistake", "ReviewedMove", "choose", "review", "review_move"]
