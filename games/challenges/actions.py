"""Actions of challenges: send, accept, decline, cancel, expire, ask for a rematch.

Accepting starts the game in the same transaction. The challenge's row is locked first, so that only one player can
accept it.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Q

from accounts.models import User
from games.challenges import bots, computers, eligibility, events
from games.challenges.bots import MOST_IN_LOBBY, require_bot_allowed, require_capacity, require_rated_bot_consent
from games.challenges.errors import (
    ChallengeClosed,
    ChallengeNotForYou,
    GameNotOver,
    OwnChallenge,
    RatingRangeInvalid,
    RematchAsked,
    TermsInvalid,
    TooManyChallenges,
    TooManyChallengesToPlayer,
)
from games.challenges.models import HIGHEST_RATING, LONGEST_TEXT, Challenge, ChallengeQuerySet, link_digest_of
from games.challenges.queries import shown_ratings_of
from games.core import event_log
from games.core.errors import NotAPlayer
from games.core.event_log import Entry
from games.core.locking import locked_game
from games.core.models.terms import LEAST_TOTAL_DAYS, MOST_LEAVE_DAYS, MOST_TOTAL_DAYS, Agreement, Timeout
from games.core.queries import current_game
from games.play.actions import start_game
from games.players import guests, relations, sanctions
from games.players.bots import lock_players
from games.players.errors import GuestsChallengeNobody, GuestsNotWelcome
from kit import database_time, texts
from kit.errors import NotFound, raises
from kit.hooks import Hook
from muehle import Color
from muehle.clocks import InvalidParameter

# An open challenge was posted: what others are told of it, in the same transaction.
posted: Hook[[Challenge, datetime], list[Entry]] = Hook()

MOST_OPEN = 50
# To one player: open ones, and within a day those that did not become games. Only the newest of a challenger are looked
# at for that.
MOST_OPEN_TO_ONE, MOST_A_DAY_TO_ONE = 3, 10
A_DAY, NEWEST = timedelta(days=1), 50
LIFETIME = timedelta(days=14)
BATCH = 500
SENDING = (
    TermsInvalid,
    RatingRangeInvalid,
    texts.cleaned,
    lock_players,
    sanctions.require_may_begin,
    guests.require_casual,
    guests.require_may_type,
    sanctions.require_may_write,
    TooManyChallenges,
)
ACCEPTING = (
    lock_players,
    ChallengeClosed,
    OwnChallenge,
    GuestsNotWelcome,
    relations.require_no_block,
    sanctions.require_may_begin_with,
    eligibility.require_eligible,
    require_bot_allowed,
    guests.require_casual,
    require_capacity,
    guests.require_capacity,
)
# A computer accepts at once.
WITH_COMPUTERS = (require_capacity, guests.require_capacity, computers.require_capacity)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A challenge to be sent: the terms, the colour, conditions for the opponent, and a message.

    `bots_welcome` is set by people: a bot may accept the challenge, or a challenge to a bot may be rated.
    `allows_guests` counts for casual open challenges and links. `min_reliability` is in percent, from 1 to 100.
    `answers` counts in a challenge to a computer.
    """

    agreement: Agreement
    colour: str = Challenge.Colour.LOT
    bots_welcome: bool = False
    allows_guests: bool = True
    answers: str = Challenge.Answers.AT_ONCE
    message: str = ""
    min_rating: int | None = None
    max_rating: int | None = None
    min_reliability: int | None = None
    lifetime: timedelta = LIFETIME


@raises(
    *SENDING,
    *WITH_COMPUTERS,
    OwnChallenge,
    GuestsChallengeNobody,
    relations.require_no_block,
    require_rated_bot_consent,
    TooManyChallengesToPlayer,
)
def challenge_player(challenger: User, opponent: User, proposal: Proposal) -> Challenge:
    """Send a challenge to one player. A computer accepts it at once."""
    if opponent.pk == challenger.pk:
        raise OwnChallenge
    if challenger.is_guest and not opponent.is_computer:
        raise GuestsChallengeNobody
    relations.require_no_block(challenger.pk, opponent.pk)
    require_rated_bot_consent(challenger, opponent, rated=proposal.agreement.rated, welcome=proposal.bots_welcome)
    return _send_to(challenger, opponent, proposal)


@raises(*SENDING)
def challenge_anyone(challenger: User, proposal: Proposal) -> Challenge:
    """Create an open challenge: the first eligible player who accepts it plays."""
    return _send(challenger, proposal, kind=Challenge.Kind.OPEN)


