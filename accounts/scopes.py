"""Scopes of tokens, described for their owners."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    GAME_READ = "game:read", _("Read your games and events, also what only you may see")
    GAME_PLAY = "game:play", _("Play your games: move, offer and claim draws, resign")
    BOT_PLAY = "bot:play", _("Play by itself, where the account is a bot’s; and turn a new account into one")
    CHALLENGE_READ = "challenge:read", _("Read your challenges")
    CHALLENGE_WRITE = "challenge:write", _("Send, accept and decline challenges for you")
    MESSAGE_WRITE = "message:write", _("Write messages in your name")
    DISPUTE_WRITE = "dispute:write", _("Dispute your games, appeal verdicts and acknowledge warnings for you")
    PREFERENCE_READ = "preference:read", _("Read your preferences")
    PREFERENCE_WRITE = "preference:write", _("Change your preferences")
    RECORD_READ = "record:read", _("Read the records that you have brought along")
    RECORD_WRITE = "record:write", _("Bring along, name and delete records for you")
    EMAIL_READ = "email:read", _("Read your e-mail address")
    WEBHOOK_WRITE = "webhook:write", _("Have your events sent to other servers, also what only you may see")
    MODERATE = "moderate", _("Settle disputes of others for you, as far as your role on this site goes")


# Apps cannot get scopes for what cannot be undone: an account stays a bot, and a webhook goes on after its app was
# disconnected. Arbiters must not settle disputes by third-party programs.
FOR_APPS = [scope for scope in Scope if scope not in (Scope.BOT_PLAY, Scope.WEBHOOK_WRITE, Scope.MODERATE)]
