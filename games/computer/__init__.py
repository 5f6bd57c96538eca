"""Computers to play with: six accounts of this server, and the worker that plays their moves."""
