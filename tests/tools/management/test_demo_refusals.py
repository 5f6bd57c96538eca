"""Where `manage.py demo` will not make players: on a server that is none of its business, and under taken names."""

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_it_refuses_where_debug_is_off(settings: Settings) -> None:
    settings.DEBUG = False

    with pytest.raises(CommandError, match="no development server"):
        call_command("demo")

    assert not User.objects.exists()


def test_it_takes_nobodys_name() -> None:
    User.objects.create_user("hugo", "hugo@example.org", "a good password")

    with pytest.raises(CommandError, match="hugo"):
        call_command("demo", force=True)

    assert list(User.objects.values_list("username", flat=True)) == ["hugo"]
