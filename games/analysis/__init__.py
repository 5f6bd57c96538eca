"""Analysis board, imported games, exports."""
