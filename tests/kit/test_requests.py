"""Reading bodies and queries: each on its own, although serializers share their fields."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.test import APIRequestFactory

from kit.fields import NumberField, TextField
from kit.requests import body_of, changes_in


class Inner(Serializer[Any]):
    count = NumberField(default=0)


class Outer(Serializer[Any]):
    name = TextField()
    inner = Inner(required=False)


def _request(body: object) -> Request:
    return Request(APIRequestFactory().post("/", body, format="json"), parsers=[JSONParser()])


def test_a_body_has_nothing_of_the_one_before_it() -> None:
    body_of(_request({"name": "anna", "inner": {"count": 3}}), Outer)

    with pytest.raises(ValidationError) as refused:
        body_of(_request({"inner": {"count": "three"}}), Outer)
    again = body_of(_request({"name": "bert"}), Outer)

    assert set(refused.value.detail) == {"name", "inner"}
    assert again == {"name": "bert"}


def test_what_is_required_of_a_body_may_be_missing_from_changes_with_the_same_serializer() -> None:
    body_of(_request({"name": "anna"}), Outer)

    assert changes_in(_request({}), Outer) == {}
    with pytest.raises(ValidationError):
        body_of(_request({}), Outer)


def test_threads_read_bodies_at_the_same_time() -> None:
    def read(number: int) -> bool:
        wanted = {"name": f"player{number}", "inner": {"count": number}}
        return body_of(_request(wanted), Outer) == wanted

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(read, range(400)))
