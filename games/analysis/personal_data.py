"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy import erasure
from accounts.privacy.parts import Part, add, table
from games.analysis.exports.choice import GameSelection
from games.analysis.exports.pieces import pieces
from games.analysis.exports.texts import ExportFormat, GameWriter


def _games_of(user: User) -> Iterator[bytes]:
    return pieces(
        GameSelection(player=user, oldest_first=True), GameWriter(form=ExportFormat.NDJSON, viewer_id=user.pk)
    )


add(
    Part(
        file="games.ndjson",
        about=_("your games with all their moves"),
        content=_games_of,
        covers=tuple(f"core.Game.{name}" for name in ("white", "black", "on_move", "draw_offered_by")),
    ),
    table(
        "records.ndjson",
        _("games that you have imported"),
        of="analysis.Record.owner",
        columns="number title note white black tags rules start moves ply position result termination notation "
        "imported_at",
    ),
)


erasure.add(gone=("analysis.Record.owner",))
