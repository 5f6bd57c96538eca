"""Settings as a process reads them from its environment."""

import os
import subprocess
import sys

import pytest

from tools.launcher.workspace import ROOT


def printed(name: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a new process finds in the settings under a name, or its last words."""
    return evaluated(f"settings.{name}", **environment)


def evaluated(expression: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a new process prints for an expression about the settings."""
    return subprocess.run(
        [sys.executable, "-c", f"from muehle_server import settings; print({expression})"],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("url", ["filemail:///var/mail/muehle", "filemail:////var/mail/muehle"])
def test_mails_are_written_to_an_absolute_folder_and_never_below_the_working_directory(url: str) -> None:
    assert printed("EMAIL_FILE_PATH", EMAIL_URL=url).stdout == "/var/mail/muehle\n"


@pytest.mark.parametrize("url", ["filemail://mails", "filemail://mails/new", "filemail:///"])
def test_a_relative_folder_for_mails_is_refused(url: str) -> None:
    answer = printed("EMAIL_FILE_PATH", EMAIL_URL=url)

    assert answer.returncode != 0
    assert "EMAIL_URL needs the absolute path of a folder: filemail:///directory" in answer.stderr


def test_by_https_every_cookie_is_for_this_host_alone() -> None:
    names = "*(getattr(settings, name) for name in dir(settings) if name.endswith('_COOKIE_NAME'))"

    found = evaluated(names, SITE_URL="https://muehle.example").stdout.split()

    assert sorted(found) == [
        f"__Host-{name}" for name in ("browser", "csrftoken", "language", "look", "messages", "sessionid")
    ]


def test_reports_of_errors_have_neither_variables_nor_bodies() -> None:
    names = ("send_default_pii", "include_local_variables", "max_request_body_size")
    options = f"[__import__('sentry_sdk').get_client().options[name] for name in {names}]"

    found = evaluated(options, SENTRY_DSN="https://key@sentry.invalid/1")

    assert found.stdout == "[False, False, 'never']\n"


def test_migrating_connects_as_the_owner_and_knows_the_role_of_the_server() -> None:
    addresses = {
        "DATABASE_URL": "postgres://muehle@db/muehle",
        "DATABASE_OWNER_URL": "postgres://muehle_owner@db/muehle",
    }
    expression = "settings.DATABASES['default']['USER'], settings.DATABASE_SERVER_ROLE"

    assert evaluated(expression, **addresses).stdout == "muehle_owner muehle\n"
    assert evaluated(expression, **addresses | {"DATABASE_OWNER_URL": ""}).stdout == "muehle \n"


@pytest.mark.parametrize("url", ["postgres:///muehle", "postgres://muehle_owner@db/muehle"])
def test_owner_and_server_have_to_be_two_roles(url: str) -> None:
    answer = printed("DATABASES", DATABASE_URL=url, DATABASE_OWNER_URL="postgres://muehle_owner@db/muehle")

    assert answer.returncode != 0
    assert "DATABASE_URL and DATABASE_OWNER_URL have to name two roles" in answer.stderr
