"""Pages reach browsers compressed; JSON and streams do not."""

import gzip

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_page_is_compressed_for_whoever_can_read_that(client: Client) -> None:
    plain = client.get("/rules/")
    packed = client.get("/rules/", headers={"Accept-Encoding": "gzip"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content)[:200] == plain.content[:200]
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Content-Encoding" not in plain.headers


def test_json_is_not(client: Client) -> None:
    answer = client.get("/api/v1/lobby/", headers={"Accept-Encoding": "gzip"})

    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