@raises(*SENDING)
def invite_by_link(challenger: User, proposal: Proposal) -> tuple[Challenge, str]:
    """Create an invitation, and return it with its secret, of which only a digest is stored."""
    secret = secrets.token_urlsafe(24)
    challenge = _send(challenger, proposal, kind=Challenge.Kind.LINK, link_digest=link_digest_of(secret))
    return challenge, secret


@raises(
    *WITH_COMPUTERS,
    current_game,
    NotAPlayer,
    GameNotOver,
    RematchAsked,
    relations.lock_without_block,
    sanctions.require_may_begin,
    TooManyChallenges,
    TooManyChallengesToPlayer,
)
def ask_rematch(number: int, player: User) -> Challenge:
    """Challenge the opponent of an ended game on the same terms, with colours swapped. A computer accepts at once."""
    game = current_game(number)
    color = game.color_of(player.pk)
    if color is None:
        raise NotAPlayer(game)
    if game.is_ongoing:
        raise GameNotOver(game)
    opponent = game.player(color.opponent)
    relations.require_no_block(player.pk, opponent.pk, game=game)
    # Both players have agreed to these terms before, also to a rated game against a bot. The opponent must accept
    # again.
    proposal = Proposal(
        agreement=game.agreement,
        colour=color.opponent.value,
        bots_welcome=game.is_with_bot,
        answers=computers.answers_in(game) if opponent.is_computer else Challenge.Answers.AT_ONCE,
    )
    _expire(Challenge.objects.filter(rematch_of=game))
    with transaction.atomic():
        # The new row refers to the game's, which PostgreSQL would lock for that at commit: after those of the streams.
        locked_game(game.number)
        if Challenge.objects.filter(rematch_of=game, status__in=Challenge.REMATCH_STATUSES).exists():
            raise RematchAsked(game)
        return _send_to(player, opponent, proposal, rematch_of=game)


@raises(*ACCEPTING, NotFound, ChallengeNotForYou)
def accept_challenge(number: int, player: User, *, rated_against_bot: bool = False) -> Challenge:
    """Accept a direct or an open challenge; its `game` is the new game.

    `rated_against_bot` is a person's agreement to a rated game against a bot.
    """
    with transaction.atomic():
        return _accept(_locked_for(player, number), player, rated_against_bot=rated_against_bot)


@raises(*ACCEPTING, NotFound)
def accept_link(secret: str, player: User, *, rated_against_bot: bool = False) -> Challenge:
    """Accept an invitation link, which works once."""
    with transaction.atomic():
        challenge = _locked(link_digest=link_digest_of(secret))
        return _accept(challenge, player, rated_against_bot=rated_against_bot)


@raises(
    texts.cleaned,
    NotFound,
    ChallengeClosed,
    ChallengeNotForYou,
    guests.require_may_type,
    sanctions.require_may_write,
    relations.require_no_block,
)
def decline_challenge(number: int, player: User, *, reason: str = "") -> Challenge:
    """Decline a direct challenge, with an optional reason."""
    reason = texts.cleaned(reason, longest=LONGEST_TEXT)
    with transaction.atomic():
        challenge, now = _locked_for(player, number), database_time.now()
        _require_open(challenge, now=now)
        if challenge.opponent_id != player.pk:
            raise ChallengeNotForYou
        if reason:
            guests.require_may_type(player)
            sanctions.require_may_write(player.pk)
            relations.require_no_block(player.pk, challenge.challenger_id)
        challenge.decline_reason = reason
        _close(challenge, Challenge.Status.DECLINED, now=now)
        event_log.record([events.challenge_declined(challenge, by=player)], now=now)
        return challenge


@raises(NotFound, ChallengeClosed, ChallengeNotForYou)
def cancel_challenge(number: int, player: User) -> Challenge:
    """Cancel a challenge of one's own."""
    with transaction.atomic():
        challenge, now = _locked_for(player, number), database_time.now()
        _require_open(challenge, now=now)
        if challenge.challenger_id != player.pk:
            raise ChallengeNotForYou
        _close(challenge, Challenge.Status.CANCELLED, now=now)
        event_log.record([events.challenge_cancelled(challenge)], now=now)
        return challenge


def expire_challenges(*, limit: int = BATCH) -> int:
    """Expire up to `limit` challenges that were not accepted in time, and return how many."""
    return _expire(Challenge.objects.all(), limit=limit)


