"""The game audit: a replay by the rules library, with every mismatch and every draw. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import muehle
from games.core.labels import why_illegal
from games.core.models.games import Game, PlayedMove
from games.core.queries import moves_of
from muehle import RULESETS, Claim, IllegalMove, Move, Position


@dataclass(frozen=True, slots=True)
class Fault:
    """A half-move at which what is stored is not what the rules make of it; `code` says in which way."""

    ply: int
    code: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """The counters after a half-move: how often the position has occurred, and half-moves without a mill."""

    ply: int
    notation: str
    seen: int
    quiet: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """A position that stood more than once, and after which half-moves."""

    plies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claimable:
    """From half-move `first` to `last` the side on move could have claimed a draw."""

    kind: Claim
    first: int
    last: int
    count: int
    needed: int


@dataclass(slots=True)
class Report:
    """The result of the game audit."""

    game: Game
    checked: list[Checked] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    repeated: list[Repeated] = field(default_factory=list)
    claimable: list[Claimable] = field(default_factory=list)

    @property
    def most_seen(self) -> int:
        return max((row.seen for row in self.checked), default=0)

    @property
    def most_quiet(self) -> int:
        return max((row.quiet for row in self.checked), default=0)

    @property
    def missed(self) -> list[Claimable]:
        """Draws that the rules gave and no player claimed."""
        taken = self.game.termination in (Game.Termination.REPETITION, Game.Termination.QUIET_LIMIT)
        return [each for each in self.claimable if not (taken and each.last == self.game.ply)]


def report_of(game: Game) -> Report:
    """Play the stored moves again from the first; one query. Never raises for what is stored."""
    moves, report = moves_of(game), Report(game)
    match, rest = _start(game, moves, report)
    places = {match.position.key: [match.ply]}
    for move in rest:
        if not _played(match, move, report):
            break
        _count(match, move, places, report)
    if rest and not report.faults and match.position.text != game.position:
        report.faults.append(Fault(game.ply, "end_differs", match.position.text))
    report.repeated = [Repeated(tuple(plies)) for plies in places.values() if len(plies) > 1]
    return report


def _start(game: Game, moves: Sequence[PlayedMove], report: Report) -> tuple[muehle.Game, Sequence[PlayedMove]]:
    """From the empty board, or from the first position that is stored."""
    rules = RULESETS[game.rules]
    if not moves or moves[0].ply == 1:
        return muehle.Game(rules), moves
    report.faults.append(Fault(moves[0].ply, "begins_late"))
    return muehle.Game(rules, Position.parse(moves[0].position), ply=moves[0].ply), moves[1:]


def _played(match: muehle.Game, move: PlayedMove, report: Report) -> bool:
    """Play it on, and say what is wrong with it; whether it makes sense to go on."""
    if move.ply != match.ply + 1:
        report.faults.append(Fault(match.ply + 1, "missing"))
        return False
    try:
        match.play(Move.parse(move.notation))
    except IllegalMove as error:
        report.faults.append(Fault(move.ply, "illegal", why_illegal(error)))
        return False
    if match.position.text != move.position:
        report.faults.append(Fault(move.ply, "position_differs", match.position.text))
        return False
    return True


def _count(match: muehle.Game, move: PlayedMove, places: dict[str, list[int]], report: Report) -> None:
    places.setdefault(match.position.key, []).append(move.ply)
    row = Checked(move.ply, move.notation, len(places[match.position.key]), match.position.quiet_half_moves)
    report.checked.append(row)
    for kind in Claim:
        proof = match.prove_claim(kind)
        if proof.holds and proof.needed is not None:
            _note(report, kind, move.ply, proof.count, proof.needed)


def _note(report: Report, kind: Claim, ply: int, count: int, needed: int) -> None:
    """Another half-move of a draw that could be claimed before, or of a new one."""
    last = next((each for each in reversed(report.claimable) if each.kind is kind), None)
    if last is not None and last.last == ply - 1:
        report.claimable.remove(last)
        report.claimable.append(Claimable(kind, last.first, ply, max(count, last.count), needed))
    else:
        report.claimable.append(Claimable(kind, ply, ply, count, needed))
