"""Whether somebody has proved lately that an account is theirs: by a login, a password or a second factor."""

import time

from allauth.account.internal.flows.login import get_authentication_records
from django.conf import settings
from django.http import HttpRequest


def is_fresh(request: HttpRequest) -> bool:
    """allauth says so of every session whose account has neither a password nor a second factor."""
    proofs = [row for row in get_authentication_records(request, request.user) if row.get("reauthenticated")]
    return bool(proofs) and time.time() - proofs[-1]["at"] < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
