"""Every setting of the server; every environment variable is read here and nowhere else.

Development and tests get theirs from dev.py; docs/operations.md lists them all.
"""

import os
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from kit import redis_connections
from muehle_server import __version__
from muehle_server.account_settings import *  # noqa: F403
from muehle_server.content_policy import *  # noqa: F403
from muehle_server.logging import configure as _configure_logging
from muehle_server.openapi import spectacular_settings
from muehle_server.postgresql.configuration import Limits, database, for_owner, replica
from muehle_server.request_settings import *  # noqa: F403
from muehle_server.request_settings import MIDDLEWARE
from muehle_server.shown_addresses import without_address, without_calls

VERSION = __version__
BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.FileAwareEnv()

# --- Core -------------------------------------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY")
# Former ones. What was signed or encrypted with them is still accepted.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
SITE_URL = env.str("SITE_URL", default="http://localhost:8000").rstrip("/")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[SITE_URL])

if DEBUG:
    MIDDLEWARE += ["muehle_server.middleware.OwnNotFoundMiddleware"]
ROOT_URLCONF = "muehle_server.urls"
WSGI_APPLICATION = "muehle_server.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
# Whether a refusal that its function does not declare is an AssertionError: in tests (kit/errors.py).
CHECK_REFUSALS = "PYTEST_VERSION" in os.environ
# The most that any request may bring; what one of the API brings has bounds of its own.
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024

INSTALLED_APPS = [
    "games.core",
    "games.web",
    "games.pictures",
    "games.time_off",
    "games.players",
    "games.chat",
    "games.play",
    "games.challenges",
    "games.people",
    "games.computer",
    "games.reviews",
    "games.explorer",
    "games.rankings",
    "games.trophies",
    "games.puzzles",
    "games.clubs",
    "games.analysis",
    "games.dumps",
    "games.disputes",
    "games.reports",
    "games.audit",
    "games.streams",
    "games.webhooks",
    "games.chat_apps",
    "games.mail_moves",
    "games.notifications",
    "games.calendar",
    "games.backups",
    "games.learn",
    "games.solved",
    "games.site",
    "tools",
    "accounts",
    "accounts.admin_app.AdminConfig",
    "kit",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    "csp",
    "django_countries",
    "django_structlog",
    "anymail",
]
SPECTACULAR_SETTINGS = spectacular_settings(INSTALLED_APPS)

# --- Database and Redis -----------------------------------------------------------------------------------------------

_DATABASE: dict[str, Any] = {
    "pool_size": env.int("DATABASE_POOL_SIZE", default=8),
    "process": env.str("PROCESS_NAME", default="muehle"),
    "pooler": env.str("DATABASE_POOLER", default=""),
    "limits": Limits(
        connect=env.int("DATABASE_CONNECT_TIMEOUT", default=3),
        statement=env.int("DATABASE_STATEMENT_TIMEOUT", default=10),
        lock=env.int("DATABASE_LOCK_TIMEOUT", default=5),
        tcp=env.int("DATABASE_TCP_TIMEOUT", default=20),
    ),
}
DATABASES = {"default": database(env.db("DATABASE_URL"), **_DATABASE)}
DATABASE_SERVER_ROLE = ""
if env.str("DATABASE_OWNER_URL", default=""):
    DATABASES, DATABASE_SERVER_ROLE = for_owner(DATABASES, database(env.db("DATABASE_OWNER_URL"), **_DATABASE))
# A standby for some of what is only read (kit/replica.py).
if env.str("DATABASE_REPLICA_URL", default=""):
    DATABASES["replica"] = replica(env.db("DATABASE_REPLICA_URL"), **_DATABASE)
    DATABASE_ROUTERS = ["kit.replica.Router"]

# Each pytest-xdist worker gets three databases of its own, so that tests never see each other's messages.
_FIRST_REDIS_DATABASE = 3 * int(env.str("PYTEST_XDIST_WORKER", default="gw0").removeprefix("gw"))
_REDIS_URL = env.str("REDIS_URL", default="redis://localhost:6379/0")
PUBSUB_URL = redis_connections.numbered(_REDIS_URL, _FIRST_REDIS_DATABASE)
PUBSUB_CHANNEL = f"muehle.{_FIRST_REDIS_DATABASE}"
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        # In a list: an address may have commas.
        "LOCATION": [redis_connections.numbered(_REDIS_URL, _FIRST_REDIS_DATABASE + 1)],
        # JSON instead of Django's pickle: who writes to Redis must not run code in our processes.
        "OPTIONS": {
            "pool_class": "kit.redis_connections.CachePool",
            "serializer": "django.core.signing.JSONSerializer",
        },
        # Version 1 was pickled.
        "VERSION": 2,
    },
}

# Seconds by which the clock of a process may differ from the database's. Beyond it the process ends no game on time.
CLOCK_TOLERANCE = env.float("CLOCK_TOLERANCE", default=30.0)

