"""Browsers in which somebody has just signed in by password."""

import time

from django.test import Client

from accounts.models import User


def sign_in(client: Client, user: User, *, minutes_ago: float = 0) -> Client:
    """Sign the user in, with the proof that is asked for before an account is changed."""
    client.force_login(user)
    session = client.session
    proof = {"method": "password", "at": time.time() - 60 * minutes_ago, "reauthenticated": True}
    session["account_authentication_methods"] = [proof]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client
