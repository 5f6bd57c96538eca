"""What the list of devices calls each of them."""

import pytest

from accounts.templatetags.devices import device

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge on Windows"),
        (f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} Chrome/140.0.0.0 Safari/537.36", "Chrome on Linux"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", "Safari on macOS"),
        ("curl/8.14.1", "curl/8.14.1"),
        ("python-requests/2.32.5", "python-requests/2.32.5"),
        ("Log in anew: https://evil.example/login", "Unknown program"),
        ("evil.example/1 log in there", "Unknown program"),
        ("Visit/evil.example", "Unknown program"),
        ("curl/8.example", "Unknown program"),
        ("Your-Site/1.0\nhttps://evil.example", "Your-Site/1.0"),
        ("x" * 400, "Unknown program"),
        ("", "Unknown program"),
    ],
)
def test_a_device_has_a_name_that_its_owner_knows(user_agent: str, name: str) -> None:
    assert device(user_agent) == name
