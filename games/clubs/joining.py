"""Joining a club: at once, by a link, or on request; and the answers of officers."""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from games.challenges.models import link_digest_of
from games.clubs import founding, roles
from games.clubs.errors import ClubAskedLately, ClubByLinkOnly, ClubFull, TooManyJoinRequests
from games.clubs.events import club_accepted, club_requested
from games.clubs.models import Club, JoinRequest, Membership, Role
from games.core import event_log
from games.players.bots import lock_players
from games.players.errors import PlayerUnavailable
from games.players.models import Relation
from kit import database_time
from kit.errors import NotFound, raises

MOST_MEMBERS: Final = 500
MOST_REQUESTS: Final = 10
# After a request, and after a removal, one asks again no sooner.
ASKED_AGAIN_AFTER: Final = timedelta(days=7)


@raises(
    roles.locked,
    lock_players,
    PlayerUnavailable,
    ClubByLinkOnly,
    ClubFull,
    ClubAskedLately,
    TooManyJoinRequests,
    founding.require_may_join,
)
def join(slug: str, player: User, *, secret: str = "") -> Membership | JoinRequest:
    """Become a member, or ask for it where an officer has to accept it; a second time changes nothing.

    With the secret of the club's link one becomes a member at once. NotFound if it is another one.
    """
    with transaction.atomic():
        club = roles.locked(slug)
        if secret and link_digest_of(secret) != club.link_digest:
            raise NotFound
        lock_players(player)
        if player.is_guest:
            raise PlayerUnavailable(None)
        if (member := roles.membership_of(club, player.pk)) is not None:
            return member
        request = JoinRequest.objects.filter(club=club, user=player).first()
        if club.admission == Club.Admission.LINK and not secret:
            raise ClubByLinkOnly
        if (secret or club.admission == Club.Admission.OPEN) and not (request and request.was_removed):
            return _admit(club, player)
        return _ask(club, player, request or JoinRequest(club=club, user=player))


@raises(roles.locked, roles.require, lock_players, ClubFull, founding.require_may_join)
def accept(slug: str, officer: User, player: User) -> Membership:
    """Accept a request; a second time changes nothing. NotFound if the player has not asked."""
    with transaction.atomic():
        club = roles.locked(slug)
        roles.require(club, officer, roles.TO_ADMIT)
        lock_players(player)
        if (member := roles.membership_of(club, player.pk)) is not None:
            return member
        if not JoinRequest.objects.filter(club=club, user=player, is_open=True).exists():
            raise NotFound
        member = _admit(club, player)
        event_log.record([club_accepted(club, player.pk, by=officer.pk)], now=member.since)
        return member


@raises(roles.locked, roles.require)
def refuse(slug: str, officer: User, player: User) -> None:
    """Refuse a request, if there is one. The player is not told."""
    with transaction.atomic():
        club = roles.locked(slug)
        roles.require(club, officer, roles.TO_ADMIT)
        JoinRequest.objects.filter(club=club, user=player).update(is_open=False)


@raises(roles.locked, roles.require)
def make_link(slug: str, officer: User) -> str:
    """The secret of a new link, of which only a digest is stored. The former link stops working."""
    secret = secrets.token_urlsafe(24)
    _store_link(slug, officer, link_digest_of(secret))
    return secret


@raises(roles.locked, roles.require)
def end_link(slug: str, officer: User) -> None:
    """Let the link stop working, if there is one."""
    _store_link(slug, officer, None)


@raises(NotFound)
def club_by_link(secret: str) -> Club:
    """The club that one joins by this link."""
    club = Club.objects.filter(link_digest=link_digest_of(secret)).first()
    if club is None:
        raise NotFound
    return club


def forget_requests() -> None:
    """Delete requests that were not accepted, once their senders may ask again."""
    old = JoinRequest.objects.filter(is_open=False, was_removed=False)
    old.filter(asked_at__lt=database_time.now() - ASKED_AGAIN_AFTER).delete()


def _store_link(slug: str, officer: User, digest: str | None) -> None:
    with transaction.atomic():
        club = roles.locked(slug)
        roles.require(club, officer, roles.TO_MAKE_LINKS)
        club.link_digest = digest
        club.save(update_fields=["link_digest"])


def _admit(club: Club, player: User) -> Membership:
    """Both are locked."""
    if Membership.objects.filter(club=club).count() >= MOST_MEMBERS:
        raise ClubFull(most=MOST_MEMBERS)
    founding.require_may_join(player)
    JoinRequest.objects.filter(club=club, user=player).delete()
    return Membership.objects.create(club=club, user=player)


def _ask(club: Club, player: User, request: JoinRequest) -> JoinRequest:
    now = database_time.now()
    if request.pk:
        if request.is_open:
            return request
        if request.asked_at > now - ASKED_AGAIN_AFTER:
            raise ClubAskedLately(until=request.asked_at + ASKED_AGAIN_AFTER)
    if JoinRequest.objects.filter(user=player, is_open=True).count() >= MOST_REQUESTS:
        raise TooManyJoinRequests(most=MOST_REQUESTS)
    request.is_open, request.asked_at = True, now
    request.save()
    _tell_officers(club, player, now)
    return request


def _tell_officers(club: Club, player: User, now: datetime) -> None:
    """Those who have not blocked the player."""
    blocked = Relation.objects.filter(owner=OuterRef("user"), other=player, blocked=True)
    officers = Membership.objects.filter(~Exists(blocked), club=club, role__lte=Role.OFFICER, user__is_active=True)
    recipients = tuple(officers.values_list("user", flat=True))
    if recipients:
        event_log.record([club_requested(club, recipients, by=player.pk)], now=now)
