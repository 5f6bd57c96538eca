"""The event log as SSE and NDJSON, long polling, long downloads."""
