"""The one exception of the launcher: something the person at the keyboard has to know or decide."""


class LauncherError(Exception):
    """A failure whose message is complete for the reader; printed without a traceback."""
