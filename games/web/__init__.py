"""What all pages share: templates, styles, scripts, the board."""
