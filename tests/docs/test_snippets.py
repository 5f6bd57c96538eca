"""The program in docs/api/apps.md connects an app."""

import os
import re
import subprocess
import sys

import httpx

from accounts.models import Connection, User
from tests.accounts.oauth.visits import registered
from tools.launcher.workspace import ROOT

DOCUMENT = ROOT / "docs" / "api" / "apps.md"


def allow(address: str, url: str) -> None:
    """Do by hand what a browser does: log in on the way, allow, go back to the program."""
    with httpx.Client(follow_redirects=True) as browser:
        page = browser.get(address)
        form = {"login": "anna", "password": "a good password", "next": address.removeprefix(url)}
        page = browser.post(f"{url}/accounts/login/", data=form | _token(page))
        page = browser.post(address, data={"decision": "allow"} | _token(page))
        assert page.text == "You can close this page."


def _token(page: httpx.Response) -> dict[str, str]:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    assert found is not None, page.text
    return {"csrfmiddlewaretoken": found[1]}


def test_the_program_that_connects_gets_what_it_asks_for(live_server_url: str, anna: User, bert: User) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    [snippet] = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    app = registered(bert, "http://127.0.0.1/back")
    environment = {**os.environ, "SITE": live_server_url, "CLIENT_ID": app.client_id}

    with subprocess.Popen(
        [sys.executable, "-c", snippet], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        allow(program.stdout.readline().strip(), live_server_url)
        said, failed = program.communicate(timeout=30)

    assert program.returncode == 0, failed
    assert said.strip() == "anna game:read preference:read"
    assert Connection.objects.get().user == anna
