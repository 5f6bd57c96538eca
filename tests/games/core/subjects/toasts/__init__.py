"""Toasts: players raise a glass to a game that is over. An example of a subject."""
