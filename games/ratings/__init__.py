"""Ratings: the arithmetic (glicko, pure) and its one application, in the transaction that ends a game."""

from games.ratings.application import Changes, apply_results, columns_at_start, shown_ratings, take_back

__all__ = ["Changes", "apply_results", "columns_at_start", "shown_ratings", "take_back"]
