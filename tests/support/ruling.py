"""How tests let arbiters decide: who they are, and a case taken and closed by the domain’s own means."""

from collections.abc import Callable

from accounts.models import User
from games.core.models.games import Game
from games.disputes import assignment, filing, verdicts
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.disputes.verdicts import Decision

Staff = Callable[[str, str], User]


def dispute_about(game: Game, player: User) -> Dispute:
    """A dispute that the player opens about the game."""
    return filing.open_dispute(game.number, player, category="other", text="Look.")


def decided(
    dispute: Dispute | int, arbiter: User, verdict: Verdict, *, reason: str = "Seen.", **more: object
) -> Dispute:
    """The dispute, or the one of this number, after the arbiter has taken and decided it; `more` as in a Decision."""
    number = dispute if isinstance(dispute, int) else dispute.number
    assignment.take_case(number, arbiter)
    return verdicts.decide(number, arbiter, Decision(verdict=verdict, reason=reason, **more))  # type: ignore[arg-type]
