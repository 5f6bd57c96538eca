"""`admin`: the first administrator, asked for at the terminal or taken from DJANGO_SUPERUSER_… with --no-input."""

from collections.abc import Sequence

from tools.launcher.commands import manage


def main(arguments: Sequence[str]) -> int:
    """Run manage.py createsuperuser on the data of `run`."""
    return manage.main(["createsuperuser", *arguments])
