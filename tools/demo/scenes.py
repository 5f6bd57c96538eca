"""What the demo shows: who plays whom, how far the game has come, and what else lies on the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from games.challenges.actions import Proposal
from games.core.models.terms import Agreement
from muehle import STANDARD
from muehle.clocks import TimeControl
from muehle.clocks.days_per_move import DaysPerMove
from muehle.clocks.fischer import FischerBank
from muehle.clocks.total_time import TotalTime
from muehle.rulesets import APPLET, BRETTSPIELNETZ, CLASSIC, PINK_GREEN

THREE_DAYS, BANK, MONTH = DaysPerMove(3), FischerBank(), TotalTime()
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A game. `record` names its moves in records.txt, `ago` is how long ago the last thing happened in it.

    `ending` is what ended it, where the moves did not; `says` are messages: after which half-move, who, what.
    """

    record: str
    white: str
    black: str
    ago: timedelta
    clock: TimeControl = THREE_DAYS
    rated: bool = True
    total_days: int | None = None
    ending: str = ""
    offer: str = ""
    says: tuple[tuple[int, str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A challenge that led to no game. `to` is empty for a seat in the lobby; `answer` is what became of it."""

    by: str
    proposal: Proposal
    to: str = ""
    ago: timedelta = 5 * HOUR
    answer: str = ""
    reason: str = ""


def terms(
    rules: str = STANDARD.name, clock: TimeControl = THREE_DAYS, *, rated: bool = True, total_days: int | None = None
) -> Agreement:
    return Agreement(rules=rules, clock=clock, rated=rated, total_days=total_days)


# Who won how, long ago; it gives everybody a past and a rating.
ENDED = (
    Scene(record="stones-white", white="anna", black="bert", ago=40 * DAY),
    Scene(record="stones-black", white="clara", black="anna", ago=33 * DAY, clock=DaysPerMove(2)),
    Scene(record="stones-classic", white="felix", black="greta", ago=31 * DAY),
    Scene(record="repetition", white="david", black="anna", ago=26 * DAY),
    Scene(record="sequence", white="emma", black="felix", ago=24 * DAY, clock=BANK),
    Scene(
        record="blocked",
        white="hugo",
        black="anna",
        ago=12 * DAY,
        clock=DaysPerMove(2),
        says=((42, "hugo", "Walled in on all sides. I did not see that coming!"), (42, "anna", "Nochmal?")),
    ),
    Scene(record="quiet-limit", white="bert", black="clara", ago=9 * DAY, clock=DaysPerMove(1)),
    Scene(record="resigned", white="anna", black="emma", ago=6 * DAY, ending="resign", clock=DaysPerMove(2)),
    Scene(record="agreed", white="greta", black="anna", ago=4 * DAY, ending="agree", clock=BANK, rated=False),
    Scene(record="timed-out", white="felix", black="anna", ago=3 * DAY, ending="timeout", clock=DaysPerMove(1)),
    Scene(record="claimable", white="hugo", black="bert", ago=2 * DAY, ending="claim"),
    Scene(record="begun", white="emma", black="anna", ago=30 * HOUR, ending="abort"),
)


def _season() -> Iterator[Scene]:
    """A year of games that one side gives up early, so that ratings have a history."""
    random = Random("season")
    # The weakest first: who loses most.
    players = ("hugo", "clara", "felix", "anna")
    for days in (*range(365, 120, -8), *range(120, 45, -2)):
        white, black = random.sample(players, 2)
        chance = 0.5 + 0.14 * (players.index(black) - players.index(white))
        ending = "resign" if random.random() < chance else "resign_black"
        record = random.choice(("placing", "moving", "zwickmuehle"))
        yield Scene(record=record, white=white, black=black, ago=days * DAY, ending=ending)


SEASON = tuple(_season())

ONGOING = (
    # Anna is to move, most urgent first.
    Scene(record="zwickmuehle", white="anna", black="bert", ago=44 * HOUR, clock=DaysPerMove(2)),
    Scene(
        record="moving",
        white="clara",
        black="anna",
        ago=13 * HOUR,
        clock=DaysPerMove(1),
        offer="Da kommt keiner von uns mehr weiter, oder?",
        says=((12, "anna", "Schöne Eröffnung."), (13, "clara", "Danke, die habe ich von dir.")),
    ),
    Scene(record="flying", white="anna", black="felix", ago=20 * HOUR, clock=MONTH),
    Scene(record="nearly-drawn", white="david", black="anna", ago=7 * HOUR, clock=BANK),
    Scene(record="claimable", white="greta", black="anna", ago=9 * HOUR, clock=DaysPerMove(5), rated=False),
    Scene(record="placing", white="emma", black="anna", ago=2 * HOUR, clock=DaysPerMove(7)),
    # Her opponents are.
    Scene(record="moving-classic", white="anna", black="greta", ago=26 * HOUR),
    Scene(record="moving-applet", white="felix", black="anna", ago=3 * HOUR, clock=DaysPerMove(14), total_days=90),
    Scene(record="moving-brett", white="anna", black="hugo", ago=30 * HOUR, clock=BANK),
    Scene(record="begun", white="bert", black="anna", ago=HOUR),
    # And others among themselves.
    Scene(record="placing-pink", white="clara", black="hugo", ago=11 * HOUR),
    Scene(record="moving", white="emma", black="david", ago=6 * HOUR, clock=BANK),
    Scene(record="flying", white="greta", black="bert", ago=15 * HOUR),
)

CALLS = (
    Call(
        by="david",
        to="anna",
        proposal=Proposal(agreement=terms(PINK_GREEN.name), message="Fancy the pink ones? Fridays are slow here."),
    ),
    Call(by="anna", to="hugo", proposal=Proposal(agreement=terms(clock=BANK), colour="white")),
    Call(by="anna", proposal=Proposal(agreement=terms(CLASSIC.name, DaysPerMove(2)), message="Gern auch Anfänger.")),
    Call(by="bert", proposal=Proposal(agreement=terms(total_days=60), colour="black"), ago=2 * HOUR),
    Call(
        by="clara",
        proposal=Proposal(agreement=terms(clock=DaysPerMove(1)), min_rating=1700, message="Bitte zügig spielen."),
        ago=8 * HOUR,
    ),
    Call(by="emma", proposal=Proposal(agreement=terms(APPLET.name, BANK), min_reliability=95), ago=20 * HOUR),
    Call(by="felix", proposal=Proposal(agreement=terms(BRETTSPIELNETZ.name, DaysPerMove(5), rated=False)), ago=DAY),
    Call(
        by="hugo",
        proposal=Proposal(agreement=terms(PINK_GREEN.name, MONTH), message="No hurry at all."),
        ago=3 * DAY,
    ),
    # A lobby with something for everybody.
    *(
        Call(by=by, proposal=Proposal(agreement=terms(rules, clock, rated=rated), colour=colour), ago=ago * HOUR)
        for by, rules, clock, rated, colour, ago in (
            ("david", STANDARD.name, DaysPerMove(3), False, "lot", 1),
            ("greta", STANDARD.name, DaysPerMove(1), False, "white", 3),
            ("hugo", STANDARD.name, DaysPerMove(3), True, "lot", 5),
            ("emma", STANDARD.name, DaysPerMove(7), False, "lot", 6),
            ("bert", CLASSIC.name, DaysPerMove(3), False, "black", 9),
            ("clara", STANDARD.name, BANK, True, "lot", 11),
            ("felix", STANDARD.name, DaysPerMove(14), True, "white", 14),
            ("greta", APPLET.name, DaysPerMove(2), True, "lot", 19),
            ("david", BRETTSPIELNETZ.name, DaysPerMove(3), True, "lot", 26),
            ("emma", PINK_GREEN.name, DaysPerMove(5), False, "white", 30),
            ("bert", STANDARD.name, DaysPerMove(1), True, "lot", 42),
            ("clara", STANDARD.name, DaysPerMove(3), False, "black", 50),
            ("hugo", CLASSIC.name, DaysPerMove(7), True, "lot", 60),
        )
    ),
    Call(
        by="anna",
        to="emma",
        proposal=Proposal(agreement=terms(clock=DaysPerMove(1))),
        ago=8 * DAY,
        answer="decline",
        reason="One day a move is too quick for me, sorry.",
    ),
    Call(by="greta", to="bert", proposal=Proposal(agreement=terms()), ago=5 * DAY, answer="cancel"),
    Call(by="felix", proposal=Proposal(agreement=terms(APPLET.name)), ago=20 * DAY, answer="expire"),
)
