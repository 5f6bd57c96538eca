"""Notifications in chat apps: Discord, Slack, Telegram, Matrix, ntfy and others."""
