"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "messages.ndjson",
        _("messages in your games, yours and those of your opponents"),
        of="chat.Message.author",
        or_by=("game__white", "game__black"),
        columns="game=game_id author=author__username ply text canned created_at",
    ),
    table(
        "spectator-messages.ndjson",
        _("what you have written in the spectator chat"),
        of="chat.SpectatorMessage.author",
        columns="game=game_id ply text created_at deleted_at",
    ),
    table(
        "notes.ndjson",
        _("your notes on games"),
        of="chat.Note.author",
        columns="game=game_id text revealed updated_at",
    ),
)


erasure.add(gone=("chat.Note.author",))
