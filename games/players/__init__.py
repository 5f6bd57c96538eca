"""Ratings, reliability, blocks, sanctions, bot accounts."""
