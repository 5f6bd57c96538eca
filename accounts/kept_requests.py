"""Requests that wait until their sender has proved who they are.

The session has them sealed, and without passwords: they may have secrets, such as the address of a chat app, that
nobody is to read in the database.

Somebody else may use the same session. So only the way on that the sender was given carries a request out: it names the
request after the `#`. Who proves who they are to see a page, or for another request, goes on without it.
"""

import json
import secrets
from dataclasses import dataclass
from typing import Any, Self

from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY
from allauth.account.utils import get_next_redirect_url
from allauth.core.internal.httpkit import deserialize_request, serialize_request
from cryptography.fernet import InvalidToken, MultiFernet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import resolve

from accounts import proofs
from kit import sealing


def keep(request: HttpRequest, *, callback: str = f"{__name__}.go_on") -> str:
    """Keep the request for `callback`, which allauth calls after the proof. Returns where the proof has to lead on."""
    request.POST = QueryDict(proofs.without_passwords(request.POST))
    address, name = request.get_full_path(), f"kept-{secrets.token_urlsafe(9)}"
    text = json.dumps([address, name, serialize_request(request)])
    state = {"sealed": _fernet(request).encrypt(text.encode()).decode()}
    request.session[STATE_SESSION_KEY] = {"callback": callback, "state": state}
    return f"{address}#{name}"


@dataclass(frozen=True, slots=True)
class Kept:
    address: str
    name: str
    request: str
    is_recent: bool

    @classmethod
    def of(cls, request: HttpRequest, state: dict[str, Any]) -> Self | None:
        """What is kept; None if it was sealed with a key that there is no more, or kept by a former version."""
        fernet, sealed = _fernet(request), state.get("sealed", "")
        try:
            address, name, kept = json.loads(fernet.decrypt(sealed))
        except (InvalidToken, ValueError):
            return None
        return cls(address, name, kept, proofs.is_recent(fernet.extract_timestamp(sealed)))

    @property
    def way_on(self) -> str:
        """Where the proof leads if it was given for this request."""
        return f"{self.address}#{self.name}"

    @property
    def sent(self) -> str:
        return str(json.loads(self.request)["POST"])


def go_on(request: HttpRequest, state: dict[str, Any]) -> HttpResponse:
    """Do what has waited. If the proof was given for another page, it is dropped."""
    kept, wanted = Kept.of(request, state), get_next_redirect_url(request)
    if kept is not None and kept.is_recent and wanted == kept.way_on:
        again = deserialize_request(kept.request, request)
        match = resolve(again.path_info)
        answer: HttpResponse = match.func(again, *match.args, **match.kwargs)
        return answer
    say = proofs.say_left if kept is not None and kept.is_recent else proofs.say_dropped
    say(request)
    return HttpResponseRedirect(wanted or (kept.address if kept else "/"))


def _fernet(request: HttpRequest) -> MultiFernet:
    return sealing.fernet("accounts.kept_requests", str(request.user.pk))
