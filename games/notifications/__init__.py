"""Notices to people: which event tells whom what, how it is written, and how it gets there once.

Streams are not here; they show the log itself, to whoever listens.
"""
