"""Where apps may send people: what can be registered, and what then counts as the same address."""

import re
import string
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import ValidationError
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.models import App, User
from accounts.oauth.redirects import host_of, is_registered, policy_source_of, validate_redirect_uri, with_answer
from tests.accounts.oauth.visits import asking, browser_of, registered

WEB = "https://club.example/back?a=1"
LOOPBACK = "http://127.0.0.1/back"


@pytest.mark.parametrize(
    "uri",
    [
        WEB,
        "https://club.example",
        "https://club.example:8443/back",
        "https://xn--clb-hoa.example/back",
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
        "https://evil.example;sandbox/cb",
        "https://club.example:/back",
        "https://[::1]/back",
        "https://-club.example/",
        "https://club..example/",
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


# Everything but what a host may have, and what ends it: a path, a query or a part of the page.
HOSTILE = sorted(
    {*map(chr, range(0x80)), *"äß。．\u00ad\u200b\u202e\u2028\ufeff"}
    - set(string.ascii_letters + string.digits + ".-/?#")
)
PLACES = [
    "https://ev{}il.example/cb",
    "https://{}evil.example/cb",
    "https://evil.example{}/cb",
    "https://evil.example{}sandbox/cb",
    "https://evil.example:{}/cb",
    "https://evil.example:84{}43/cb",
    "https://evil.example:8443{}/cb",
    "http{}s://evil.example/cb",
    "http://127.0.0.1{}/cb",
    "http://127.0.0.1:80{}80/cb",
    "http://[::1{}]/cb",
    "http://[::1]{}/cb",
    "http://localhost{}evil.example/cb",
    "com.exa{}mple.app:/cb",
    "com.example.app{}:/cb",
]
# A source of a policy by its grammar (CSP 3), as far as it is used here.
SOURCE = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?|[a-z][a-z0-9.-]*:")


@pytest.mark.parametrize("place", PLACES)
def test_no_character_of_a_policy_or_of_an_address_in_an_address_is_taken(place: str) -> None:
    taken = []
    for character in HOSTILE:
        with suppress(ValidationError):
            validate_redirect_uri(place.format(character))
            taken.append(character)

    assert taken == []


TEXTS = st.text(st.sampled_from([*HOSTILE, *"az09.-", *"az09.-" * 40]), max_size=8)
# Mostly nothing, so that many of the addresses are taken.
PIECES = st.sampled_from([True, True, False]).flatmap(lambda empty: st.just("") if empty else TEXTS)
ADDRESSES = st.builds(
    "{}{}://{}{}{}{}".format,
    st.sampled_from(["https", "https", "https", "http", "com.example.app"]),
    PIECES,
    st.sampled_from(["club.example", "xn--clb-hoa.example", "127.0.0.1", "[::1]", "localhost", ""]),
    PIECES,
    st.just("") | TEXTS.map(":{}".format) | st.integers(0, 70000).map(":{}".format),
    st.just("/cb") | st.text(st.sampled_from([*HOSTILE, *"az/?"]), max_size=8).map("/{}".format),
) | st.builds("com.{}:/{}".format, TEXTS, TEXTS)


@example("https://evil.example;sandbox/cb")
@example("https://club.example:8443/a;b,c'd?e=f;g")
@example("com.example.app:/a;b")
@given(ADDRESSES)
def test_the_policy_has_one_source_for_every_address_that_is_taken(uri: str) -> None:
    try:
        validate_redirect_uri(uri)
    except ValidationError:
        assert not is_registered(uri, [uri])
        return

    source = policy_source_of(uri)

    assert SOURCE.fullmatch(source)
    assert urlsplit(source).scheme == urlsplit(uri).scheme
    assert urlsplit(source).hostname in (urlsplit(uri).hostname, None)


def test_an_address_of_before_the_rules_is_not_taken(bert: User) -> None:
    app = registered(bert)
    App.objects.filter(pk=app.pk).update(redirect_uris=["https://evil.example;sandbox/cb"])
    app.refresh_from_db()

    answer = browser_of(bert).get(asking(app))

    assert answer.status_code == 400
    assert "sandbox" not in answer["Content-Security-Policy"]


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
