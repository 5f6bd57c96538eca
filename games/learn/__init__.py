"""Rules pages and lessons."""