# Months that are kept beside the current one: of the log, and of the notifications sent (games/core/partitions.py).
EVENTS_KEPT_MONTHS = env.int("EVENTS_KEPT_MONTHS", default=12)
DELIVERIES_KEPT_MONTHS = env.int("DELIVERIES_KEPT_MONTHS", default=3)

# --- Connections and streams ------------------------------------------------------------------------------------------

# Seconds for the head of a request, for its body, and for each 32 KiB of an answer that its client is slow to read.
REQUEST_SECONDS = env.float("REQUEST_SECONDS", default=30.0)

# The most guests there are at a time; with 0 one needs an account to play.
MOST_GUESTS = env.int("MOST_GUESTS", default=1000)
# The most ongoing games with computers; with 0 there are none.
MOST_COMPUTER_GAMES = env.int("MOST_COMPUTER_GAMES", default=500)
# Whether two computers always play each other, for spectators; otherwise they do when somebody wants to watch.
COMPUTER_EXHIBITION = env.bool("COMPUTER_EXHIBITION", default=True)
# Whether all rated games are reviewed as soon as they end; otherwise those that somebody asks for.
REVIEW_RATED_GAMES = env.bool("REVIEW_RATED_GAMES", default=False)

# Open streams in a web process, all its connections, and the streams of one user or, for visitors, of one address.
STREAMS_PER_PROCESS = env.int("STREAMS_PER_PROCESS", default=5000)
CONNECTIONS_PER_PROCESS = env.int("CONNECTIONS_PER_PROCESS", default=STREAMS_PER_PROCESS + 1000)
STREAMS_PER_CALLER = env.int("STREAMS_PER_CALLER", default=100)
# Of all users and visitors behind one address, such as those of a school.
STREAMS_PER_ADDRESS = env.int("STREAMS_PER_ADDRESS", default=STREAMS_PER_PROCESS // 4)

# --- Webhooks and push notifications ----------------------------------------------------------------------------------

# Whether webhooks may lead to this machine itself, by plain HTTP too: for trying them out, never in production.
WEBHOOKS_TO_LOOPBACK = env.bool("WEBHOOKS_TO_LOOPBACK", default=DEBUG)

# By which push services know this server; `manage.py vapid_key` makes one. Without it follows from SECRET_KEY, and all
# browsers have to be switched on again when that changes.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
# Where they write to when something is wrong: mailto:… or https://…; without it SITE_URL.
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default="")

# --- Celery -----------------------------------------------------------------------------------------------------------

_BROKER = redis_connections.broker(redis_connections.numbered(_REDIS_URL, _FIRST_REDIS_DATABASE + 2))
CELERY_BROKER_URL = _BROKER.url
CELERY_BROKER_USE_SSL = _BROKER.use_ssl
# A server that hangs is given up, so that worker and beat find the one that Sentinel has put in its place.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 5,
    "socket_connect_timeout": 5,
    "health_check_interval": 5,
    **_BROKER.transport_options,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# However long Redis is away, worker and beat wait for it; a task in hand goes on, and is safe to run twice.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_TIMEZONE = "UTC"

# --- The solved game --------------------------------------------------------------------------------------------------

# Where tables are beside those of the package (docs/tables.md).
TABLES_DIRECTORY = env.str("TABLES_DIRECTORY", default="")

# --- API --------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "accounts.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.permissions.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["kit.requests.JSONParser", "kit.requests.FormParser"],
    "DEFAULT_METADATA_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_PAGINATION_CLASS": "kit.pagination.CursorPagination",
    "DEFAULT_SCHEMA_CLASS": "kit.schema.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["kit.rate_limits.CallerThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "guest": env.str("RATE_GUEST", default="120/minute"),
        "token": env.str("RATE_TOKEN", default="600/minute"),
        "user": env.str("RATE_USER", default="1200/minute"),
        # Of an app that runs on a server, all users come from one address.
        "app": env.str("RATE_APP", default="600/minute"),
        # New guests of an address.
        "new_guests": env.str("RATE_NEW_GUESTS", default="30/hour"),
        "pictures": env.str("RATE_PICTURES", default="60/minute"),
        # Positions that an account has evaluated.
        "evaluations": env.str("RATE_EVALUATIONS", default="120/hour"),
        "csp_reports": "10/minute",
    },
    "EXCEPTION_HANDLER": "kit.problems.problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "DATETIME_FORMAT": "iso-8601",
    "NUM_PROXIES": env.int("NUM_PROXIES", default=0),
}

# Pages of any site may call, as programs may: by token. The session cookie is not accepted from there.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "cache-control",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
]
CORS_EXPOSE_HEADERS = [
    "Content-Disposition",
    "Deprecation",
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
    "WWW-Authenticate",
    "X-Request-Id",
]
CORS_PREFLIGHT_MAX_AGE = 86400

# --- Languages and time -----------------------------------------------------------------------------------------------

TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "muehle_server" / "locale"]
FORMAT_MODULE_PATH = ["muehle_server.formats"]
LANGUAGE_COOKIE_SAMESITE = "Lax"

# --- Static files -----------------------------------------------------------------------------------------------------

