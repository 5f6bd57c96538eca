"""Moves, draws, endings, clocks, time-outs, conditional moves, reminders, deadline notifications."""
