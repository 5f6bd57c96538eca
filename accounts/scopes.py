"""Scopes of tokens, described for their owners."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    GAME_READ = "game:read", _("Read your games, messages, notes and events, including what only you can see")
    GAME_PLAY = (
        "game:play",
        _("Play your games: move, offer and claim draws, resign; set conditional moves, plan leave, and write notes"),
    )
    BOT_PLAY = "bot:play", _("Play automatically if this is a bot account, and turn a new account into a bot account")
    CHALLENGE_READ = "challenge:read", _("Read your challenges")
    CHALLENGE_WRITE = "challenge:write", _("Send, accept and decline challenges for you; create invitation links")
    MESSAGE_WRITE = "message:write", _("Write messages in your name, to opponents and spectators")
    DISPUTE_WRITE = (
        "dispute:write",
        _("Open disputes about your games, report players, appeal decisions and acknowledge warnings for you"),
    )
    PREFERENCE_READ = "preference:read", _("Read your preferences and see who you have blocked or muted")
    PREFERENCE_WRITE = (
        "preference:write",
        _("Change your display name, language and appearance, and which notifications you get by bell, email and push"),
    )
    RELATION_WRITE = "relation:write", _("Block and mute players for you, and undo this")
    RECORD_READ = "record:read", _("Read your imported games")
    RECORD_WRITE = "record:write", _("Import, rename and delete games for you")
    EMAIL_READ = "email:read", _("Read your email address")
    WEBHOOK_WRITE = (
        "webhook:write",
        _(
            "Have your events and deadlines sent elsewhere, including what only you can see: by webhooks, "
            "push, chat apps and the calendar feed"
        ),
    )


# Apps cannot get scopes for what a player would not get rid of by disconnecting them: an account stays a bot, a block
# stays, and a webhook goes on.
NEVER_FOR_APPS = (Scope.BOT_PLAY, Scope.RELATION_WRITE, Scope.WEBHOOK_WRITE)
# Guests have no tokens; this is what the pages may do for them. See accounts/api/permissions.py.
FOR_GUESTS = (
    Scope.GAME_READ,
    Scope.GAME_PLAY,
    Scope.CHALLENGE_READ,
    Scope.CHALLENGE_WRITE,
    Scope.MESSAGE_WRITE,
    Scope.PREFERENCE_READ,
    Scope.RELATION_WRITE,
)
FOR_APPS = [scope for scope in Scope if scope not in NEVER_FOR_APPS]
