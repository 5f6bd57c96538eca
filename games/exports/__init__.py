"""Games as texts to keep: one, or all that a player has played."""
