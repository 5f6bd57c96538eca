"""Somebody of whom every table knows something, with a secret or a personal word wherever there can be one."""

from datetime import timedelta
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from accounts import names, tokens
from accounts.models import ConfirmedAddress, Connection, DataExport, DataExportPiece, KeptAnswer, User
from games.analysis import records
from games.calendar import feeds
from games.challenges import actions
from games.challenges.actions import Proposal
from games.chat import messages, notes, spectators
from games.chat_apps.models import ChatConnection
from games.clubs import founding, joining, noticeboard
from games.computer.models import ComputerGame
from games.core.models.events import Event, UserEvent
from games.core.models.games import Game
from games.core.models.terms import Agreement
from games.disputes import filing
from games.disputes.verdict_kinds import Verdict
from games.notifications.models import Delivery, NotificationSettings, PushSubscription
from games.people import activity, follows, profiles
from games.people.profiles import Wording
from games.play import conditional_moves, deadline_steps
from games.play.actions import give_time, resign
from games.play.models import DrawOffer, Takeback
from games.players import relations
from games.players.models import LastSeen, Rating, Sanction
from games.puzzles.solving import attempt
from games.reports import filing as filing_of_reports
from games.reviews.requests import ask_for_review
from games.reviews.working import review_next
from games.time_off.models import DaysOff, Leave, PauseOffer, StaleClocks
from games.trophies.models import Trophy, TrophyCheck
from games.webhooks.models import Webhook, WebhookDelivery
from tests.accounts.oauth.visits import keys_for, registered
from tests.games.notifications.people import confirm
from tests.games.puzzles.conftest import SHORT, store
from tests.support.playing import play
from tests.support.ruling import decided
from tests.support.signing_in import sign_in

TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
# What she is known by outside, and what nobody else was to read.
PERSONAL = ("anna@example.org", "Anna Amsel", "my private thoughts", "192.0.2.77", "America/Lima", "a-device-of-annas")


