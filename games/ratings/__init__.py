"""Ratings: the arithmetic (glicko, pure) and its one application, in the transaction that ends a game."""

from games.ratings.application import apply_results, shown_ratings

__all__ = ["apply_results", "shown_ratings"]
