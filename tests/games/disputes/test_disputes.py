"""Disputes from the first click to the verdict: what the server decides, what it freezes, and what arbiters do."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from accounts.privacy import erasure
from games.chat.messages import send_message
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import assignment, audit_log, filing, labels, verdicts
from games.disputes.errors import (
    AppealTooLate,
    CaseNotYours,
    DisputeDecided,
    DisputeTooLate,
    OwnCase,
    TooManyDisputes,
)
from games.disputes.models import AuditEntry, Dispute
from games.disputes.verdict_kinds import Verdict
from games.disputes.verdicts import Decision
from games.play.actions import claim_timeout, decline_draw, offer_draw, play_move, resign
from games.play.errors import GameFrozen, NothingToClaim, NotYourTurn, VerdictImpossible
from games.play.timeouts import settle
from games.players.models import Rating
from kit.errors import Refusal
from muehle import Color
from tests.conftest import NOON
from tests.support.database_roles import as_owner
from tests.support.playing import SHUFFLE, SHUFFLING, drawn, fresh, play, stand_at, unchanged
from tests.support.racing import at_once
from tests.support.ruling import Staff, decided

Begin = Callable[..., Game]
DAY = timedelta(days=1)
CLAIMS = Agreement(rules="brettspielnetz")


@pytest.fixture
def repeated(begin: Begin) -> Game:
    """The position stands for the third time, and the rules want a claim."""
    return play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE, *SHUFFLE)


# --- What the server decides ------------------------------------------------------------------------------------------


def test_a_repetition_is_proven_at_once(repeated: Game, anna: User) -> None:
    dispute = filing.open_dispute(repeated.number, anna, category="repetition")

    game = fresh(repeated)
    assert (dispute.status, dispute.verdict) == ("decided", "proven")
    assert (game.result, game.termination) == ("1/2-1/2", "repetition")
    (claim,) = dispute.evidence["claims"]
    assert (claim["holds"], claim["count"], claim["needed"], len(claim["plies"])) == (True, 3, 3, 3)


def test_a_claim_that_does_not_hold_is_refuted_with_the_figures(begin: Begin, anna: User) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE)

    dispute = filing.open_dispute(game.number, anna, category="draw")

    assert (dispute.status, dispute.verdict) == ("decided", "refuted")
    assert [claim["count"] for claim in dispute.evidence["claims"]] == [2, game.quiet_half_moves]
    assert fresh(game).is_ongoing
    assert not fresh(game).is_frozen(now=NOON)


@pytest.mark.parametrize(
    ("plies", "is_same", "claimable", "words"),
    [
        ([18, 22], True, [26], "The marked half-moves (18, 22) led to one and the same position. It was on the board"),
        ([20], False, [], "The marked position was on the board after: 20, 24."),
        ([18, 19], False, [26], "The marked half-moves (18, 19) did not lead to one and the same position."),
    ],
)  # fmt: skip
def test_what_was_marked_is_answered_whatever_stands_on_the_board(
    begin: Begin, anna: User, plies: list[int], is_same: bool, claimable: list[int], words: str
) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE, *SHUFFLE, "b4-c4")

    dispute = filing.open_dispute(game.number, anna, category="repetition", plies=plies)

    assert dispute.marked is not None
    assert (dispute.marked["is_same"], dispute.marked["claimable_after"]) == (is_same, claimable)
    told = labels.of_marked(dispute)
    assert told.startswith(words)
    assert ("After half-move 26 a draw could be claimed" in told) is is_same


def test_what_is_proven_needs_no_marks(repeated: Game, anna: User) -> None:
    dispute = filing.open_dispute(repeated.number, anna, category="repetition", plies=[18])

    assert labels.of_marked(dispute) == ""


@pytest.mark.parametrize(
    ("category", "plies", "confirmed"),
    [
        ("repetition", [18, 22, 26], True),
        ("draw", [22], True),
        ("draw", [], False),
        ("repetition", [18, 19, 26], False),
        ("repetition", [20, 24], False),
    ],
)
def test_a_draw_of_the_past_that_is_confirmed_goes_to_an_arbiter_and_holds_the_game(
    clock: time_machine.Traveller, begin: Begin, bert: User, category: str, plies: list[int], confirmed: bool
) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE, *SHUFFLE, "b4-c4")

    dispute = filing.open_dispute(game.number, bert, category=category, plies=plies)

    assert (dispute.verdict, dispute.is_pending) == (("", True) if confirmed else ("refuted", False))
    assert dispute.confirmed == ({"claim": "repetition", "ply": 26} if confirmed else None)
    assert fresh(game).is_frozen(now=NOON) is confirmed


def test_a_quiet_limit_of_the_past_is_confirmed_for_a_draw_only(begin: Begin, anna: User, bert: User) -> None:
    before = drawn(white="a7 d7 g4 f2", black="g1 c3 f6 d6", turn=Color.BLACK, quiet=99)
    # Black’s half-move 180 is the hundredth without a mill; then White closes one.
    game = play(stand_at(begin(CLAIMS), before, ply=179), "d6-d5", "g4-g7xd5")
    assert game.quiet_half_moves == 0

    refuted = filing.open_dispute(game.number, anna, category="repetition", plies=[180])
    confirmed = filing.open_dispute(game.number, anna, category="draw", plies=[180])

    assert (refuted.verdict, refuted.confirmed) == ("refuted", None)
    assert (confirmed.verdict, confirmed.confirmed) == ("", {"claim": "quiet_limit", "ply": 180})
    assert "The limit of half-moves without a mill was reached after: 180." in labels.of_marked(confirmed)


def test_a_claim_on_the_board_is_for_the_player_on_move_unless_an_arbiter_has_to_see_it(
    repeated: Game, anna: User, bert: User
) -> None:
    with unchanged(), pytest.raises(NotYourTurn):
        filing.open_dispute(repeated.number, bert, category="repetition", plies=[18, 22, 26])
    assert fresh(repeated).is_ongoing
    offer_draw(repeated.number, bert)
    decline_draw(repeated.number, anna)

    dispute = filing.open_dispute(repeated.number, bert, category="repetition")

    assert (dispute.is_pending, dispute.confirmed) == (True, {"claim": "repetition", "ply": 26})
    assert fresh(repeated).is_ongoing


def test_what_an_arbiter_has_heard_is_not_confirmed_again(begin: Begin, anna: User, bert: User, arbiter: User) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE, *SHUFFLE, "b4-c4")
    first = filing.open_dispute(game.number, anna, category="repetition", plies=[18, 22, 26])
    decided(first, arbiter, Verdict.DISMISSED)
    play(game, "c3-d3")

    for player in (anna, bert):
        with unchanged(), pytest.raises(DisputeDecided) as refusal:
            filing.open_dispute(game.number, player, category="draw", plies=[18, 22, 26])
        assert refusal.value.details["dispute"] == first.number


def test_the_limits_of_freezes_spare_the_first_confirmed_claim_of_a_game(
    clock: time_machine.Traveller, begin: Begin, anna: User, bert: User
) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE, *SHUFFLE, "b4-c4")
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    for _each in range(2):
        filing.withdraw_dispute(filing.open_dispute(game.number, anna, category="draw").number, anna)

    first = filing.open_dispute(game.number, anna, category="draw", plies=[18, 22, 26])
    filing.withdraw_dispute(first.number, anna)
    second = filing.open_dispute(game.number, anna, category="draw", plies=[18, 22, 26])

    assert (first.clocks_run, second.clocks_run) == (None, "game_limit")
    assert fresh(game).freezes == 3


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        # Bert declines it by moving; Anna may ask until Bert has moved again.
        ([], SHUFFLE[:2], ""),
        ([], SHUFFLE[:3], ""),
        ([], SHUFFLE[:4], "refuted"),
        (SHUFFLE[:1], SHUFFLE[1:2], ""),
        (SHUFFLE[:1], SHUFFLE[1:3], ""),
        (SHUFFLE[:1], SHUFFLE[1:4], "refuted"),
    ],
)
def test_an_offer_that_was_passed_over_is_a_refusal_until_the_opponent_moves_again(
    begin: Begin, anna: User, before: list[str], after: list[str], verdict: str
) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *before)
    offer_draw(game.number, anna)
    play(game, *after)

    assert filing.open_dispute(game.number, anna, category="draw", text="He says nothing.").verdict == verdict


def test_an_offer_that_was_answered_with_an_offer_is_no_refusal(begin: Begin, anna: User, bert: User) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE[:1])
    offer_draw(game.number, anna)
    play_move(game.number, bert, SHUFFLE[1], ply=game.ply + 1, offer_draw=True)

    assert filing.open_dispute(game.number, anna, category="draw").verdict == "refuted"


def test_a_reason_counts_although_the_opponent_has_written_before(begin: Begin, anna: User, bert: User) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna)
    send_message(game.number, bert, "Let me think.")
    decline_draw(game.number, bert, reason="I like my position.")

    assert filing.open_dispute(game.number, anna, category="draw").verdict == "refuted"


def test_ones_own_reason_is_none_of_the_opponent(begin: Begin, anna: User, bert: User) -> None:
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, bert)
    decline_draw(game.number, anna, reason="Not so.")
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)

    assert filing.open_dispute(game.number, anna, category="draw").is_pending


def test_a_game_can_be_disputed_for_thirty_days_after_its_end(
    clock: time_machine.Traveller, game: Game, anna: User, bert: User
) -> None:
    resign(game.number, bert)
    clock.move_to(NOON + 30 * DAY)
    dispute = filing.open_dispute(game.number, anna, category="other", text="Look at that.")
    filing.withdraw_dispute(dispute.number, anna)
    clock.shift(timedelta(microseconds=1))

    with unchanged(), pytest.raises(DisputeTooLate) as refusal:
        filing.open_dispute(game.number, anna, category="other", text="Look at that.")

    assert (refusal.value.game, refusal.value.details) == (game, {"days": 30})


def test_a_player_waits_for_five_verdicts_at_most(begin: Begin, anna: User) -> None:
    games = [begin() for _each in range(6)]
    for game in games[:5]:
        filing.open_dispute(game.number, anna, category="other", text="Look at that.")

    with unchanged(), pytest.raises(TooManyDisputes):
        filing.open_dispute(games[5].number, anna, category="other", text="Look at that.")


def test_a_refusal_in_so_many_words_is_not_forgotten(begin: Begin, anna: User, bert: User) -> None:
    game = stand_at(begin(CLAIMS), SHUFFLING)
    offer_draw(game.number, anna)
    decline_draw(game.number, bert)
    play(game, *SHUFFLE)

    assert filing.open_dispute(game.number, anna, category="draw", text="He says nothing.").is_pending


# --- What it freezes --------------------------------------------------------------------------------------------------


@pytest.fixture
def escalated(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User) -> Dispute:
    """Bert has declined a draw without a word of why, and Anna has gone to the arbiters."""
    game = play(stand_at(begin(CLAIMS), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna, reason="Nobody can win this.")
    decline_draw(game.number, bert)
    return filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")


def test_a_refusal_without_a_reason_stops_the_clocks(
    clock: time_machine.Traveller, escalated: Dispute, anna: User
) -> None:
    game = fresh(escalated.game)

    assert escalated.status == "open"
    assert game.frozen_until == NOON + 7 * DAY
    assert game.deadline_at == NOON + 7 * DAY + 3 * DAY
    with unchanged(), pytest.raises(GameFrozen):
        play_move(game.number, anna, "a7-d7", ply=game.ply + 1)


def test_it_thaws_by_itself_when_nobody_takes_it(clock: time_machine.Traveller, escalated: Dispute, anna: User) -> None:
    game = fresh(escalated.game)
    clock.move_to(NOON + 7 * DAY)

    played = play_move(game.number, anna, "a7-d7", ply=game.ply + 1).game

    assert played.moves.get(ply=played.ply).seconds_spent == 0


def test_taking_it_back_lets_the_clocks_run(clock: time_machine.Traveller, escalated: Dispute, anna: User) -> None:
    clock.move_to(NOON + DAY)

    filing.withdraw_dispute(escalated.number, anna)

    game = fresh(escalated.game)
    assert (game.frozen_until, game.deadline_at) == (None, NOON + 4 * DAY)


def test_giving_up_settles_it(clock: time_machine.Traveller, escalated: Dispute, bert: User) -> None:
    resign(escalated.game_id, bert)

    escalated.refresh_from_db()
    assert (escalated.status, escalated.verdict, escalated.decided_by) == ("decided", "settled", None)
    assert escalated.held_until(now=NOON) is None
    game = fresh(escalated.game)
    assert (game.result, game.frozen_until) == ("1-0", None)
    told = Event.objects.filter(type="dispute_decided").get()
    assert (told.game, told.data["verdict"]) == (game, "settled")


def test_the_third_dispute_of_a_game_stops_no_clock(
    clock: time_machine.Traveller, escalated: Dispute, anna: User
) -> None:
    for _again in range(2):
        filing.withdraw_dispute(escalated.number, anna)
        escalated = filing.open_dispute(escalated.game_id, anna, category="draw", text="Nobody can win this.")

    game = fresh(escalated.game)
    assert (escalated.status, game.freezes, game.frozen_until) == ("open", 2, None)
    assert (escalated.clocks_run, game.deadline_at) == ("game_limit", NOON + 3 * DAY)
    filing.withdraw_dispute(escalated.number, anna)
    complaint = filing.open_dispute(escalated.game_id, anna, category="stalling", text="He waits.")
    assert complaint.clocks_run is None


@pytest.fixture
def claimable(clock: time_machine.Traveller, begin: Begin, anna: User, bert: User) -> Dispute:
    """Anna’s time had run out, and Bert could have claimed it, when she went to the arbiters."""
    terms = Agreement(rules="brettspielnetz", timeout="claim", leave_days=0)
    game = play(stand_at(begin(terms), SHUFFLING), *SHUFFLE)
    offer_draw(game.number, anna, reason="Nobody can win this.")
    decline_draw(game.number, bert)
    clock.move_to(NOON + 4 * DAY)
    settle(game.number)
    assert fresh(game).grace_until == NOON + 10 * DAY
    return filing.open_dispute(game.number, anna, category="draw", text="Nobody can win this.")


def test_the_grace_of_claims_stands_still_with_the_clocks(clock: time_machine.Traveller, claimable: Dispute) -> None:
    number = claimable.game_id
    assert fresh(claimable.game).grace_until == NOON + 17 * DAY

    clock.move_to(NOON + 17 * DAY)
    settle(number)
    assert fresh(claimable.game).is_ongoing
    clock.move_to(NOON + 17 * DAY + timedelta(minutes=1))
    settle(number)
    assert fresh(claimable.game).termination == "timeout"


def test_what_is_left_of_a_freeze_is_not_given_to_the_grace(
    clock: time_machine.Traveller, claimable: Dispute, anna: User
) -> None:
    clock.move_to(NOON + 6 * DAY)

    filing.withdraw_dispute(claimable.number, anna)

    game = fresh(claimable.game)
    assert (game.frozen_until, game.grace_until) == (None, NOON + 12 * DAY)


@pytest.mark.parametrize(("given", "days_left"), [(5, 5), (0, 1)])
def test_time_that_is_given_after_it_had_run_out_counts_from_the_verdict(
    clock: time_machine.Traveller, claimable: Dispute, bert: User, arbiter: User, given: int, days_left: int
) -> None:
    clock.move_to(NOON + 6 * DAY)

    decided(claimable, arbiter, Verdict.RESUMED, seconds=given * 24 * 3600)

    game = fresh(claimable.game)
    assert (game.grace_until, game.deadline_at) == (None, NOON + (6 + days_left) * DAY)
    with unchanged(), pytest.raises(NothingToClaim):
        claim_timeout(game.number, bert)


# --- What arbiters decide ---------------------------------------------------------------------------------------------


def test_an_arbiter_draws_the_game(escalated: Dispute, arbiter: User) -> None:
    dispute = decided(escalated, arbiter, Verdict.DRAW)

    game = fresh(escalated.game)
    assert (game.result, game.termination, game.frozen_until) == ("1/2-1/2", "adjudication", None)
    assert (dispute.verdict, dispute.reason, dispute.decided_by) == ("draw", "Seen.", arbiter)
    assert list(AuditEntry.objects.values_list("action", flat=True)) == ["take", "decide"]


def test_dismissing_it_gives_back_the_clock_as_it_was(
    clock: time_machine.Traveller, escalated: Dispute, arbiter: User
) -> None:
    clock.move_to(NOON + 2 * DAY)

    decided(escalated, arbiter, Verdict.DISMISSED)

    assert fresh(escalated.game).deadline_at == NOON + 5 * DAY


@pytest.mark.casual
def test_a_loss_on_time_is_undone_with_time_given_back(
    clock: time_machine.Traveller, game: Game, anna: User, arbiter: User
) -> None:
    clock.move_to(NOON + 4 * DAY)
    settle(game.number)
    dispute = filing.open_dispute(game.number, anna, category="timeout", text="The site was down.")

    decided(dispute, arbiter, Verdict.RESUMED, seconds=2 * 24 * 3600)

    again = fresh(game)
    assert (again.status, again.result, again.on_move, again.white_rating_change) == ("ongoing", "*", anna, None)
    assert again.deadline_at == NOON + 6 * DAY


@pytest.mark.parametrize(("days", "left"), [(1, 2), (2.5, 1)])
def test_who_goes_on_has_what_was_left_and_a_day_at_least(
    clock: time_machine.Traveller, game: Game, anna: User, arbiter: User, days: float, left: int
) -> None:
    clock.move_to(NOON + DAY * days)
    resign(game.number, anna)
    dispute = filing.open_dispute(game.number, anna, category="other", text="My son pressed it.")
    clock.move_to(NOON + 10 * DAY)

    decided(dispute, arbiter, Verdict.RESUMED, seconds=0)

    assert fresh(game).deadline_at == NOON + (10 + left) * DAY


@pytest.mark.parametrize("verdict", [Verdict.DRAW, Verdict.BLACK_WON, Verdict.ANNULLED])
def test_a_rating_that_went_with_its_player_stays_away(
    game: Game, anna: User, bert: User, arbiter: User, verdict: Verdict
) -> None:
    play(game, "d6", "f4", "d2", "b4")
    erasure.close(bert, ending=True)
    assert erasure.finish(bert.pk)
    dispute = filing.open_dispute(game.number, anna, category="other", text="I did not want to win so.")

    decided(dispute, arbiter, verdict)

    ended = fresh(game)
    assert (ended.termination, ended.white_rating_change) == ("adjudication", None)
    (rating,) = Rating.objects.all()
    assert (rating.user, round(rating.value), rating.games) == (anna, 1500, 0)


def test_nobody_goes_on_against_who_has_left(game: Game, anna: User, bert: User, arbiter: User) -> None:
    play(game, "d6", "f4", "d2", "b4")
    erasure.close(bert, ending=True)
    assert erasure.finish(bert.pk)
    dispute = filing.open_dispute(game.number, anna, category="other", text="I did not want to win so.")
    assignment.take_case(dispute.number, arbiter)

    with unchanged(), pytest.raises(VerdictImpossible):
        verdicts.decide(dispute.number, arbiter, Decision(verdict=Verdict.RESUMED, reason="Seen."))


def test_nobody_judges_their_own_game(escalated: Dispute, bert: User) -> None:
    with unchanged(), pytest.raises(OwnCase):
        assignment.take_case(escalated.number, bert)


def test_what_was_not_taken_is_not_decided(escalated: Dispute, arbiter: User) -> None:
    with unchanged(), pytest.raises(CaseNotYours):
        verdicts.decide(escalated.number, arbiter, Decision(verdict=Verdict.DRAW, reason="Seen."))


@pytest.mark.django_db(transaction=True)
def test_two_arbiters_at_once_and_one_has_it(escalated: Dispute, staff: Staff) -> None:
    arbiters = [staff(name, "arbiter") for name in ("iris", "jonas")]

    answers = at_once(*(partial(assignment.take_case, escalated.number, each) for each in arbiters))

    assert sorted(getattr(answer, "code", "taken") for answer in answers) == ["case_taken", "taken"]


def test_an_appeal_goes_to_somebody_else(
    escalated: Dispute, arbiter: User, bert: User, person: Callable[..., User]
) -> None:
    decided(escalated, arbiter, Verdict.DRAW)
    appeal = filing.appeal(escalated.number, bert, text="I was winning.")

    with unchanged(), pytest.raises(OwnCase):
        assignment.take_case(appeal.number, arbiter)
    decided(appeal, person("iris"), Verdict.BLACK_WON)

    assert fresh(escalated.game).result == "0-1"
    with unchanged(), pytest.raises(AppealTooLate):
        filing.appeal(escalated.number, bert, text="Once more.")


def test_a_stranger_finds_nothing(escalated: Dispute, carla: User) -> None:
    for action in (filing.withdraw_dispute, partial(filing.appeal, text="Me too.")):
        with unchanged(), pytest.raises(Refusal):
            action(escalated.number, carla)


# --- The audit log ----------------------------------------------------------------------------------------------------


def test_the_database_refuses_to_change_the_audit_log(escalated: Dispute, arbiter: User) -> None:
    decided(escalated, arbiter, Verdict.DRAW)

    # The triggers are for whoever has more rights than the server.
    with as_owner():
        for action in (AuditEntry.objects.all().delete, partial(AuditEntry.objects.update, reason="Bribed.")):
            with pytest.raises(DatabaseError, match="only appended to"), transaction.atomic():
                action()
    assert audit_log.first_break() is None


def test_tampering_behind_its_back_is_found_and_named(escalated: Dispute, arbiter: User) -> None:
    decided(escalated, arbiter, Verdict.DRAW)
    row = AuditEntry.objects.latest("id")
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE disputes_auditentry DISABLE TRIGGER audit_is_appended_to")
        cursor.execute("UPDATE disputes_auditentry SET reason = 'Bribed.' WHERE id = %s", [row.pk])
        cursor.execute("ALTER TABLE disputes_auditentry ENABLE TRIGGER audit_is_appended_to")

    found = audit_log.first_break()

    assert found is not None
    assert found.entry == row
