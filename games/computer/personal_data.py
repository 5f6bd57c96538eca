"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from django.utils.translation import gettext_lazy as _

from accounts.privacy import erasure
from accounts.privacy.parts import add, table

add(
    table(
        "computer-games.ndjson",
        _("your games against computers, and when they answer"),
        of="computer.ComputerGame.player",
        columns="game=game_id answers due_at moves_at served_at",
    ),
)


erasure.add(gone=("computer.ComputerGame.player",))
