"""Pages that put subjects together, and the URL tables."""
