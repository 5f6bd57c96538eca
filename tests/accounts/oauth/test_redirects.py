"""Where apps may send people: what can be registered, and what then counts as the same address."""

import pytest
from django.core.exceptions import ValidationError

from accounts.oauth.redirects import host_of, is_registered, policy_source_of, validate_redirect_uri, with_answer

WEB = "https://club.example/back?a=1"
LOOPBACK = "http://127.0.0.1/back"


@pytest.mark.parametrize(
    "uri",
    [
        WEB,
        "https://club.example",
        "https://club.example:8443/back",
        LOOPBACK,
        "http://127.0.0.1:7777/back",
        "http://[::1]/back",
        "http://localhost:3000/",
        "com.example.app:/back",
    ],
)
def test_what_can_be_registered(uri: str) -> None:
    validate_redirect_uri(uri)


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "club.example/back",
        "/back",
        "http://club.example/back",
        "http://127.0.0.1.evil.example/back",
        "http://127.0.0.1@evil.example/back",
        "https://user:secret@club.example/back",
        "https://club.example/back#part",
        "https://club.example/back#",
        "https:///back",
        "https://club.example:port/",
        "https://club.example:99999/",
        "https://[::1/",
        "https://club.example\\@evil.example/",
        "https://club.example/with space",
        "https://club.example/\x00",
        "https://clüb.example/",
        "javascript:alert(1)",
        "data:text/html,x",
        "myapp:/back",
        "com.example.app:back",
        "com.example.app://evil.example/back",
        "https://club.example/" + "x" * 300,
    ],
)
def test_what_can_not(uri: str) -> None:
    with pytest.raises(ValidationError):
        validate_redirect_uri(uri)


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        (WEB, True),
        ("https://club.example/back", False),
        ("https://club.example/back?a=1&b=2", False),
        ("https://club.example/back?a=1#x", False),
        ("https://club.example:443/back?a=1", False),
        ("https://CLUB.example/back?a=1", False),
        ("https://u@club.example/back?a=1", False),
        ("https://club.example/back/../back?a=1", False),
        (LOOPBACK, True),
        ("http://127.0.0.1:50123/back", True),
        ("http://127.0.0.1:50123/elsewhere", False),
        ("http://127.0.0.1:50123/back?x=1", False),
        ("http://127.0.0.1:50123/back#x", False),
        ("http://x@127.0.0.1:50123/back", False),
        ("http://127.0.0.1:99999/back", False),
        ("http://127.0.0.2:50123/back", False),
        ("http://localhost:50123/back", False),
        ("https://127.0.0.1:50123/back", False),
        ("", False),
    ],
)
def test_an_address_is_registered_to_the_last_character_but_for_a_port_on_ones_own_device(
    uri: str, expected: bool
) -> None:
    assert is_registered(uri, [WEB, LOOPBACK]) is expected


def test_an_answer_is_put_beside_what_is_in_the_query_already() -> None:
    assert with_answer(WEB, {"code": "a b"}) == "https://club.example/back?a=1&code=a+b"
    assert with_answer("com.example.app:/back", {"code": "x"}) == "com.example.app:/back?code=x"


@pytest.mark.parametrize(
    ("uri", "host", "source"),
    [
        ("https://club.example:8443/back?a=1", "club.example", "https://club.example:8443"),
        ("http://127.0.0.1:50123/back", "", "http://127.0.0.1:50123"),
        ("http://[::1]:50123/back", "", "http:"),
        ("com.example.app:/back", "", "com.example.app:"),
    ],
)
def test_what_the_reader_and_the_policy_are_told_of_an_address(uri: str, host: str, source: str) -> None:
    assert (host_of(uri), policy_source_of(uri)) == (host, source)
