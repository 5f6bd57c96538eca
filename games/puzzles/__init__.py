"""Puzzles: positions with one right move, rated against those who solve them, and one a day for everyone."""
