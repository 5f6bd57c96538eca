"""Profiles with pictures, the directory of players, following them, and who is here now."""
