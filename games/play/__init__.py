"""Playing a game: moves, draws, endings, clocks."""
