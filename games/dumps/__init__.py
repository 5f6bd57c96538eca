"""All rated games of a month as files that everyone can download."""
