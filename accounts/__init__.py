"""Users, sessions, preferences, tokens; apps of other people; export and erasure of personal data."""
