"""Whatever a client says of the host, the port and the proxy: what it is answered names SITE_URL alone."""

import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from kit import redis_connections, schema
from tests.architecture.sources import sources
from tests.games.site.api.test_access import ROWS
from tests.games.site.api.world import _world, anna, bert, carla, game, iris, parts, world
from tests.support.addresses import routes
from tests.support.people import new_person
from tests.support.savepoints import rolled_back
from tests.support.signing_in import sign_in

__all__ = ["_world", "anna", "bert", "carla", "game", "iris", "parts", "world"]

PORT = "61666"
FORWARDED = {
    "X-Forwarded-Host": f"evil.example:{PORT}",
    "X-Forwarded-Port": PORT,
    "X-Forwarded-Proto": "gopher",
    "X-Forwarded-Server": "evil.example",
    "X-Original-Host": "evil.example",
    "Forwarded": f"host=evil.example:{PORT};proto=gopher",
}
# Names that are allowed in tests, as nobody writes them.
HOSTS = [f"LocalHost.:{PORT}", f"[::1]:{PORT}"]
MARKS = re.compile(rf"{PORT}|evil\.example|gopher|LocalHost|localhost\.[:/]|\[::1\]|testserver")
NOT_WALKED = ("admin/", "accounts/logout/")


def marks_in(answer: Any) -> list[str]:
    """What of the hostile headers is in the answer."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    said = [body.decode(errors="replace"), str(answer.headers), answer.cookies.output()]
    return [mark for text in said for mark in MARKS.findall(text)]


def marks_in_redis() -> list[str]:
    """Keys of the cache and of the limits."""
    [url] = settings.CACHES["default"]["LOCATION"]
    return [key for key in map(str, redis_connections.client(url).keys()) if MARKS.search(key)]


def visited(client: Client, addresses: Iterable[str], host: str) -> dict[str, list[str]]:
    """What was found, by address."""
    found = {}
    for address in addresses:
        cache.clear()
        if marks := marks_in(client.get(address, headers={**FORWARDED, "Host": host})):
            found[address] = marks
    return found


@pytest.mark.parametrize(("who", "host"), [("guest", HOSTS[0]), ("player", HOSTS[1])])
def test_no_page_names_the_host_that_a_client_made_up(who: str, host: str, parts: dict[str, Any], anna: User) -> None:
    client = Client(raise_request_exception=False)
    values = {"number": parts["game"], "username": "anna", "secret": parts["secret"], "form": "svg", "language": "en"}
    values |= {"name": "standard", "slug": "mill", "client_id": parts["client_id"]}
    addresses = [route.path(values, default=1) for route in routes() if not route.pattern.startswith(NOT_WALKED)]
    if who == "player":
        sign_in(client, anna)

    assert visited(client, addresses, host) == {}
    assert marks_in_redis() == []


def test_no_page_of_staff_names_the_host_that_a_client_made_up(parts: dict[str, Any]) -> None:
    client = sign_in(Client(raise_request_exception=False), new_person("root", is_staff=True, is_superuser=True))
    values = {"object_id": parts["game"], "content_type_id": 1, "app_label": "accounts"}
    addresses = [route.path(values, default=1) for route in routes() if route.pattern.startswith("admin/")]

    assert visited(client, addresses, HOSTS[0]) == {}


def test_no_operation_names_the_host_that_a_client_made_up(parts: dict[str, Any], anna: User) -> None:
    client, found = sign_in(Client(raise_request_exception=False), anna), {}

    for row in ROWS:
        with rolled_back():
            answer = client.generic(
                row.method,
                "/api/v1/" + row.address.format(**parts),
                "" if row.body is None else json.dumps(row.body),
                content_type="application/json",
                headers={**FORWARDED, "Host": HOSTS[0]},
            )
            if marks := [*marks_in(answer), *marks_in_redis()]:
                found[str(row)] = marks

    assert found == {}


SIGN_UP = {"username": "dora", "email": "dora@example.org", "password1": "nine mills in a row", "time_zone": "UTC"}
FORMS: list[tuple[str, dict[str, str], bool]] = [
    ("/accounts/signup/", SIGN_UP, False),
    ("/accounts/signup/", SIGN_UP | {"email": "anna@example.org"}, False),
    ("/accounts/password/reset/", {"email": "anna@example.org"}, False),
    ("/accounts/password/reset/", {"email": "nobody@example.org"}, False),
    ("/accounts/login/code/", {"email": "anna@example.org"}, False),
    ("/accounts/email/", {"email": "other@example.org", "action_add": ""}, True),
]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(("address", "form", "is_signed_in"), FORMS)
def test_no_mail_names_the_host_that_a_client_made_up(
    anna: User, address: str, form: dict[str, str], is_signed_in: bool, host: str
) -> None:
    cache.clear()
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True, verified=True)
    client = sign_in(Client(), anna) if is_signed_in else Client()

    answer = client.post(address, form, headers={**FORWARDED, "Host": host})

    assert marks_in(answer) == []
    (message,) = mail.outbox
    written = message.message().as_string() + str(vars(message))
    assert settings.SITE_URL in written
    assert MARKS.findall(written) == []


@pytest.mark.django_db
def test_the_schema_is_written_once_for_all_hosts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    render, written = schema.SchemaYamlRenderer.render, []

    def counted(*arguments: Any, **options: Any) -> bytes:
        written.append(arguments)
        return render(*arguments, **options)

    monkeypatch.setattr(schema.SchemaYamlRenderer, "render", counted)

    texts = {
        client.get("/api/v1/schema/", headers={"Host": host, "Accept": "application/yaml"}).content
        for host in (*HOSTS, "localhost", "localhost:1", "localhost:2", "127.0.0.1:3", "testserver")
    }

    assert len(texts) == 1
    assert len(written) <= 1


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "host"), [("/", "evil.example"), ("/api/v1/games/", "localhost.evil.example:1")])
def test_another_host_is_refused(client: Client, address: str, host: str) -> None:
    answer = client.get(address, headers={"Host": host})

    assert answer.status_code == 400
    assert host not in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["testserver", "127.0.0.1:8123", "[::1]:8000"])
def test_a_page_that_was_opened_under_another_allowed_name_may_send_its_forms(anna: User, host: str) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get("/accounts/login/", headers={"Host": host})
    form = {"login": "nobody", "password": "x", "csrfmiddlewaretoken": page.cookies["csrftoken"].value}

    own = client.post("/accounts/login/", form, headers={"Host": host, "Origin": f"http://{host}"})
    other = client.post("/accounts/login/", form, headers={"Host": host, "Origin": f"http://{host}1"})

    assert (own.status_code, other.status_code) == (200, 403)


@pytest.mark.django_db
def test_a_redirect_to_https_leads_to_the_site(client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SITE_URL = True, "https://muehle.example:8443"

    answer = client.get("/rules/?x=1", headers={"Host": f"localhost:{PORT}"})

    assert answer.headers["Location"] == "https://muehle.example:8443/rules/?x=1"


def test_links_are_made_of_the_site_and_never_of_a_request() -> None:
    made = {
        (source.name, name)
        for source in sources()
        for name in ("build_absolute_uri", "get_current_site", "USE_X_FORWARDED")
        if name in source.text
    }

    assert made == set()
