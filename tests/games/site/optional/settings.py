"""The settings of the server without the app named by the variable WITHOUT."""

import os

from muehle_server.openapi import spectacular_settings
from muehle_server.settings import *  # noqa: F403
from muehle_server.settings import DATABASES, INSTALLED_APPS

INSTALLED_APPS = [name for name in INSTALLED_APPS if name != os.environ["WITHOUT"]]
SPECTACULAR_SETTINGS = spectacular_settings(INSTALLED_APPS)
# Beside the databases of the tests that start this.
DATABASES["default"]["TEST"] = {"NAME": f"test_optional_{os.getpid()}"}