def columns_to_people() -> set[str]:
    """Every column of every table that refers to an account, by model and field."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }


def lived(anna: User, bert: User, carla: User, begin: Any) -> set[str]:
    """Let Anna have done everything once; returns the secrets that are hers."""
    User.objects.filter(pk=anna.pk).update(
        first_name="Anna Amsel", last_name="Anna Amsel", time_zone="America/Lima", is_staff=True, board_style="slate"
    )
    anna.refresh_from_db()
    former_password = anna.password
    anna.set_password("another shiny trombone")
    anna.save()
    names.give(anna, "Anna Amsel")
    names.give(anna, "")
    confirm(anna)
    ConfirmedAddress.objects.create(user=anna, email="anna@example.org")
    return {
        former_password,
        *_keys(anna),
        *_at_the_board(anna, bert, carla, begin),
        *_notifications(anna),
        *_of_time(anna),
    }


def _keys(anna: User) -> set[str]:
    token, secret = tokens.issue(anna, description="my bot", scopes=["game:read"])
    app = registered(anna, name="Table of Anna")
    given = keys_for(anna, app)
    connection = Connection.objects.get(user=anna)
    TOTP.activate(anna, TOTP_SECRET)
    codes = RecoveryCodes.activate(anna).get_unused_codes()
    browser = Client()
    sign_in(browser, anna)
    KeptAnswer.objects.create(user=anna, key_digest="k" * 64, request_digest="r" * 64, sealed_content=b"sealed")
    session = UserSession.objects.create(
        user=anna, ip="192.0.2.77", user_agent="a-device-of-annas", session_key=browser.session.session_key
    )
    export = DataExport.objects.create(user=anna, state="failed")
    DataExportPiece.objects.create(export=export, attempt=1, number=0, content=b"anna@example.org")
    LogEntry.objects.create(
        user=anna,
        content_type=ContentType.objects.get_for_model(User),
        object_id="1",
        object_repr="x",
        action_flag=CHANGE,
    )
    digests = {token.digest, connection.code_digest, connection.code_challenge, "k" * 64, session.session_key}
    return {anna.password, secret, *digests, given["access_token"], given["refresh_token"], TOTP_SECRET, *codes}


def _at_the_board(anna: User, bert: User, carla: User, begin: Any) -> set[str]:
    ended: Game = begin()
    play(ended, "d6", "d2", "f4")
    messages.send_message(ended.number, anna, "a word of Anna’s")
    messages.send_message(ended.number, bert, "a word of Bert’s")
    notes.save(ended.number, anna, "my private thoughts")
    DrawOffer.objects.create(game=ended, offered_by=anna, ply=1, reason="enough?", status="declined")
    Takeback.objects.create(game=ended, asked_by=anna, ply=3, status="declined")
    PauseOffer.objects.create(game=ended, offered_by=anna, ply=3, until=ended.started_at, status="declined")
    resign(ended.number, bert)
    _disputed(ended, anna)
    ask_for_review(ended.number, anna)
    while review_next():
        pass
    Trophy.objects.create(user=anna, kind="perfect_endgame", game=ended, earned_at=ended.started_at)
    attempt(store(SHORT).pk, [], anna, gives_up=True)
    between_others: Game = begin(white=bert, black=carla)
    spectators.write(between_others.number, anna, "a spectator’s word")
    regretted = spectators.write(between_others.number, anna, "a word taken back")
    spectators.delete(between_others.number, anna, regretted.pk)
    resign(between_others.number, bert)
    filing_of_reports.report(anna, subject="profile", against="carla", text="a report of Anna’s")
    filing_of_reports.report(carla, subject="profile", against="anna", text="a report about her")
    running: Game = begin()
    play(running, "d6")
    deadline_steps.choose(anna, [24, 6])
    ComputerGame.objects.create(game=ended, player=anna)
    conditional_moves.keep_lines(running.number, anna, [["d2", "f4"]], ply=2)
    give_time(running.number, anna)
    Game.objects.filter(pk=running.pk).update(draw_offered_by=anna)
    records.import_records(anna, '[White "my private thoughts"]\n1. d6 f4 2. d2 *', rules="standard")
    activity.note_moves()
    follows.follow(anna, bert, is_told=True)
    follows.follow(carla, anna)
    profiles.save(anna, Wording(about="I am Anna Amsel.", country="PE", favourite_rules="classic"))
    club = founding.found(anna, "Rabenstein", founding.Wording())
    joining.join(club.slug, bert)
    noticeboard.write(club, anna, "my private thoughts")
    other = founding.found(bert, "Another", founding.Wording(admission="request"))
    joining.join(other.slug, anna)
    relations.change(anna, carla, muted=True)
    relations.change(bert, anna, muted=True)
    challenge, link = actions.invite_by_link(anna, Proposal(agreement=Agreement(), message="come and play"))
    actions.challenge_player(bert, anna, Proposal(agreement=Agreement(), message="once more?"))
    Rating.objects.get_or_create(user=anna, rules="standard", pool="people")
    return {link, str(challenge.link_digest)}


def _disputed(game: Game, anna: User) -> None:
    """She has complained, and was warned herself."""
    dispute = filing.open_dispute(game.number, anna, category="other", text="a complaint of Anna’s")
    arbiter, reason = User.objects.create_user("iris"), "You were too rude."
    decided(dispute, arbiter, Verdict.WARNED, reason=reason, against=anna)
    Sanction.objects.update(acknowledged_at=timezone.now())


def _notifications(anna: User) -> set[str]:
    NotificationSettings.objects.create(user=anna, choices={"message": {"email": False}}, nonce="n" * 32)
    PushSubscription.objects.create(
        user=anna, endpoint="https://push.example/secret-push", host="push.example", p256dh="p" * 87, auth="a" * 22
    )
    ChatConnection.objects.create(
        user=anna, service="gotify", host="chat.example", sealed=b"secret-chat", description="My phone"
    )
    hook = Webhook.objects.create(owner=anna, url="https://club.example/hook", host="club.example", nonce="w" * 32)
    row = UserEvent.objects.filter(user=anna).first()
    assert row is not None
    WebhookDelivery.objects.create(webhook=hook, user_event=row)
    Delivery.objects.create(event=row.event, user=anna, channel="email", next_attempt_at=timezone.now())
    event = Event.objects.filter(actor=anna).first()
    assert event is not None
    return {"n" * 32, "secret-push", "p" * 87, "a" * 22, "w" * 32}


def _of_time(anna: User) -> set[str]:
    now = timezone.now()
    Leave.objects.create(user=anna, starts_at=now + timedelta(days=30), ends_at=now + timedelta(days=33))
    DaysOff.objects.create(user=anna, since=now, weekdays=[5], region="DE-BY", time_zone="America/Lima")
    TrophyCheck.objects.get_or_create(user=anna)
    StaleClocks.objects.update_or_create(user=anna, defaults={"since": now})
    feed, secret = feeds.make_feed(anna)
    LastSeen.objects.update_or_create(user=anna, defaults={"seen_at": now, "news_since": now})
    return {feed.digest, secret}
