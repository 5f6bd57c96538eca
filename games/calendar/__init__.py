"""Deadlines for calendar programs."""
