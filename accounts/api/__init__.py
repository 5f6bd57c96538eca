"""JSON about people and their tokens. Nothing here knows of games; the form of errors is chosen in games.api.errors."""
