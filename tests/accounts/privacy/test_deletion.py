"""Deleted accounts: games stay, the name goes, and nothing else is left, whatever happens in the same instant."""

from collections.abc import Callable

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

from accounts.models import Deletion, User
from accounts.privacy import erasure
from accounts.security import mails as security_mails
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.errors import ChallengeClosed
from games.challenges.models import Challenge
from games.chat import notes
from games.chat.models import Message, Note
from games.core.errors import GameOver
from games.core.models.events import Event
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.play.actions import play_move
from games.players.errors import PlayerUnavailable
from games.players.models import Rating
from tests.accounts.privacy.a_life import PERSONAL, columns_to_people, lived
from tests.support.database_roles import as_owner
from tests.support.playing import fresh, play, unchanged
from tests.support.racing import at_once

Begin = Callable[..., Game]
# Why a row that refers to a person stays after the deletion of the account.
STAYS = {
    "accounts.Deletion.user": "says that the account is deleted",
    "accounts.NameKey.user": "digests of names that others shall not take",
    "admin.LogEntry.user": "actions as staff are the site's record",
    "core.Game.white": "the game is the opponent's too",
    "core.Game.black": "the game is the opponent's too",
    "core.Game.on_move": "of ongoing games, of which there are none",
    "core.Game.draw_offered_by": "of ongoing games, of which there are none",
    "challenges.Challenge.challenger": "what was agreed before a game is the opponent's too",
    "challenges.Challenge.opponent": "what was agreed before a game is the opponent's too",
    "players.RatingChange.user": "the ratings of others follow from it",
    "players.RatingChange.opponent": "the ratings of others follow from it",
    "play.DrawOffer.offered_by": "part of the game",
    "play.TimeGift.given_by": "part of the game",
    "play.Takeback.asked_by": "part of the game",
    "time_off.PauseOffer.offered_by": "part of the game",
    "disputes.Dispute.opened_by": "part of the game's record",
    "disputes.Dispute.taken_by": "actions as staff are the site's record",
    "disputes.Dispute.escalated_by": "actions as staff are the site's record",
    "disputes.Dispute.decided_by": "actions as staff are the site's record",
    "disputes.DisputeNote.author": "actions as staff are the site's record",
    "reports.PersonCase.person": "part of the record about what others have reported",
    "reports.PersonCase.taken_by": "actions as staff are the site's record",
    "reports.PersonCase.decided_by": "actions as staff are the site's record",
    "reports.Report.reported_by": "part of a case about somebody else",
    "players.Sanction.user": "part of the verdict in somebody's dispute",
    "players.Sanction.imposed_by": "actions as staff are the site's record",
    "disputes.AuditEntry.actor": "the book of the staff is never changed",
    "disputes.AuditEntry.user": "the book of the staff is never changed",
    "core.Event.actor": "the log of the game",
    "chat.Message.author": "was said to somebody",
    "chat.SpectatorMessage.author": "was said to somebody",
    "reviews.GameReview.requested_by": "the review belongs to the game; it says no more who asked for it",
    "core.UserStream.user": "a counter, which must never give a number twice",
}


def delete(user: User, *, ending: bool = True) -> None:
    erasure.close(user, ending=ending)
    assert erasure.finish(user.pk)
    user.refresh_from_db()


def all_rows() -> dict[str, str]:
    """Everything that the database holds, as text by table."""
    with as_owner(), connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        rows = {}
        for name in names:
            cursor.execute(f'SELECT string_agg(kept::text, chr(10)) FROM "{name}" AS kept')
            rows[name] = cursor.fetchone()[0] or ""
    return rows


# --- What goes and what stays -----------------------------------------------------------------------------------------


def test_every_column_that_refers_to_a_person_is_known_to_go_or_to_stay() -> None:
    assert erasure.deleted_columns() | set(STAYS) == columns_to_people()
    assert erasure.deleted_columns() & set(STAYS) == set()


def test_nothing_that_is_personal_or_secret_is_left_in_any_table(
    anna: User, bert: User, carla: User, begin: Begin
) -> None:
    secrets = lived(anna, bert, carla, begin)
    User.objects.filter(pk=anna.pk).update(is_staff=False, operator="Anna Amsel")
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=bert, content_type=kind, object_id=str(anna.pk), object_repr="anna", action_flag=CHANGE
    )
    before = "\n".join(all_rows().values())

    delete(anna)
    assert security_mails.send_next()

    # What remains of an invitation that has been withdrawn, which nobody can take.
    spent = set(Challenge.objects.exclude(status="open").values_list("link_digest", flat=True))
    looked_for = [*(secrets - spent), *PERSONAL, "anna"]
    assert [word for word in (*PERSONAL, "anna") if word not in before] == []
    left = {(table, word) for table, rows in all_rows().items() for word in looked_for if word in rows}
    assert left == set()
    assert anna.username == f"deleted-{anna.pk}"
    assert not anna.has_usable_password()


def test_games_and_what_was_said_in_them_stay_under_the_new_name(
    anna: User, bert: User, carla: User, begin: Begin
) -> None:
    lived(anna, bert, carla, begin)
    User.objects.filter(pk=anna.pk).update(is_staff=False)
    [ended] = Game.objects.ended().of(anna.pk)
    moves = list(ended.moves.values_list("notation", flat=True))

    delete(anna)

    ended = fresh(ended)
    assert (ended.white.username, ended.result) == (f"deleted-{anna.pk}", "1-0")
    assert list(ended.moves.values_list("notation", flat=True)) == moves == ["d6", "d2", "f4"]
    assert [message.text for message in Message.objects.filter(author=anna)] == ["a word of Anna’s"]
    started = Event.objects.get(game=ended, type="game_started")
    assert (started.data["white"], started.data["black"]) == (anna.username, "bert")
    assert Rating.objects.filter(user=bert).exists()


