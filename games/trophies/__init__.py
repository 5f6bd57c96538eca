"""Trophies of players: a few, each earned by games."""
