"""Django as WSGI: what asgi.py runs in its threads, and what any WSGI server could run (without the streams)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muehle_server.settings")

application = get_wsgi_application()
