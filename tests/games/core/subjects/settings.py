"""The settings of the server with one more app: the one line that adding a subject takes."""

import os

from muehle_server.settings import *  # noqa: F403
from muehle_server.settings import DATABASES, INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.games.core.subjects.toasts"]
# Beside the databases of the tests that start this.
DATABASES["default"]["TEST"] = {"NAME": f"test_subjects_{os.getpid()}"}
