"""Streams of events: first from the log, then live. Nothing here writes, and nothing here knows who may read what."""
