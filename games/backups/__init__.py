"""Base backups that were made, for the metrics."""
