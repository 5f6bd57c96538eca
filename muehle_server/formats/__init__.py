"""How days and times are written where a page names no format of its own: the same on every page, 24 hours a day."""
