"""Whether somebody has proved lately that an account is theirs: by a login, a password or a second factor."""

import time
from typing import Final

from allauth.account.internal.flows.login import get_authentication_records
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

# Choices of the administration: whether an account has a password, and the button that takes it away.
NO_PASSWORDS: Final = {"usable_password", "unset-password"}


def is_fresh(request: HttpRequest) -> bool:
    """allauth says so of every session whose account has neither a password nor a second factor.

    Of guests it is true: their session is all that they have.
    """
    if getattr(request.user, "is_guest", False):
        return True
    proofs = [row for row in get_authentication_records(request, request.user) if row.get("reauthenticated")]
    return bool(proofs) and is_recent(proofs[-1]["at"])


def is_recent(moment: float) -> bool:
    """Whether a proof of this moment holds, and a request that was sent then still waits for one.

    An older request is dropped. Its owner may come to the proof for another reason, and not know what waits.
    """
    return time.time() - moment < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def say_dropped(request: HttpRequest) -> None:
    messages.warning(request, _("What you sent waited too long and was not carried out. Please send it again."))


def say_left(request: HttpRequest) -> None:
    """The proof was given for another page than the one that waited for it."""
    messages.warning(
        request, _("You moved on to another page, so what you sent before was not carried out. Please send it again.")
    )


def without_passwords(sent: QueryDict) -> str:
    """What is kept of a form that waits for a proof: no session holds a password, so the form asks for it once more."""
    kept = sent.copy()
    for name in sent:
        if "password" in name and name not in NO_PASSWORDS:
            del kept[name]
    return kept.urlencode()
