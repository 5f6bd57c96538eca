"""Between two tests that commit, nothing is left but what migrating wrote."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command

from accounts.models import User


@pytest.mark.django_db(transaction=True)
def test_emptying_the_tables_leaves_what_migrating_wrote(person: Callable[..., User]) -> None:
    person("anna")
    before = set(Permission.objects.values_list("content_type__model", "codename"))

    call_command("flush", interactive=False, verbosity=0)

    assert not User.objects.exists()
    assert set(Permission.objects.values_list("content_type__model", "codename")) == before != set()
