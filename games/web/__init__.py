"""Kit of the pages: templates, styles, scripts, the board."""
