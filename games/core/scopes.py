"""Scopes for games, and for what sends news of them elsewhere."""

from django.utils.translation import gettext_lazy as _

from kit.scopes import Scope, declare

BOT_PLAY = declare(
    Scope(
        name="bot:play",
        label=_("Play automatically if this is a bot account, and turn a new account into a bot account"),
        order=30,
        is_for_apps=False,
    )
)
GAME_READ = declare(
    Scope(
        name="game:read",
        label=_("Read your games, messages, notes and events, including what only you can see"),
        order=10,
        is_for_guests=True,
    )
)
GAME_PLAY = declare(
    Scope(
        name="game:play",
        label=_(
            "Play your games: move, offer and claim draws, resign; set conditional moves, plan leave, and write notes"
        ),
        order=20,
        is_for_guests=True,
        of_bots=BOT_PLAY,
    )
)
WEBHOOK_WRITE = declare(
    Scope(
        name="webhook:write",
        label=_(
            "Have your events and deadlines sent elsewhere, including what only you can see: by webhooks, "
            "push, chat apps and the calendar feed"
        ),
        order=140,
        is_for_apps=False,
    )
)
