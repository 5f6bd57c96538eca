"""Checking the rules library against files of known games, positions and perft counts, for the command `replay`.

`files` opens them, `games`, `positions` and `counts` check one kind each, `verdicts` is what they answer with.
"""
