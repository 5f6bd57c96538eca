"""Where webhooks may lead: every way of writing an address that is not public, and every name for one."""

import ipaddress

import pytest
from django.conf import LazySettings

from accounts.models import User
from games.webhooks import actions
from games.webhooks.errors import WebhookAddressRefused
from games.webhooks.models import Webhook
from kit.outgoing import addresses
from tests.games.webhooks.conftest import Names

NOT_PUBLIC = [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::8.8.8.8",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2001:10::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
    "4000::1",
]
PUBLIC = ["8.8.8.8", "1.1.1.1", "193.0.14.129", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]


@pytest.mark.parametrize("text", NOT_PUBLIC)
def test_no_address_that_is_not_public_is_taken_for_one(text: str) -> None:
    assert not addresses.is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_are_public(text: str) -> None:
    assert addresses.is_public(ipaddress.ip_address(text))


def refusal_of(url: str) -> str | None:
    """Why the address is refused; None where it is not."""
    try:
        addresses.check(url, user=1)
    except addresses.Unfit as unfit:
        return unfit.reason
    return None


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST.",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0",
        "[::1]",
        "[::ffff:7f00:1]",
        "[::ffff:169.254.169.254]",
        "[0:0:0:0:0:ffff:10.1.2.3]",
        "169.254.169.254",
        "[fe80::1]",
        "１２７.0.0.1",
        "nowhere.invalid",
        "a..b",
        "x" * 70 + ".example",
    ],
)
def test_no_spelling_of_an_address_leads_inside(host: str) -> None:
    assert refusal_of(f"https://{host}/") in ("not_public", "malformed")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "malformed"),
        ("example.org", "malformed"),
        ("https://", "malformed"),
        ("https:///path", "malformed"),
        ("https://exa mple.org/", "malformed"),
        ("https://example.org:99999/", "port"),
        ("https://example.org/\x00", "malformed"),
        ("https://example.org/\ud800", "malformed"),
        ("https://[::1/", "malformed"),
        ("https://example.org/" + "x" * 500, "malformed"),
        ("http://example.org/", "scheme"),
        ("ftp://example.org/", "scheme"),
        ("file://localhost/etc/passwd", "scheme"),
        ("gopher://example.org/", "scheme"),
        ("https://user:password@example.org/", "credentials"),
        ("https://user@example.org/", "credentials"),
        ("https://example.org/#part", "fragment"),
        ("https://example.org:22/", "port"),
        ("https://example.org:25/", "port"),
        ("https://example.org:80/", "port"),
        ("https://example.org:0/", "port"),
    ],
)
def test_only_https_to_a_plain_address_will_do(url: str, reason: str) -> None:
    assert refusal_of(url) == reason


@pytest.mark.parametrize("port", ["", ":443", ":8443", ":1024", ":65535"])
def test_public_names_are_accepted(names: Names, port: str) -> None:
    names["hooks.example.org"] = ["8.8.8.8", "2606:4700::1111"]

    assert refusal_of(f"https://hooks.example.org{port}/a?b=c") is None


def test_a_name_in_other_letters_is_looked_up_as_dns_writes_it(names: Names) -> None:
    names["xn--mhle-0ra.example.org"] = ["8.8.8.8"]

    assert refusal_of("https://mühle.example.org/") is None


@pytest.mark.parametrize("found", [["10.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["2606:4700::1111", "::1"], ["fe80::1"]])
def test_a_name_that_leads_inside_by_any_of_its_addresses_is_refused(names: Names, found: list[str]) -> None:
    names["hooks.example.org"] = found

    assert refusal_of("https://hooks.example.org/") == "not_public"


def test_this_machine_is_reached_where_the_setting_says_so_and_by_http_nothing_else(
    names: Names, settings: LazySettings
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    names |= {"public.example.org": ["8.8.8.8"], "inside.example.org": ["10.0.0.1"]}

    assert refusal_of("http://127.0.0.1:8000/") is None
    assert refusal_of("https://localhost:8000/") is None
    assert refusal_of("http://public.example.org/") == "not_public"
    assert refusal_of("http://inside.example.org/") == "not_public"
    assert refusal_of("https://inside.example.org/") == "not_public"


def test_the_setting_is_off_by_itself(settings: LazySettings) -> None:
    assert settings.WEBHOOKS_TO_LOOPBACK is False


def test_a_refused_address_changes_nothing(anna: User, names: Names) -> None:
    names["hooks.example.org"] = ["192.168.1.1"]

    with pytest.raises(WebhookAddressRefused) as refused:
        actions.create(anna, url="https://hooks.example.org/")

    assert refused.value.details["reason"] == "not_public"
    assert not Webhook.objects.exists()


def test_every_reason_has_its_words() -> None:
    for reason in ("malformed", "scheme", "credentials", "fragment", "port", "not_public"):
        assert str(addresses.REASONS[reason])
    assert len(addresses.REASONS) == 6
