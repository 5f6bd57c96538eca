"""How the scenes come about: every action in its order, at its time."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from random import Random

import time_machine
from allauth.account.models import EmailAddress

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat import messages
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.core.queries import current_game
from games.disputes import assignment, filing, verdicts
from games.disputes.models import Dispute
from games.disputes.verdict_kinds import Verdict
from games.disputes.verdicts import Decision
from games.notifications import delivery
from games.play.actions import abort, accept_draw, claim_draw, offer_draw, play_move, resign
from games.play.timeouts import settle
from kit import database_time
from muehle import STANDARD, Color, Record, parse_record, split_records
from tools.demo.scenes import DAY, HOUR, Call, Scene

# A story yields the time of each of its actions just before it does it.
Story = Iterator[datetime]
# The longest time for a move in a demo; every clock in it leaves more.
SHORTEST_THOUGHT, LONGEST_THOUGHT = timedelta(minutes=9), 14 * HOUR
# No mails are sent about what happened longer ago.
UNTOLD = 10 * HOUR


def tell(stories: list[Story]) -> None:
    """Let everything happen in the order of time, in one sweep over all the stories."""
    queue = [(next(story), number, story) for number, story in enumerate(stories)]
    heapq.heapify(queue)
    while queue:
        at, number, story = heapq.heappop(queue)
        with database_time.process_clock(), time_machine.travel(at, tick=False):
            later = next(story, None)
        if later is not None:
            heapq.heappush(queue, (later, number, story))


@cache
def records() -> dict[str, Record]:
    """The recorded games by the name in their Event tag; `begun` has no moves."""
    text = files("tools.demo").joinpath("records.txt").read_text(encoding="utf-8")
    games = [parse_record(game) for _line, game in split_records(text)]
    return {game.tags["Event"]: game for game in games} | {"begun": Record({"Variant": STANDARD.name})}


def of_game(scene: Scene, people: dict[str, User], *, now: datetime) -> Story:
    """From the challenge to the last action, which lies `scene.ago` before now."""
    white, black, record = people[scene.white], people[scene.black], records()[scene.record]
    thoughts = _thoughts(scene, count=len(record.moves))
    at = now - scene.ago - _after_the_moves(scene) - sum(thoughts, timedelta())
    yield at - 5 * HOUR
    agreement = Agreement(
        rules=record.tags["Variant"], rated=scene.rated, clock=scene.clock, total_days=scene.total_days
    )
    if scene.ending == "timeout":
        # With leave an emergency day would save what is to be lost.
        agreement = replace(agreement, leave_days=0)
    asked = actions.challenge_player(white, black, Proposal(agreement=agreement, colour="white"))
    yield at
    game = actions.accept_challenge(asked.number, black).game
    assert game is not None
    for ply, (move, thought) in enumerate(zip(record.moves, thoughts, strict=True), start=1):
        at += thought
        yield at
        last = ply == len(record.moves)
        offer = scene.offer if last else ""
        mover = white if ply % 2 else black
        play_move(game.pk, mover, str(move), ply=ply, offer_draw=bool(offer), message=offer)
        for minutes, (_ply, name, text) in enumerate(said for said in scene.says if said[0] == ply):
            yield at + timedelta(minutes=minutes + 1)
            messages.send_message(game.pk, people[name], text)
    yield from _ending(scene, game.pk, white, black, at=at)


def _thoughts(scene: Scene, *, count: int) -> list[timedelta]:
    """How long each half-move took; the same on every run."""
    random = Random(f"{scene.record} {scene.white} {scene.black}")
    span = LONGEST_THOUGHT - SHORTEST_THOUGHT
    return [SHORTEST_THOUGHT + span * random.random() ** 2 for _half_move in range(count)]


def _after_the_moves(scene: Scene) -> timedelta:
    """What passes between the last move and the end."""
    if scene.ending == "timeout":
        # Of a clock that carries over, less may be left.
        assert not scene.clock.carries_over
        return timedelta(seconds=scene.clock.initial_seconds, minutes=1)
    return 3 * HOUR if scene.ending else timedelta()


def _ending(scene: Scene, number: int, white: User, black: User, *, at: datetime) -> Story:
    if not scene.ending:
        return
    yield at + _after_the_moves(scene)
    if scene.ending == "timeout":
        settle(number)
    elif scene.ending == "abort":
        abort(number, white)
    elif scene.ending == "resign":
        resign(number, white)
    elif scene.ending == "resign_black":
        resign(number, black)
    elif scene.ending == "claim":
        on_move = white if current_game(number).turn is Color.WHITE else black
        claim_draw(number, on_move, claim="repetition")
    else:
        offer_draw(number, white, reason="Remis?")
        accept_draw(number, black)


def of_call(call: Call, people: dict[str, User], *, now: datetime) -> Story:
    """A challenge and what became of it."""
    at = now - call.ago
    yield at
    if call.to:
        number = actions.challenge_player(people[call.by], people[call.to], call.proposal).number
    else:
        number = actions.challenge_anyone(people[call.by], call.proposal).number
    if call.answer:
        yield at + actions.LIFETIME if call.answer == "expire" else at + 6 * HOUR
    if call.answer == "decline":
        actions.decline_challenge(number, people[call.to], reason=call.reason)
    elif call.answer == "cancel":
        actions.cancel_challenge(number, people[call.by])
    elif call.answer == "expire":
        actions.expire_challenges()


def of_addresses(people: Iterable[User], *, now: datetime) -> Story:
    """Everybody confirms the address once the notifications of the past are dealt with, so there is little mail."""
    yield now - UNTOLD
    while delivery.dispatch():
        pass
    for user in people:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def of_rematch(asker: User, *, opponent: User, now: datetime) -> Story:
    """The loser of an ended game asks for another one."""
    yield now - 90 * timedelta(minutes=1)
    game = asker.games_as_white.filter(black=opponent).exclude(status="ongoing").latest("finished_at")
    actions.ask_rematch(game.pk, asker)


def of_dispute_decided(arbiter: User, *, now: datetime) -> Story:
    """A player disputes a loss on time, and learns why the game was lost."""
    yield now - 2 * DAY
    lost = Game.objects.filter(termination=Game.Termination.TIMEOUT).select_related("white", "black").latest("number")
    loser = lost.black if lost.result == Game.Result.WHITE_WON else lost.white
    words = "I had moved in the evening, I am quite sure."
    number = filing.open_dispute(lost.pk, loser, category=Dispute.Category.TIMEOUT, text=words).number
    yield now - 30 * HOUR
    assignment.take_case(number, arbiter)
    yield now - 29 * HOUR
    reason = "No move has reached the server before the deadline, and the notification was sent a day before it."
    verdicts.decide(number, arbiter, Decision(verdict=Verdict.DISMISSED, reason=reason))


def of_dispute_open(player: User, *, opponent: User, now: datetime) -> Story:
    """A case without an arbiter."""
    yield now - 5 * HOUR
    game = Game.objects.ongoing().filter(white=player, black=opponent).latest("number")
    words = "Er zieht immer erst kurz vor Schluss, seit er schlecht steht."
    filing.open_dispute(game.pk, player, category=Dispute.Category.STALLING, text=words)
