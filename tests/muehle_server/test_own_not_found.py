"""With DEBUG too, an address that leads nowhere shows the page of the site."""

import pytest
from django.test import Client, override_settings

from muehle_server.request_settings import MIDDLEWARE
from tests.support.reading import heading

OURS = "muehle_server.middleware.OwnNotFoundMiddleware"


@override_settings(DEBUG=True, MIDDLEWARE=[*(each for each in MIDDLEWARE if each != OURS), OURS])
@pytest.mark.parametrize("path", ["/nowhere/", "/games/999999/", "/players/nobody/"])
def test_an_address_that_leads_nowhere_shows_our_page(client: Client, db: None, path: str) -> None:
    page = client.get(path, headers={"accept-language": "en"})

    assert page.status_code == 404
    assert heading(page) == "This page does not exist"


@override_settings(DEBUG=True, MIDDLEWARE=[*(each for each in MIDDLEWARE if each != OURS), OURS])
def test_the_api_answers_with_a_problem(client: Client, db: None) -> None:
    assert client.get("/api/v1/nowhere/").json()["code"] == "not_found"
