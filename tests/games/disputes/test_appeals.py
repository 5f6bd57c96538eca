"""What an arbiter has decided: who may have it decided again, by whom, and when it is a new matter."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine

from accounts.models import User
from games.core.models.events import UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, filing, presenters, verdicts
from games.disputes.errors import AppealTooLate, DisputeDecided, DisputeOpen
from games.disputes.models import AuditEntry, Dispute
from games.disputes.verdict_kinds import Verdict
from games.disputes.verdicts import Decision
from games.play.actions import decline_draw, offer_draw, resign
from games.play.errors import VerdictImpossible
from games.play.timeouts import settle
from games.players import sanctions
from games.players.models import Sanction
from kit.errors import Refusal
from tests.conftest import NOON
from tests.support.playing import SHUFFLE, SHUFFLING, fresh, play, stand_at, unchanged
from tests.support.ruling import decided

Begin = Callable[..., Game]
DAY = timedelta(days=1)


@pytest.fixture
def even(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User) -> Game:
    """Bert has declined a draw without a word of why."""
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna, reason="Nobody can win this.")
    decline_draw(game.number, bert)
    return fresh(game)


def opened(game: Game, player: User, category: str) -> Dispute:
    return filing.open_dispute(game.number, player, category=category, text="Look at this.")


# --- The same matter --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "again"),
    [("draw", "draw"), ("draw", "repetition"), ("stalling", "stalling"), ("other", "other"), ("computer_help",) * 2],
)
def test_what_an_arbiter_has_decided_is_appealed_and_not_opened_again(
    even: Game, anna: User, arbiter: User, first: str, again: str
) -> None:
    verdict = decided(opened(even, anna, first), arbiter, Verdict.DISMISSED)

    with unchanged(), pytest.raises(DisputeDecided) as refusal:
        opened(even, anna, again)

    assert refusal.value.details == {"dispute": verdict.number, "appeal_until": NOON + 14 * DAY}
    assert str(refusal.value) == ("An arbiter has already decided this. You can appeal until Mon 16 Mar, 12:00.")


def test_what_was_appealed_is_final(
    clock: time_machine.Traveller, even: Game, anna: User, arbiter: User, iris: User
) -> None:
    verdict = decided(opened(even, anna, "other"), arbiter, Verdict.DISMISSED)
    appeal = decided(filing.appeal(verdict.number, anna, text="Look again."), iris, Verdict.DISMISSED)

    with unchanged(), pytest.raises(DisputeDecided, match=r"it is too late to appeal") as refusal:
        opened(even, anna, "other")

    assert refusal.value.details == {"dispute": appeal.number, "appeal_until": None}


def test_a_verdict_that_nobody_appealed_in_time_is_final(
    clock: time_machine.Traveller, even: Game, anna: User, arbiter: User
) -> None:
    resign(even.number, anna)
    decided(opened(even, anna, "other"), arbiter, Verdict.DISMISSED)
    clock.shift(15 * DAY)

    with unchanged(), pytest.raises(DisputeDecided) as refusal:
        opened(even, anna, "other")

    assert refusal.value.details["appeal_until"] is None


def test_what_came_afterwards_is_a_matter_of_its_own(
    clock: time_machine.Traveller, even: Game, anna: User, bert: User, arbiter: User
) -> None:
    decided(opened(even, anna, "other"), arbiter, Verdict.DISMISSED)
    assert opened(even, bert, "other").is_pending
    assert opened(even, anna, "stalling").is_pending

    clock.shift(DAY)
    play(even, "a7-d7")
    filing.withdraw_dispute(Dispute.objects.get(opened_by=anna, status="open").number, anna)

    assert opened(even, anna, "other").is_pending


def test_another_dispute_keeps_nobody_from_appealing(even: Game, anna: User, arbiter: User) -> None:
    verdict = decided(opened(even, anna, "other"), arbiter, Verdict.DISMISSED)
    beside = opened(even, anna, "stalling")

    appeal = filing.appeal(verdict.number, anna, text="Look again.")

    assert set(Dispute.objects.pending()) == {beside, appeal}


@pytest.mark.parametrize("category", ["draw", "repetition"])
def test_what_waits_as_an_appeal_is_not_opened_beside_it(
    clock: time_machine.Traveller, even: Game, anna: User, arbiter: User, category: str
) -> None:
    verdict = decided(opened(even, anna, "draw"), arbiter, Verdict.DISMISSED)
    filing.appeal(verdict.number, anna, text="Look again.")

    with unchanged(), pytest.raises(DisputeOpen):
        opened(even, anna, category)
    assert opened(even, anna, "other").is_pending


def test_messages_are_new_ones_every_time(even: Game, anna: User, arbiter: User) -> None:
    decided(opened(even, anna, "abuse"), arbiter, Verdict.DISMISSED)

    assert opened(even, anna, "abuse").is_pending


def test_what_the_server_has_refuted_can_be_claimed_again(begin: Begin, anna: User) -> None:
    game = play(stand_at(begin(Agreement(rules="brettspielnetz")), SHUFFLING), *SHUFFLE)

    assert [opened(game, anna, "draw").verdict for _each in "12"] == ["refuted", "refuted"]


@pytest.mark.casual
def test_a_second_loss_on_time_is_another_than_the_first(
    clock: time_machine.Traveller, game: Game, anna: User, arbiter: User
) -> None:
    clock.shift(4 * DAY)
    settle(game.number)
    decided(opened(game, anna, "timeout"), arbiter, Verdict.RESUMED)
    clock.shift(4 * DAY)
    settle(game.number)

    assert decided(opened(game, anna, "timeout"), arbiter, Verdict.DISMISSED).decided_at == NOON + 8 * DAY
    with unchanged(), pytest.raises(DisputeDecided):
        opened(game, anna, "timeout")


# --- Who hears how it ended -------------------------------------------------------------------------------------------


def told_of_verdicts(player: User) -> list[int]:
    rows = UserEvent.objects.filter(user=player, event__type="dispute_decided").order_by("seq")
    return [row.event.data["dispute"] for row in rows.select_related("event")]


@pytest.mark.parametrize("verdict", [Verdict.DISMISSED, Verdict.WARNED])
def test_who_has_read_a_verdict_hears_what_the_appeal_made_of_it(
    game: Game, anna: User, bert: User, arbiter: User, iris: User, verdict: Verdict
) -> None:
    warning = decided(opened(game, anna, "abuse"), arbiter, Verdict.WARNED, against=bert)
    appeal = filing.appeal(warning.number, bert, text="She began.")
    assert appeal not in presenters.disputes_for(anna)

    decided(appeal, iris, verdict, against=bert if verdict == Verdict.WARNED else None)

    assert told_of_verdicts(anna) == [warning.number, appeal.number]
    for player in (anna, bert):
        assert list(presenters.disputes_for(player)) == [appeal, warning]
    shown = presenters.dispute_for(appeal.number, anna)
    assert (shown.concerns(anna.pk), shown.text_for(anna.pk), shown.text_for(bert.pk)) == (True, "", "She began.")


def test_of_an_appeal_that_changes_nothing_who_never_heard_of_it_still_does_not(
    game: Game, anna: User, bert: User, arbiter: User, iris: User
) -> None:
    verdict = decided(opened(game, anna, "abuse"), arbiter, Verdict.DISMISSED)

    appeal = decided(filing.appeal(verdict.number, anna, text="Look again."), iris, Verdict.DISMISSED)

    assert (told_of_verdicts(anna), told_of_verdicts(bert)) == ([verdict.number, appeal.number], [])
    assert (list(presenters.disputes_for(bert)), appeal.concerns(bert.pk)) == ([], False)


# --- What a verdict has imposed ---------------------------------------------------------------------------------------

IMPOSED = [(Verdict.WARNED, 0), (Verdict.MUTED, 30), (Verdict.SUSPENDED, 300)]


@pytest.fixture
def attacked(even: Game, anna: User, bert: User, arbiter: User, request: pytest.FixtureRequest) -> Dispute:
    """Bert appeals against the sanction."""
    verdict, days = request.param
    complaint = decided(opened(even, anna, "abuse"), arbiter, verdict, against=bert, days=days)
    return filing.appeal(complaint.number, bert, text="She began.")


def is_held(player: User, game: Game) -> bool:
    """Whether anything keeps the player from writing, or from the next move."""
    held = (
        partial(sanctions.require_may_write, player.pk),
        partial(sanctions.require_acknowledged, fresh(game), player),
    )
    return any(_refuses(action) for action in held)


def _refuses(action: Callable[[], None]) -> bool:
    try:
        action()
    except Refusal:
        return True
    return False


@pytest.mark.parametrize("attacked", IMPOSED, indirect=True)
@pytest.mark.parametrize("verdict", [Verdict.LIFTED, Verdict.RESUMED])
def test_another_verdict_lifts_what_the_first_has_imposed(
    even: Game, attacked: Dispute, bert: User, iris: User, verdict: Verdict
) -> None:
    assert is_held(bert, even)

    decided(attacked, iris, verdict)

    assert not is_held(bert, even)
    sanction = Sanction.objects.get()
    assert (sanction.lifted_at, sanction.acknowledged_at) == (NOON, NOON)
    assert AuditEntry.objects.latest("id").after["lifted"] == sanction.kind


@pytest.mark.parametrize("attacked", IMPOSED, indirect=True)
def test_an_appeal_that_is_dismissed_lifts_nothing(even: Game, attacked: Dispute, bert: User, iris: User) -> None:
    decided(attacked, iris, Verdict.DISMISSED)

    assert is_held(bert, even)
    assert Sanction.objects.get().lifted_at is None


@pytest.mark.parametrize("attacked", IMPOSED, indirect=True)
def test_a_shorter_sanction_takes_the_place_of_the_first(
    clock: time_machine.Traveller, even: Game, attacked: Dispute, bert: User, iris: User
) -> None:
    decided(attacked, iris, Verdict.MUTED, against=bert, days=2)

    assert is_held(bert, even)
    clock.shift(3 * DAY)
    assert not is_held(bert, even)


def test_where_nothing_was_imposed_nothing_is_lifted(even: Game, anna: User, arbiter: User, iris: User) -> None:
    complaint = opened(even, anna, "abuse")
    assignment.take_case(complaint.number, iris)
    with unchanged(), pytest.raises(VerdictImpossible):
        verdicts.decide(complaint.number, iris, Decision(verdict=Verdict.LIFTED, reason="Seen."))
    verdicts.decide(complaint.number, iris, Decision(verdict=Verdict.DISMISSED, reason="Seen."))
    appeal = filing.appeal(complaint.number, anna, text="Look again.")
    assignment.take_case(appeal.number, arbiter)

    with unchanged(), pytest.raises(VerdictImpossible):
        verdicts.decide(appeal.number, arbiter, Decision(verdict=Verdict.LIFTED, reason="Seen."))


def test_the_appeal_of_one_side_does_not_use_up_that_of_the_other(
    even: Game, anna: User, bert: User, arbiter: User
) -> None:
    verdict = decided(opened(even, anna, "draw"), arbiter, Verdict.DRAW)

    first = filing.appeal(verdict.number, anna, text="No.")
    second = filing.appeal(verdict.number, bert, text="No.")

    assert first.appeal_of == second.appeal_of == verdict
    for player in (anna, bert):
        with unchanged(), pytest.raises(AppealTooLate):
            filing.appeal(verdict.number, player, text="Again.")
