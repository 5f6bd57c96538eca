"""What the tables refuse whatever the code does: every named constraint, broken once."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from accounts.models import User
from games.analysis.models import Record
from games.challenges.actions import Proposal, challenge_anyone, challenge_player, invite_by_link
from games.challenges.models import Challenge
from games.chat.models import Note
from games.chat_apps.models import ChatConnection
from games.clubs.models import Club, JoinRequest, Membership, Post
from games.computer.models import ComputerGame
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.moves import Move
from games.core.models.terms import Agreement
from games.disputes.models import Dispute, DisputeNote
from games.dumps.models import Dump, DumpPiece
from games.notifications.models import Delivery, NotificationSettings, PushSubscription
from games.people.models import Follow, NameWord, Profile
from games.play.models import ConditionalMoves, DeadlineNotification, DeadlineSteps, DrawOffer, Reminder, Takeback
from games.players.models import (
    Rating,
    RatingChange,
    Relation,
    Sanction,
    SanctionedAddress,
    Standing,
    StoredReliability,
)
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleSolver
from games.rankings.models import RankingCounts
from games.reports.models import PersonCase, Report
from games.reviews.models import GameReview, MoveAgreement
from games.time_off.models import DaysOff, Freeze, Leave, PauseOffer
from games.trophies.models import Trophy
from games.webhooks.models import Webhook, WebhookDelivery

Break = Callable[[Game], object]
PLAIN = Proposal(agreement=Agreement())


def games(game: Game, **columns: object) -> int:
    return Game.objects.filter(number=game.number).update(**columns)


def dispute(game: Game, **columns: object) -> Dispute:
    return Dispute.objects.create(**({"game": game, "opened_by": game.white, "category": "other"} | columns))


def pause_offer(game: Game, **columns: object) -> PauseOffer:
    values = {"game": game, "offered_by": game.white, "ply": 0, "until": timezone.now() - timedelta(hours=1)}
    return PauseOffer.objects.create(**(values | columns))


def freeze(game: Game) -> Freeze:
    begins = timezone.now()
    return Freeze.objects.create(
        case_number=dispute(game).pk, game=game, starts_at=begins, ends_at=begins - timedelta(seconds=1)
    )


def sanction(game: Game, /, **columns: object) -> Sanction:
    given = {
        "user": game.black,
        "case_number": dispute(game).pk,
        "game": game,
        "kind": "warning",
        "imposed_by": game.white,
    }
    return Sanction.objects.create(**(given | {"reason": "Enough."} | columns))


def person_case(game: Game, **columns: object) -> PersonCase:
    return PersonCase.objects.create(**({"person": game.black} | columns))


def reported(case: PersonCase, **columns: object) -> Report:
    given = {"case": case, "reported_by": case.person, "subject": "profile", "subject_id": 1, "text": "Look."}
    return Report.objects.create(**(given | columns))


def report_twice(case: PersonCase) -> None:
    twice(lambda: reported(case))


def finished(game: Game, **columns: object) -> int:
    ended = {"status": "finished", "result": "1-0", "termination": "stones", "finished_at": timezone.now()}
    return games(game, **({"deadline_at": None, "on_move": None} | ended | columns))


def challenges(game: Game, /, **columns: object) -> int:
    return Challenge.objects.filter(game=game).update(**columns)


def move(game: Game, ply: int) -> Move:
    now = timezone.now()
    columns = {"notation": "d6", "position": game.position, "played_at": now, "seconds_spent": 0, "deadline_at": now}
    return Move.objects.create(game=game, ply=ply, **columns)


def relation(game: Game, **columns: object) -> Relation:
    return Relation.objects.create(**{"owner": game.white, "other": game.black, **columns})


def trophy(game: Game) -> Trophy:
    return Trophy.objects.create(user=game.white, kind="perfect_endgame", game=game, earned_at=timezone.now())


def dump() -> Dump:
    return Dump.objects.create(month=date(2026, 3, 1), form="ndjson")


def ranking_counts() -> RankingCounts:
    return RankingCounts.objects.create(
        rules="standard", pool="people", is_provisional=False, counts=[], last_change=0, counted_at=timezone.now()
    )


def rating_change(game: Game, score: float = 1.0) -> RatingChange:
    change = RatingChange(game=game, user=game.white, opponent=game.black, rules="standard", pool="people", score=score)
    change.finished_at = timezone.now()
    change.rate(Standing(), Standing())
    change.save()
    return change


def reliability(game: Game, **columns: object) -> StoredReliability:
    return StoredReliability.objects.create(user=game.white, **columns)


def push(game: Game, **columns: object) -> PushSubscription:
    return PushSubscription.objects.create(user=game.white, endpoint="https://push.example/1", **columns)


def appealed_twice(game: Game) -> None:
    first = dispute(game, status="decided", verdict="draw", decided_at=timezone.now())
    twice(lambda: dispute(game, appeal_of=first))


def twice(action: Callable[[], object]) -> None:
    action()
    action()


def deadline_notification(game: Game) -> DeadlineNotification:
    kind = DeadlineNotification.Kind.DAY
    return DeadlineNotification.objects.create(game=game, ply=1, kind=kind, deadline_at=game.deadline_at)


def conditional_moves(game: Game, **columns: object) -> ConditionalMoves:
    return ConditionalMoves.objects.create(game=game, player=game.white, **columns)


def delivery(game: Game) -> Delivery:
    columns = {"user": game.white, "channel": "email", "next_attempt_at": timezone.now()}
    return Delivery.objects.create(event=Event.objects.filter(game=game)[0], **columns)


def rematches(game: Game) -> None:
    rows = [challenge_player(game.white, game.black, PLAIN) for _each in range(2)]
    Challenge.objects.filter(number__in=[row.number for row in rows]).update(rematch_of=game)


def webhook(game: Game, **columns: object) -> Webhook:
    return Webhook.objects.create(owner=game.white, url="https://club.example/", **columns)


def sent_twice(game: Game) -> None:
    hook, row = webhook(game), UserEvent.objects.filter(event__game=game)[0]
    twice(lambda: WebhookDelivery.objects.create(webhook=hook, user_event=row))


def note(game: Game, text: str = "Mind a7.") -> Note:
    return Note.objects.create(game=game, author=game.white, text=text)


def leave(game: Game, *, days: int) -> Leave:
    now = timezone.now()
    return Leave.objects.create(user=game.white, game=game, starts_at=now, ends_at=now + timedelta(days=days))


def off(game: Game) -> DaysOff:
    return DaysOff.objects.create(user=game.white, since=game.started_at, weekdays=[6], time_zone="UTC")


def record(game: Game, **columns: object) -> Record:
    return Record.objects.create(owner=game.white, **columns)


def agreement(game: Game) -> MoveAgreement:
    review, _is_new = GameReview.objects.get_or_create(game=game, defaults={"plies": 1, "requested_at": timezone.now()})
    counts = {"proved": 0, "proved_kept": 0, "estimated": 0, "estimated_kept": 0}
    return MoveAgreement.objects.create(review=review, player=game.white, **counts)


def puzzle(**columns: object) -> Puzzle:
    content = {
        "rules": "standard",
        "position": "x",
        "key": "x",
        "goal": "won",
        "solution": [],
        "created_at": timezone.now(),
    }
    return Puzzle.objects.create(**(content | columns))


def attempt(game: Game, puzzle: Puzzle, **columns: object) -> PuzzleAttempt:
    content = {"is_solved": True, "rating_before": 1500, "rating_after": 1500, "tried_at": timezone.now()}
    return PuzzleAttempt.objects.create(user=game.white, puzzle=puzzle, **(content | columns))


def rated_twice(game: Game) -> None:
    tried = puzzle()
    attempt(game, tried, is_rated=True)
    attempt(game, tried, is_rated=True, day=timezone.now().date())


def tried_twice(game: Game) -> None:
    tried = puzzle()
    twice(lambda: attempt(game, tried, is_rated=False))


def club(game: Game, **columns: object) -> Club:
    made = Club.objects.create(**{"name": "Rabenstein", "slug": "rabenstein", **columns})
    joined(made, game.white, role=1)
    return made


def joined(into: Club, player: User, *, role: int) -> None:
    Membership.objects.create(club=into, user=player, role=role)


def joining_twice(game: Game) -> None:
    asked = club(game)
    twice(lambda: JoinRequest.objects.create(club=asked, user=game.black))


def removed_by(game: Game, **columns: object) -> None:
    Post.objects.create(club=club(game), author=game.white, text="Hello.", **columns)


BROKEN: list[tuple[str, Break]] = [
    ("agreement_one_a_player_and_review", lambda game: twice(lambda: agreement(game))),
    ("puzzle_one_a_position", lambda _game: twice(puzzle)),
    ("puzzle_goal_is_known", lambda _game: puzzle(goal="lost")),
    ("puzzle_solved_in_attempts", lambda _game: puzzle(solved=1)),
    ("puzzlesolver_solved_in_attempts", lambda game: PuzzleSolver.objects.create(user=game.white, solved=1)),
    ("puzzlesolver_best_streak_is_best", lambda game: PuzzleSolver.objects.create(user=game.white, streak=1)),
    ("puzzleattempt_one_is_rated", rated_twice),
    ("puzzleattempt_one_a_day", tried_twice),
    ("profile_picture_is_known", lambda game: Profile.objects.create(user=game.white, pattern=1)),
    ("profile_picture_is_known", lambda game: Profile.objects.create(user=game.white, pattern=99, colour=1)),
    ("trophy_one_a_player_and_kind", lambda game: twice(lambda: trophy(game))),
    ("dump_one_a_month_and_format", lambda _game: twice(dump)),
    (
        "dumppiece_once",
        lambda _game: twice(partial(DumpPiece.objects.create, dump=dump(), edition=1, number=0, content=b"")),
    ),
    ("nameword_once_a_player", lambda game: NameWord.objects.create(user=game.white, word=game.white.username)),
    ("follow_one_a_pair", lambda game: twice(lambda: Follow.objects.create(follower=game.white, followed=game.black))),
    ("follow_not_oneself", lambda game: Follow.objects.create(follower=game.white, followed=game.white)),
    ("club_name_once", lambda game: [club(game), club(game, name="RABENSTEIN", slug="other")]),
    ("club_admission_known", lambda game: club(game, admission="bribe")),
    ("membership_once", lambda game: joined(club(game), game.white, role=3)),
    ("membership_one_owner", lambda game: joined(club(game), game.black, role=1)),
    ("membership_role_known", lambda game: joined(club(game), game.black, role=4)),
    ("joinrequest_once", joining_twice),
    ("post_has_a_text", lambda game: Post.objects.create(club=club(game), author=game.white, text="")),
    ("post_removed_by_somebody", lambda game: removed_by(game, removed_by="author")),
    ("post_removed_by_somebody", lambda game: removed_by(game, removed_at=timezone.now())),
    ("deadline_steps_are_some", lambda game: DeadlineSteps.objects.create(user=game.white, hours=[])),
    ("game_frozen_while_ongoing", lambda game: games(game, frozen_until=timezone.now())),
    ("game_frozen_while_ongoing", lambda game: finished(game, freezes=1, frozen_until=timezone.now())),
    ("dispute_one_pending_a_player_and_game", lambda game: twice(lambda: dispute(game))),
    ("dispute_one_appeal_a_player", appealed_twice),
    ("dispute_escalated_by_somebody", lambda game: dispute(game, escalated_at=timezone.now())),
    ("dispute_taken_by_somebody", lambda game: dispute(game, status="taken")),
    ("dispute_has_verdict_iff_decided", lambda game: dispute(game, verdict="draw")),
    ("dispute_has_verdict_iff_decided", lambda game: dispute(game, status="decided", verdict="draw")),
    ("dispute_has_verdict_iff_decided", lambda game: dispute(game, status="decided", decided_at=timezone.now())),
    (
        "dispute_arbiter_gives_a_reason",
        lambda game: dispute(game, status="decided", verdict="draw", decided_at=timezone.now(), decided_by=game.white),
    ),
    (
        "dispute_note_says_something",
        lambda game: DisputeNote.objects.create(dispute=dispute(game), author=game.white, text=""),
    ),
    ("freeze_ends_after_its_beginning", lambda game: freeze(game)),
    ("sanction_ends_unless_a_warning", lambda game: sanction(game, kind="mute")),
    ("sanction_ends_unless_a_warning", lambda game: sanction(game, until=timezone.now())),
    ("sanction_has_a_reason", lambda game: sanction(game, reason="")),
    ("sanction_of_one_case", lambda game: sanction(game, game=None)),
    ("sanction_of_one_case", lambda game: sanction(game, person_case=1)),
    ("personcase_one_pending_a_person", lambda game: twice(lambda: person_case(game))),
    ("personcase_taken_by_somebody", lambda game: person_case(game, status="taken")),
    ("personcase_has_verdict_iff_decided", lambda game: person_case(game, verdict="muted")),
    ("personcase_has_verdict_iff_decided", lambda game: person_case(game, status="decided")),
    ("report_once", lambda game: report_twice(person_case(game))),
    ("report_says_something", lambda game: reported(person_case(game), text="")),
    (
        "sanctionedaddress_once",
        lambda game: twice(
            lambda: SanctionedAddress.objects.create(sanction=Sanction.objects.first() or sanction(game), digest="x")
        ),
    ),
    ("game_players_differ", lambda game: games(game, white=game.black, on_move=game.black)),
    ("game_has_deadline_iff_ongoing", lambda game: games(game, deadline_at=None)),
    ("game_has_deadline_iff_ongoing", lambda game: games(game, on_move=None)),
    ("game_has_deadline_iff_ongoing", lambda game: finished(game, deadline_at=timezone.now())),
    ("game_has_deadline_iff_ongoing", lambda game: finished(game, on_move=game.white)),
    ("game_has_deadline_iff_ongoing", lambda game: finished(game, draw_offered_by=game.white)),
    ("game_has_end_date_iff_ended", lambda game: games(game, finished_at=timezone.now())),
    ("game_has_end_date_iff_ended", lambda game: finished(game, finished_at=None)),
    ("game_result_matches_its_status", lambda game: games(game, result="1-0")),
    ("game_result_matches_its_status", lambda game: games(game, termination="stones")),
    ("game_result_matches_its_status", lambda game: finished(game, result="*")),
    ("game_result_matches_its_status", lambda game: finished(game, termination="")),
    ("game_result_matches_its_status", lambda game: finished(game, termination="abort")),
    ("game_result_matches_its_status", lambda game: finished(game, status="aborted", termination="abort")),
    ("game_result_matches_its_status", lambda game: finished(game, status="aborted", result="*")),
    ("game_on_move_is_a_player", lambda game: games(game, on_move=User.objects.create_user("dora"))),
    ("game_pool_is_known", lambda game: games(game, pool="cats")),
    ("game_clock_has_its_shape", lambda game: games(game, clock_system="")),
    ("game_clock_has_its_shape", lambda game: games(game, clock_parameters=[])),
    ("game_clock_has_its_shape", lambda game: games(game, clock_parameters=3)),
    ("game_clock_has_its_shape", lambda game: games(game, clock_parameters={"days_per_move": "3"})),
    ("game_clock_has_its_shape", lambda game: games(game, clock_parameters={"days_per_move": -1})),
    ("game_clock_has_its_shape", lambda game: games(game, clock_parameters={"days_per_move": 1.5})),
    ("game_clock_has_its_shape", lambda game: games(game, clock_parameters={"days_per_move": None})),
    ("game_clock_has_its_shape", lambda game: games(game, clock_parameters={"days_per_move": [3]})),
    ("game_rules_have_a_name", lambda game: games(game, rules="Chess!")),
    ("challenge_clock_has_its_shape", lambda game: challenges(game, clock_system="")),
    ("challenge_clock_has_its_shape", lambda game: challenges(game, clock_parameters={"days_per_move": -1})),
    ("challenge_rules_have_a_name", lambda game: challenges(game, rules="Chess!")),
    ("challenge_not_to_oneself", lambda game: challenges(game, opponent=game.white)),
    ("challenge_direct_has_opponent", lambda game: challenges(game, opponent=None)),
    ("challenge_has_secret_iff_link", lambda game: challenges(game, kind="link")),
    ("challenge_has_secret_iff_link", lambda game: challenges(game, link_digest="0" * 64)),
    ("challenge_has_game_iff_accepted", lambda game: challenges(game, status="open", answered_at=None)),
    ("challenge_unanswered_iff_open", lambda game: challenges(game, answered_at=None)),
    ("challenge_has_game_iff_accepted", lambda game: challenges(game, game=None)),
    ("challenge_one_rematch_a_game", rematches),
    ("challenge_reliability_is_in_percent", lambda game: challenges(game, min_reliability=101)),
    ("challenge_answers_are_known", lambda game: challenges(game, answers="never")),
    ("challenge_answers_are_known", lambda game: challenges(game, kind="open", answers="later")),
    ("computergame_answers_a_player", lambda game: ComputerGame.objects.create(game=game)),
    ("computergame_answers_a_player", lambda game: ComputerGame.objects.create(game=game, answers="never")),
    (
        "computergame_answers_a_player",
        lambda game: ComputerGame.objects.create(game=game, player=game.white, answers="shown"),
    ),
    ("challenge_of_guests_is_casual", lambda game: challenges(game, rated=True, allows_guests=True)),
    ("game_leave_is_limited", lambda game: games(game, leave_days=31)),
    ("game_timeout_is_known", lambda game: games(game, timeout="never")),
    ("game_grace_is_for_claims", lambda game: games(game, grace_until=timezone.now())),
    ("game_grace_is_for_claims", lambda game: finished(game, timeout="claim", grace_until=timezone.now())),
    ("game_total_is_limited", lambda game: games(game, total_days=29, white_total_seconds=1, black_total_seconds=1)),
    ("game_total_is_limited", lambda game: games(game, total_days=731, white_total_seconds=1, black_total_seconds=1)),
    ("game_total_is_of_both_sides", lambda game: games(game, total_days=90)),
    ("game_total_is_of_both_sides", lambda game: games(game, white_total_seconds=1)),
    ("game_total_is_of_both_sides", lambda game: games(game, total_days=90, black_total_seconds=1)),
    ("challenge_total_is_limited", lambda game: challenges(game, total_days=29)),
    ("challenge_total_is_limited", lambda game: challenges(game, total_days=731)),
    ("challenge_leave_is_limited", lambda game: challenges(game, leave_days=31)),
    ("challenge_timeout_is_known", lambda game: challenges(game, timeout="never")),
    ("days_off_one_version_an_instant", lambda game: twice(lambda: off(game))),
    ("leave_ends_after_its_beginning", lambda game: leave(game, days=0)),
    ("leave_one_emergency_day_a_game", lambda game: twice(lambda: leave(game, days=1))),
    ("move_ply_counts_from_one", lambda game: move(game, 0)),
    ("move_ply_unique_in_game", lambda game: twice(lambda: move(game, 1))),
    (
        "draw_offer_one_open_a_game",
        lambda game: twice(lambda: DrawOffer.objects.create(game=game, offered_by=game.white, ply=0)),
    ),
    (
        "takeback_one_open_a_game",
        lambda game: twice(lambda: Takeback.objects.create(game=game, asked_by=game.white, ply=1)),
    ),
    (
        "takeback_has_moves_if_accepted",
        lambda game: Takeback.objects.create(game=game, asked_by=game.white, ply=1, status="accepted"),
    ),
    ("pause_offer_one_open_a_game", lambda game: twice(lambda: pause_offer(game))),
    ("pause_ends_after_its_beginning", lambda game: pause_offer(game, status="accepted", answered_at=timezone.now())),
    (
        "event_subject_has_type_and_number",
        lambda game: Event.objects.create(type="challenge_received", subject_type="challenge"),
    ),
    (
        "rating_one_a_player_rules_and_pool",
        lambda game: twice(lambda: Rating.objects.create(user=game.white, rules="applet")),
    ),
    ("rating_pool_is_known", lambda game: Rating.objects.create(user=game.white, rules="applet", pool="cats")),
    ("rankingcounts_one_a_ranking", lambda _game: twice(ranking_counts)),
    ("ratingchange_counts_once", lambda game: twice(lambda: rating_change(game))),
    ("ratingchange_score_is_known", lambda game: rating_change(game, score=0.75)),
    ("reliability_counts_latest_games", lambda game: reliability(game, games=101, on_time=101, percent=100)),
    ("reliability_counts_latest_games", lambda game: reliability(game, games=4, on_time=5)),
    ("reliability_percent_from_enough_games", lambda game: reliability(game, games=4, on_time=4, percent=100)),
    ("reliability_percent_from_enough_games", lambda game: reliability(game, games=5, on_time=5)),
    ("reliability_percent_from_enough_games", lambda game: reliability(game, games=5, on_time=5, percent=101)),
    ("delivery_once_per_event_and_channel", lambda game: twice(lambda: delivery(game))),
    (
        "chat_connection_off_has_a_reason",
        lambda game: ChatConnection.objects.create(user=game.white, disabled_at=timezone.now()),
    ),
    ("webhook_off_has_a_reason", lambda game: webhook(game, disabled_at=timezone.now())),
    ("webhook_delivery_once_per_event", sent_twice),
    ("record_result_is_known", lambda game: record(game, result="2-0")),
    ("record_rules_have_a_name", lambda game: record(game, rules="Chess!")),
    ("note_one_a_player_and_game", lambda game: twice(lambda: note(game))),
    ("note_has_a_text", lambda game: note(game, "")),
    (
        "conditional_moves_one_a_player_and_game",
        lambda game: twice(lambda: conditional_moves(game, lines=[["d6", "f4"]])),
    ),
    ("conditional_moves_are_lines_or_programme", conditional_moves),
    ("notices_daily_hour_is_an_hour", lambda game: NotificationSettings.objects.create(user=game.white, daily_hour=24)),
    (
        "notices_quiet_hours_have_both_ends",
        lambda game: NotificationSettings.objects.create(user=game.white, quiet_from=1),
    ),
    ("relation_one_a_pair", lambda game: twice(lambda: relation(game, blocked=True))),
    ("relation_not_to_oneself", lambda game: relation(game, other=game.white, muted=True)),
    ("relation_says_something", relation),
    ("push_subscription_off_has_a_reason", lambda game: push(game, disabled_at=timezone.now())),
    ("push_subscription_off_has_a_reason", lambda game: push(game, disabled_reason="gone")),
    ("deadline_notification_once_per_kind", lambda game: twice(lambda: deadline_notification(game))),
    (
        "conditional_moves_are_lines_or_programme",
        lambda game: conditional_moves(game, lines=[["d6", "f4"]], programme={"u": "a7"}),
    ),
    ("reminder_once_in_a_turn", lambda game: twice(lambda: Reminder.objects.create(game=game, ply=1))),
]


@pytest.mark.parametrize(("name", "break_it"), BROKEN, ids=[f"{name}-{n}" for n, (name, _break) in enumerate(BROKEN)])
def test_the_table_refuses_what_breaks_a_constraint(game: Game, name: str, break_it: Break) -> None:
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        break_it(game)


def test_every_named_constraint_is_broken_here() -> None:
    declared = {
        constraint.name
        for model in apps.get_models()
        if model.__module__.startswith("games.")
        for constraint in model._meta.constraints
    }

    assert declared == {name for name, _break in BROKEN}


def test_a_link_has_one_challenge(anna: User) -> None:
    first, _secret = invite_by_link(anna, PLAIN)
    second, _other_secret = invite_by_link(anna, PLAIN)

    with pytest.raises(IntegrityError, match="link_digest"), transaction.atomic():
        Challenge.objects.filter(number=second.number).update(link_digest=first.link_digest)


def test_a_game_comes_of_one_challenge(game: Game, anna: User) -> None:
    other = challenge_anyone(anna, PLAIN)

    with pytest.raises(IntegrityError, match="game_id"), transaction.atomic():
        Challenge.objects.filter(number=other.number).update(game=game, status="accepted", answered_at=timezone.now())


def test_a_player_with_games_can_not_be_deleted(game: Game, anna: User) -> None:
    with pytest.raises(models.ProtectedError):
        anna.delete()


def test_an_appeal_may_wait_beside_a_dispute_and_another_appeal(game: Game) -> None:
    verdicts = [dispute(game, status="decided", verdict="refuted", decided_at=timezone.now()) for _each in "12"]

    for appealed in (None, *verdicts):
        dispute(game, appeal_of=appealed)

    assert Dispute.objects.pending().count() == 3


def test_what_has_ended_may_stand_in_the_table(game: Game) -> None:
    later = timezone.now() + timedelta(days=1)

    assert finished(game, finished_at=later) == 1
    assert finished(game, status="aborted", result="*", termination="adjudication") == 1
    assert finished(game, status="aborted", result="*", termination="abort") == 1
