"""What the server can decide by itself: whether the rules make a draw of the game as it stands. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.core.models.events import Event
from games.core.models.games import Game
from games.core.queries import moves_of
from games.disputes import evidence
from games.disputes.models import Dispute
from games.play import loading
from games.play.events import DRAW_DECLINED
from games.play.models import DrawOffer
from muehle.draws import Claim, ClaimProof
from muehle.rulesets import DrawMode, Repetition

_CLAIMS = {
    Dispute.Category.DRAW: (Claim.REPETITION, Claim.QUIET_LIMIT),
    Dispute.Category.REPETITION: (Claim.REPETITION,),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether the claim holds, and the figures of each draw that was looked for."""

    proofs: tuple[ClaimProof, ...]

    @property
    def proven(self) -> ClaimProof | None:
        return next((proof for proof in self.proofs if proof.holds), None)

    @property
    def as_data(self) -> list[dict[str, Any]]:
        return [loading.proof_as_data(proof) | {"holds": proof.holds} for proof in self.proofs]


def found(game: Game, category: str) -> Finding | None:
    """What the engine says of a game that goes on; None where the dispute is about something else."""
    claims = _CLAIMS.get(Dispute.Category(category), ())
    if not claims or not game.is_ongoing:
        return None
    match = loading.resumed(game)
    return Finding(tuple(match.prove_claim(claim) for claim in claims))


def of_marked(game: Game, plies: Sequence[int]) -> dict[str, Any] | None:
    """What there is to say of the half-moves that a player has marked, whatever stands on the board by now, as JSON.

    `stood_after` are all half-moves after which the first one’s position stood, `claimable_after` those of them after
    which a draw could have been claimed. None where nothing is marked.
    """
    marked = evidence.marked_in(game, plies, moves_of(game)) if plies else None
    if marked is None:
        return None
    rules = game.ruleset
    may_claim = rules.draw_mode is DrawMode.CLAIM and rules.repetition is Repetition.POSITION
    return {
        "plies": [ply for ply, _notation, _color in marked.plies],
        "is_same": marked.is_same,
        "stood_after": marked.all_plies,
        "claimable_after": marked.all_plies[rules.repetition_limit - 1 :] if may_claim else [],
    }


def is_for_people(game: Game, player_id: int) -> bool:
    """Whether a claim that does not hold is a matter for an arbiter all the same: where draws are not automatic, and
    the opponent has refused one without a word of why, or has just moved instead of answering."""
    return game.ruleset.draw_mode is not DrawMode.AUTOMATIC and _was_refused_without_reason(game, player_id)


def _was_refused_without_reason(game: Game, player_id: int) -> bool:
    last = game.draw_offers.filter(offered_by=player_id).first()
    if last is None or last.status not in (DrawOffer.Status.DECLINED, DrawOffer.Status.LAPSED):
        return False
    if last.status == DrawOffer.Status.LAPSED:
        return _was_just_passed_over(game, last)
    answers = Event.objects.filter(game=game, type=DRAW_DECLINED, created_at__gte=last.created_at)
    said = answers.exclude(actor=player_id).values_list("data__reason", flat=True).first()
    return not said


def _was_just_passed_over(game: Game, offer: DrawOffer) -> bool:
    """Whether the opponent's last half-move was their answer, and they have offered nothing since."""
    is_own = (offer.ply % 2 == 0) == (offer.offered_by_id == game.white_id)
    answered_at_ply = offer.ply + 2 if is_own else offer.ply + 1
    return game.ply < answered_at_ply + 2 and not game.draw_offers.filter(pk__gt=offer.pk).exists()
