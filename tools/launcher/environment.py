"""The environment variables a development instance runs with. The caller's own values always win.

What each of them means stands in muehle_server/settings.py, the one place that reads them.
"""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote_plus

PRODUCTION_LIKE = {
    "DEBUG": "false",
    "SITE_URL": "https://muehle.example.org",
    "ALLOWED_HOSTS": "muehle.example.org",
    "EMAIL_URL": "smtp://localhost:25",
    "LOG_LEVEL": "WARNING",
}


def for_development(
    servers: Mapping[str, str], *, site_url: str, secret_key: str, mails: Path, everyone: bool
) -> dict[str, str]:
    """What `run` gives to every process; `everyone` where other machines may reach it by names unknown here."""
    defaults = {
        "DEBUG": "true",
        "SECRET_KEY": secret_key,
        "SITE_URL": site_url,
        "EMAIL_URL": "filemail:///" + quote_plus(str(mails), safe="/"),
        "LOG_LEVEL": "WARNING",
    }
    if everyone:
        defaults["ALLOWED_HOSTS"] = "*"
    return {name: os.environ.get(name, value) for name, value in (defaults | dict(servers)).items()}


def for_tests(servers: Mapping[str, str]) -> dict[str, str]:
    """What pytest gets: production's defaults but for HTTPS, the second factor of staff and games that begin by
    themselves, and a secret key of the moment."""
    eased = {"ALLOW_INSECURE_HTTP": "true", "REQUIRE_STAFF_SECOND_FACTOR": "false", "COMPUTER_EXHIBITION": "false"}
    return {"SECRET_KEY": secrets.token_urlsafe(50), **eased, **servers}


def for_checks(servers: Mapping[str, str]) -> dict[str, str]:
    """What the checks get: a deployment as it should be, so that its own checks have nothing to say."""
    return {"SECRET_KEY": secrets.token_urlsafe(50), **PRODUCTION_LIKE, **servers}