# --- How it is done ---------------------------------------------------------------------------------------------------


def _expire(rows: ChallengeQuerySet, *, limit: int = BATCH) -> int:
    with transaction.atomic():
        now = database_time.now()
        run_out = rows.run_out(now=now).order_by("expires_at").select_related("challenger", "opponent")
        challenges = list(run_out.select_for_update(skip_locked=True, of=("self",))[:limit])
        if challenges:
            numbers = [challenge.number for challenge in challenges]
            Challenge.objects.filter(number__in=numbers).update(status=Challenge.Status.EXPIRED, answered_at=now)
            event_log.record([events.challenge_expired(challenge) for challenge in challenges], now=now)
        return len(challenges)


def _send_to(challenger: User, opponent: User, proposal: Proposal, **columns: Any) -> Challenge:
    """Send a direct challenge; a computer accepts it in the same transaction."""
    if not opponent.is_computer:
        return _send(challenger, proposal, kind=Challenge.Kind.DIRECT, opponent=opponent, **columns)
    with transaction.atomic():
        columns["answers"] = proposal.answers
        challenge = _send(challenger, proposal, kind=Challenge.Kind.DIRECT, opponent=opponent, **columns)
        return _accept(challenge, opponent, rated_against_bot=True)


def _send(
    challenger: User, proposal: Proposal, *, kind: str, opponent: User | None = None, **columns: Any
) -> Challenge:
    _require_valid_terms(proposal.agreement)
    _require_valid_range(proposal.min_rating, proposal.max_rating)
    message = texts.cleaned(proposal.message, longest=LONGEST_TEXT)
    with transaction.atomic():
        if opponent is not None:
            # Waits for a block that is being set at the same time.
            relations.lock_without_block(challenger, opponent, game=columns.get("rematch_of"))
        else:
            # An account that is being deleted at the same time must not leave a challenge behind.
            lock_players(challenger)
        sanctions.require_may_begin(challenger.pk)
        guests.require_casual([challenger, *([opponent] if opponent else ())], rated=proposal.agreement.rated)
        if message:
            guests.require_may_type(challenger)
            sanctions.require_may_write(challenger.pk)
        now = database_time.now()
        _require_below_limit(challenger, opponent, kind=kind, now=now)
        challenge = Challenge.objects.create(
            **proposal.agreement.as_columns(),
            **columns,
            bots_welcome=proposal.bots_welcome,
            allows_guests=proposal.allows_guests and kind != Challenge.Kind.DIRECT and not proposal.agreement.rated,
            kind=kind,
            challenger=challenger,
            opponent=opponent,
            colour=proposal.colour,
            message=message,
            min_rating=proposal.min_rating,
            max_rating=proposal.max_rating,
            min_reliability=proposal.min_reliability,
            created_at=now,
            expires_at=now + proposal.lifetime,
        )
        if opponent is not None and not opponent.is_computer:
            rating = shown_ratings_of([challenge]).get((challenger.pk, challenge.rules, challenge.pool))
            event_log.record([events.challenge_received(challenge, rating=rating)], now=now)
        if kind == Challenge.Kind.OPEN:
            event_log.record([entry for entries in posted(challenge, now) for entry in entries], now=now)
        return challenge


def _require_below_limit(challenger: User, opponent: User | None, *, kind: str, now: datetime) -> None:
    """Limit the open challenges of a player, and those to one other. The limit is lower for guests and bots, and lower
    still for bots in the lobby."""
    waiting = Challenge.objects.open(now=now).filter(challenger=challenger)
    most = guests.MOST_OPEN if challenger.is_guest else MOST_OPEN
    if challenger.is_bot:
        lock_players(challenger)
        most = bots.MOST_OPEN
        sides = waiting.filter(kind=Challenge.Kind.OPEN).count() if kind == Challenge.Kind.OPEN else 0
        if sides >= MOST_IN_LOBBY:
            raise TooManyChallenges(count=sides)
    counts = waiting.aggregate(
        count=Count("pk"), to_one=Count("pk", filter=Q(opponent=opponent, opponent__isnull=False))
    )
    if counts["count"] >= most:
        raise TooManyChallenges(count=counts["count"])
    if opponent is not None:
        _require_not_pestered(challenger, opponent, waiting=counts["to_one"], now=now)


