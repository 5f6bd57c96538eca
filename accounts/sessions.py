"""What is kept of sign-ins: browser sessions, and the list of them that their owner sees."""

from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef


def delete_ended() -> None:
    """Delete sessions that have run out, and their lines in the owners' lists."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(alive)).delete()
