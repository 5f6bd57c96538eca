"""Personal data of this app: what is exported for its owner, and what is erased with the account."""

from contextlib import suppress

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy import erasure
from accounts.privacy.parts import add, table
from games.core.models.games import Game
from games.play.actions import abort, resign
from games.play.errors import AbortedTooOften, AbortTooLate, GameFrozen
from kit.errors import Refusal

add(
    table(
        "draw-offers.ndjson",
        _("draw offers in your games"),
        of="play.DrawOffer.offered_by",
        or_by=("game__white", "game__black"),
        columns="game=game_id offered_by=offered_by__username ply reason status created_at answered_at",
    ),
    table(
        "time-gifts.ndjson",
        _("time given in your games"),
        of="play.TimeGift.given_by",
        or_by=("game__white", "game__black"),
        columns="game=game_id given_by=given_by__username ply seconds created_at",
    ),
    table(
        "takebacks.ndjson",
        _("take-back requests in your games"),
        of="play.Takeback.asked_by",
        or_by=("game__white", "game__black"),
        columns="game=game_id asked_by=asked_by__username ply status moves created_at answered_at",
    ),
    table(
        "conditional-moves.json",
        _("your conditional moves"),
        of="play.ConditionalMoves.player",
        columns="game=game_id lines programme updated_at",
    ),
    table(
        "deadline-steps.json",
        _("when you are notified of deadlines"),
        of="play.DeadlineSteps.user",
        columns="hours",
    ),
)


def _running(user: User) -> int:
    return Game.objects.ongoing().of(user.pk).count()


def _leave(user: User) -> None:
    """End every game, unless another process has ended it before."""
    for number in Game.objects.ongoing().of(user.pk).order_by("number").values_list("number", flat=True):
        with suppress(Refusal):
            _give_up(number, user)


def _give_up(number: int, user: User) -> None:
    """Abort the game if that is allowed, so that a game that has hardly begun has no winner; else resign."""
    try:
        abort(number, user)
    except (AbortTooLate, AbortedTooOften, GameFrozen):
        resign(number, user)


erasure.add(
    gone=("play.ConditionalMoves.player", "play.DeadlineSteps.user"),
    running=_running,
    leave=_leave,
    is_left=lambda user: not _running(user),
)
