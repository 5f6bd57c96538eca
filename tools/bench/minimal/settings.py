"""As little as Django REST framework runs with. The database is the real one's, with the schema `minimal`."""

import environ

env = environ.Env()

SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "tools.bench.minimal.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "rest_framework.authtoken",
    "tools.bench.minimal",
]
MIDDLEWARE: list[str] = []

DATABASES = {"default": env.db("DATABASE_URL")}
DATABASES["default"].update(CONN_MAX_AGE=0)
DATABASES["default"].setdefault("OPTIONS", {}).update(
    pool={"min_size": 1, "max_size": env.int("DATABASE_POOL_SIZE", default=8), "timeout": 10},
    options="-c search_path=minimal",
)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
}
