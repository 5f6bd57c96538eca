"""The solved game: its page, and the tables that prove the value of positions."""
