"""As muehle_server.asgi: the hybrid entry, and Django as WSGI in as many threads."""

import os
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from muehle_server.hybrid import Hybrid

os.environ["DJANGO_SETTINGS_MODULE"] = "tools.bench.minimal.settings"

threads = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"] - 2
application = Hybrid(WSGIMiddleware(cast("Any", get_wsgi_application()), workers=threads))
