"""`demo`: players and games in every state, for a first look."""

from collections.abc import Sequence

from tools.launcher.commands import manage


def main(arguments: Sequence[str]) -> int:
    """Run manage.py demo on the data of `run`."""
    return manage.main(["demo", *arguments])
