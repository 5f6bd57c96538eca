"""Claims: whether the rules make the game a draw as it stands, which the server decides by itself, or have made it one
before, which the server confirms for an arbiter. Reads only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.models.events import Event
from games.core.models.games import Game, PlayedMove
from games.core.queries import moves_of
from games.disputes import evidence
from games.disputes.models import Dispute
from games.play import loading
from games.play.events import DRAW_DECLINED
from games.play.models import DrawOffer
from muehle import Position
from muehle.draws import Claim, ClaimProof, quiet_limit_reached
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
    """The draws that the rules library proves or refutes in an ongoing game; None for disputes about something else."""
    claims = _CLAIMS.get(Dispute.Category(category), ())
    if not claims or not game.is_ongoing:
        return None
    match = loading.resumed(game)
    return Finding(tuple(match.prove_claim(claim) for claim in claims))


def of_marked(game: Game, plies: Sequence[int]) -> dict[str, Any] | None:
    """What there is to say of the half-moves that a player has marked, whatever stands on the board by now, as JSON.

    `stood_after` are all half-moves after which the first one’s position stood, `claimable_after` those of them after
    which a draw could have been claimed, `quiet_after` the marked ones after which the quiet limit was reached. None
    where nothing is marked.
    """
    moves = moves_of(game)
    marked = evidence.marked_in(game, plies, moves) if plies else None
    if marked is None:
        return None
    rules, known = game.ruleset, [ply for ply, _notation, _color in marked.plies]
    may_claim = rules.draw_mode is DrawMode.CLAIM and rules.repetition is Repetition.POSITION
    return {
        "plies": known,
        "is_same": marked.is_same,
        "stood_after": marked.all_plies,
        "claimable_after": marked.all_plies[rules.repetition_limit - 1 :] if may_claim else [],
        "quiet_after": _quiet_after(game, known, moves),
    }


def confirmed(game: Game, category: str, marked: dict[str, Any] | None) -> dict[str, Any] | None:
    """The draw that the marked half-moves show, which could have been claimed before: the `claim`, and the first `ply`
    after which it could. None where they show none, or where the category asks for another one.

    A draw of the position on the board is not meant here: the player on move claims it.
    """
    if marked is None:
        return None
    asked = _CLAIMS.get(Dispute.Category(category), ())
    is_one_position = marked["is_same"] or len(marked["plies"]) == 1
    if Claim.REPETITION in asked and is_one_position and marked["claimable_after"]:
        return _before(game, Claim.REPETITION, marked["claimable_after"][0])
    if Claim.QUIET_LIMIT in asked and marked["quiet_after"]:
        return _before(game, Claim.QUIET_LIMIT, marked["quiet_after"][0])
    return None


def on_the_board(game: Game, finding: Finding) -> dict[str, Any] | None:
    """The same for a draw of the position on the board; None where the finding proves none."""
    proof = finding.proven
    return {"claim": proof.kind.value, "ply": game.ply} if proof else None


def _before(game: Game, claim: Claim, ply: int) -> dict[str, Any] | None:
    return {"claim": claim.value, "ply": ply} if ply < game.ply or not game.is_ongoing else None


def _quiet_after(game: Game, plies: Sequence[int], moves: Iterable[PlayedMove]) -> list[int]:
    """Those of the half-moves after which the quiet limit was reached, where that is a draw to be claimed."""
    rules = game.ruleset
    if rules.draw_mode is not DrawMode.CLAIM:
        return []
    reached = {move.ply for move in moves if quiet_limit_reached(Position.parse(move.position).quiet_half_moves, rules)}
    return [ply for ply in plies if ply in reached]


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
