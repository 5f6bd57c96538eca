"""Events sent to addresses of their owners."""
