"""Games, moves and the event log."""
