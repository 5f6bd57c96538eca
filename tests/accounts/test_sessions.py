"""Whose sessions are still theirs."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.sessions import signed_in


@pytest.mark.parametrize("how", ["another password", "closed", "run out", "deleted"])
def test_a_session_is_its_owners_until_it_ends(anna: User, bert: User, how: str) -> None:
    keys = [key_of(user) for user in (anna, bert)]
    assert signed_in([*keys, "unknown"], now=timezone.now()) == set(keys)

    if how == "another password":
        anna.set_password("a longer one than before")
        anna.save()
    elif how == "closed":
        User.objects.filter(pk=anna.pk).update(is_active=False)
    elif how == "run out":
        Session.objects.filter(session_key=keys[0]).update(expire_date=timezone.now())
    else:
        Session.objects.filter(session_key=keys[0]).delete()

    assert signed_in(keys, now=timezone.now()) == {keys[1]}


def key_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def test_a_signed_in_user_is_found_in_two_queries(
    anna: User, bert: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    keys = [key_of(user) for user in (anna, bert)]

    with django_assert_num_queries(2):
        signed_in(keys, now=timezone.now())
