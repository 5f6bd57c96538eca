"""Messages, spectator chat, private notes."""