def _require_not_pestered(challenger: User, opponent: User, *, waiting: int, now: datetime) -> None:
    """Limit the challenges to one player; both players' rows are locked."""
    if waiting >= MOST_OPEN_TO_ONE:
        raise TooManyChallengesToPlayer(count=waiting)
    newest = Challenge.objects.filter(challenger=challenger).order_by("-number")
    rows = newest.values_list("opponent_id", "status", "created_at")[:NEWEST]
    count = sum(
        opponent_id == opponent.pk and status != Challenge.Status.ACCEPTED and created_at > now - A_DAY
        for opponent_id, status, created_at in rows
    )
    if count >= MOST_A_DAY_TO_ONE:
        raise TooManyChallengesToPlayer(count=count)


def _require_valid_terms(agreement: Agreement) -> None:
    try:
        agreement.clock.validate()
    except InvalidParameter as error:
        raise TermsInvalid(parameter=error.parameter) from error
    if not 0 <= agreement.leave_days <= MOST_LEAVE_DAYS:
        raise TermsInvalid(parameter="leave_days")
    if agreement.timeout not in Timeout.values:
        raise TermsInvalid(parameter="timeout")
    if agreement.total_days is not None and not LEAST_TOTAL_DAYS <= agreement.total_days <= MOST_TOTAL_DAYS:
        raise TermsInvalid(parameter="total_days")


def _require_valid_range(lowest: int | None, highest: int | None) -> None:
    if not 0 <= (lowest or 0) <= (HIGHEST_RATING if highest is None else highest) <= HIGHEST_RATING:
        raise RatingRangeInvalid(highest=HIGHEST_RATING)


def _accept(challenge: Challenge, player: User, *, rated_against_bot: bool) -> Challenge:
    challenge.challenger, player = lock_players(challenge.challenger, player)
    now = database_time.now()
    _require_open(challenge, now=now)
    _require_may_accept(challenge, player)
    require_bot_allowed(challenge, challenge.challenger, player, rated_against_bot=rated_against_bot)
    guests.require_casual((challenge.challenger, player), rated=challenge.rated)
    require_capacity((challenge.challenger, player))
    guests.require_capacity((challenge.challenger, player))
    computers.require_capacity((challenge.challenger, player))
    white, black, lot = _sides(challenge, player)
    game, started = start_game(
        white=white, black=black, agreement=challenge.agreement, lot=lot, challenger=challenge.challenger, now=now
    )
    challenge.opponent, challenge.game = player, game
    _close(challenge, Challenge.Status.ACCEPTED, now=now)
    event_log.record([events.challenge_accepted(challenge, by=player), started], now=now)
    return challenge


def _require_open(challenge: Challenge, *, now: datetime) -> None:
    if not challenge.is_open(now=now):
        raise ChallengeClosed(challenge)


def _require_may_accept(challenge: Challenge, player: User) -> None:
    if player.pk == challenge.challenger_id:
        raise OwnChallenge
    if challenge.opponent_id not in (None, player.pk):
        raise ChallengeNotForYou
    if player.is_guest and challenge.kind != Challenge.Kind.DIRECT and not challenge.allows_guests:
        raise GuestsNotWelcome
    relations.require_no_block(player.pk, challenge.challenger_id)
    sanctions.require_may_begin_with(player.pk, challenge.challenger_id)
    eligibility.require_eligible(challenge, player)


def _sides(challenge: Challenge, player: User) -> tuple[User, User, Color | None]:
    """White, Black, and the challenger's colour if it was drawn by lot."""
    lot = secrets.choice(list(Color)) if challenge.colour == Challenge.Colour.LOT else None
    color = lot or Color(challenge.colour)
    sides = (challenge.challenger, player) if color is Color.WHITE else (player, challenge.challenger)
    return (*sides, lot)


def _close(challenge: Challenge, status: Challenge.Status, *, now: datetime) -> None:
    challenge.status, challenge.answered_at = status, now
    challenge.save(update_fields=["status", "answered_at", "opponent", "game", "decline_reason"])


def _locked_for(player: User, number: int) -> Challenge:
    """Lock a challenge that is visible to the player."""
    challenge = _locked(number=number)
    if not challenge.is_visible_to(player.pk):
        raise NotFound
    return challenge


def _locked(**lookup: Any) -> Challenge:
    rows = Challenge.objects.select_for_update(of=("self",)).select_related("challenger", "opponent")
    challenge = rows.filter(**lookup).first()
    if challenge is None:
        raise NotFound
    return challenge