def test_games_that_go_on_are_given_up_and_challenges_withdrawn(
    anna: User, bert: User, carla: User, begin: Begin
) -> None:
    hardly_begun, played = begin(), begin()
    play(played, "d6", "d2", "f4", "b4")
    sent = actions.challenge_player(anna, carla, Proposal(agreement=Agreement()))
    got = actions.challenge_player(carla, anna, Proposal(agreement=Agreement()))
    seat = actions.challenge_anyone(anna, Proposal(agreement=Agreement()))

    delete(anna)

    assert [fresh(game).termination for game in (hardly_begun, played)] == ["abort", "resignation"]
    assert fresh(played).result == "0-1"
    statuses = [Challenge.objects.get(number=each.number).status for each in (sent, got, seat)]
    assert statuses == ["cancelled", "declined", "cancelled"]


def test_without_a_word_about_them_running_games_hold_the_account(game: Game, anna: User) -> None:
    with unchanged(), pytest.raises(erasure.GamesOngoing) as refusal:
        erasure.close(anna, ending=False)

    anna.refresh_from_db()
    assert refusal.value.count == 1
    assert anna.is_active
    assert not Deletion.objects.exists()


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_staff_hands_its_rights_over_first(anna: User, right: str) -> None:
    User.objects.filter(pk=anna.pk).update(**{right: True})

    with pytest.raises(erasure.AccountIsStaff):
        erasure.close(anna, ending=True)

    anna.refresh_from_db()
    assert anna.is_active


# --- Cut off, and done again ------------------------------------------------------------------------------------------


def test_a_user_who_is_cut_off_leaves_a_closed_account_that_the_worker_empties(
    game: Game, anna: User, bert: User
) -> None:
    erasure.close(anna, ending=True)
    closed = User.objects.get(pk=anna.pk)

    with pytest.raises(PlayerUnavailable):
        actions.challenge_player(bert, anna, Proposal(agreement=Agreement()))
    erasure.finish_all()

    anna.refresh_from_db()
    assert (closed.username, closed.is_active) == ("anna", False)
    assert (anna.username, fresh(game).status) == (f"deleted-{anna.pk}", "aborted")


def test_once_more_changes_nothing_and_finds_what_came_late(anna: User, bert: User, begin: Begin) -> None:
    game = begin()
    delete(anna)
    asked = Deletion.objects.values().get()
    Note.objects.create(game=game, author=anna, text="too late")

    erasure.erase_again()

    assert Deletion.objects.values().get() == asked
    assert not Note.objects.exists()
    assert User.objects.get(pk=anna.pk).username == f"deleted-{anna.pk}"


def test_a_failure_on_the_way_empties_nothing(
    anna: User, bert: User, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes.save(begin().number, anna, "my thoughts")
    erasure.close(anna, ending=True)

    def fail(*_of: object) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(erasure, "_empty", fail)
        with pytest.raises(OSError), transaction.atomic():
            erasure.finish(anna.pk)
    kept = Note.objects.count()
    erasure.finish(anna.pk)

    assert (kept, Note.objects.count()) == (1, 0)


# --- In the same instant ----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_move_in_the_same_instant_is_played_or_refused(game: Game, anna: User, bert: User) -> None:
    play(game, "d6")

    _deleted, played = at_once(lambda: delete(anna), lambda: play_move(game.number, bert, "d2", ply=2))

    after = fresh(game)
    assert after.status == "aborted"
    assert after.ply == (1 if isinstance(played, GameOver) else 2)
    assert User.objects.get(pk=anna.pk).username == f"deleted-{anna.pk}"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by", ["the player", "another"])
def test_a_challenge_taken_in_the_same_instant_begins_no_game_that_stays(anna: User, bert: User, by: str) -> None:
    challenger, taker = (bert, anna) if by == "the player" else (anna, bert)
    challenge = actions.challenge_player(challenger, taker, Proposal(agreement=Agreement()))

    _deleted, taken = at_once(lambda: delete(anna), lambda: actions.accept_challenge(challenge.number, taker))

    assert not Game.objects.ongoing().exists()
    assert isinstance(taken, (Challenge, ChallengeClosed, PlayerUnavailable))
    assert User.objects.get(pk=anna.pk).username == f"deleted-{anna.pk}"


@pytest.mark.django_db(transaction=True)
def test_an_open_challenge_posted_in_the_same_instant_is_not_left_behind(anna: User) -> None:
    offer = Proposal(agreement=Agreement())

    at_once(lambda: delete(anna), *[lambda: actions.challenge_anyone(anna, offer)] * 3)

    assert not Challenge.objects.filter(status="open").exists()


@pytest.mark.django_db(transaction=True)
def test_two_deletions_at_once_are_one(game: Game, anna: User) -> None:
    at_once(*[lambda: delete(anna)] * 3)

    assert User.objects.get(pk=anna.pk).username == f"deleted-{anna.pk}"
    assert Deletion.objects.get().erased_at is not None
