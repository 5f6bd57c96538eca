"""A made-up past: players, games and challenges in every state, for a first look and for pictures.

Everything comes about through the domain's own actions, one after another, at the times at which they are said to have
happened. Nothing here writes to a table of games by itself.
"""