# Development and tests serve the files as they are written, production as collectstatic has published them.
_FROM_SOURCE = DEBUG or "PYTEST_VERSION" in os.environ
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if _FROM_SOURCE
        else "muehle_server.staticfiles.PublishedStaticFiles",
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = _FROM_SOURCE
# The worker keeps files under their hashed names, which only published ones have.
SERVICE_WORKER = env.bool("SERVICE_WORKER", default=not _FROM_SOURCE)

# --- Mail -------------------------------------------------------------------------------------------------------------

_MAIL = env.email("EMAIL_URL", default="consolemail://")
if _MAIL["EMAIL_BACKEND"].endswith(".filebased.EmailBackend"):
    # An absolute path follows the empty host, as in file:///; one slash more is the same.
    if _MAIL["EMAIL_HOST"] or not _MAIL["EMAIL_FILE_PATH"].strip("/"):
        raise ImproperlyConfigured("EMAIL_URL needs the absolute path of a folder: filemail:///directory")
    _MAIL["EMAIL_FILE_PATH"] = "/" + _MAIL["EMAIL_FILE_PATH"].lstrip("/")
vars().update(_MAIL)
EMAIL_BACKEND = env.str("EMAIL_BACKEND", default=globals()["EMAIL_BACKEND"])
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Mühle <muehle@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ANYMAIL = env.json("ANYMAIL", default={})

# --- Security ---------------------------------------------------------------------------------------------------------

# HTTPS follows from the public address: development speaks plain HTTP, production never does.
_HTTPS = SITE_URL.startswith("https://")
if not DEBUG and not _HTTPS and not env.bool("ALLOW_INSECURE_HTTP", default=False):
    raise ImproperlyConfigured("SITE_URL must begin with https:// unless DEBUG or ALLOW_INSECURE_HTTP is set")
SECURE_SSL_REDIRECT = _HTTPS
# What is not redirected is refused: see HttpsOnlyMiddleware.
SECURE_REDIRECT_EXEMPT = [r"^api/"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=_HTTPS) else None
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = _HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _HTTPS
SESSION_ENGINE = "accounts.sessions"
# A name that browsers take by HTTPS only, for this host alone.
_PREFIX = "__Host-" if _HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_PREFIX}sessionid", f"{_PREFIX}csrftoken"
KNOWN_BROWSER_COOKIE_NAME = f"{_PREFIX}browser"
LANGUAGE_COOKIE_NAME, LOOK_COOKIE_NAME = f"{_PREFIX}language", f"{_PREFIX}look"
MESSAGES_COOKIE_NAME = f"{_PREFIX}messages"
MESSAGE_STORAGE = "muehle_server.messages.Storage"
X_FRAME_OPTIONS = "DENY"
# Administrators have to use a second factor in each session. Off for development and tests.
REQUIRE_STAFF_SECOND_FACTOR = env.bool("REQUIRE_STAFF_SECOND_FACTOR", default=not DEBUG)
# Where holes are reported: a mail address or https://…; published as /.well-known/security.txt.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")
# Where players write to the operators: a mail address or https://…; linked from every page.
OPERATORS_CONTACT = env.str("OPERATORS_CONTACT", default="")
# Signs the checkpoints of the audit log: 64 hexadecimal digits. Without it the key follows from SECRET_KEY.
AUDIT_KEY = env.str("AUDIT_KEY", default="")
# Who gets them by mail.
AUDIT_CHECKPOINT_MAILS = env.list("AUDIT_CHECKPOINT_MAILS", default=[])

# --- Operation --------------------------------------------------------------------------------------------------------

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOG_FORMAT = env.str("LOG_FORMAT", default="console" if DEBUG else "json")
SENTRY_DSN = env.str("SENTRY_DSN", default="")
if SENTRY_DSN:
    import sentry_sdk

    # Variables of a traceback, bodies and addresses of requests may be secret.
    sentry_sdk.init(
        dsn=SENTRY_DSN,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=without_address,
        before_breadcrumb=without_calls,
        environment=env.str("SENTRY_ENVIRONMENT", "production"),
    )

# Without a token there are no metrics. Several web processes and the worker store theirs in files of this folder, by
# whose variable prometheus_client knows that there are several.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
PROMETHEUS_MULTIPROC_DIR = env.str("PROMETHEUS_MULTIPROC_DIR", default="")
# Where a worker answers: host:port. It is its children that run the tasks.
WORKER_METRICS_ADDRESS = env.str("WORKER_METRICS_ADDRESS", default="")
if WORKER_METRICS_ADDRESS and not PROMETHEUS_MULTIPROC_DIR:
    raise ImproperlyConfigured("WORKER_METRICS_ADDRESS needs PROMETHEUS_MULTIPROC_DIR")

LOGGING = _configure_logging(level=LOG_LEVEL, form=LOG_FORMAT)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# Of the web entry, which replaces whatever else a client sends in this header (muehle_server/observing.py).
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True
# Whether the proxy sets X-Request-Id itself.
TRUST_REQUEST_ID = env.bool("TRUST_REQUEST_ID", default=False)
# An address is personal, and the one that would be logged is whatever a client says it is.
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
