"""Signed checkpoints of the audit log, and its check against games and sanctions."""
