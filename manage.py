#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

# These commands only need the rules library, so they work without settings.
BARE_COMMANDS = {"perft", "replay", "compilemessages", "makemessages"}
BARE_SETTINGS = {"SECRET_KEY": "unused", "DATABASE_URL": "postgres://unused@/unused", "ALLOW_INSECURE_HTTP": "true"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")
    if BARE_COMMANDS.intersection(sys.argv[1:2]):
        os.environ.update({name: value for name, value in BARE_SETTINGS.items() if name not in os.environ})
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
