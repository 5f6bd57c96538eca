"""Moves that are played from a mail, without logging in."""
