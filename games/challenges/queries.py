"""Queries for challenges, by viewer."""

from collections.abc import Callable, Iterable
from datetime import datetime
from hashlib import sha256

from django.db.models import Case, Exists, Expression, F, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Least

from games.challenges.models import Challenge, ChallengeQuerySet, link_digest_of
from games.core.models.terms import Pool
from games.core.time_controls import PRESENTERS
from games.core.time_controls.base import MOVES
from games.players.models import Rating, Relation, Sanction
from kit.errors import NotFound, raises
from muehle.clocks import DAY, TimeControl

# The number of challenges that the version of the lobby tells of: where there are more, something changes all the time.
LATEST = 200


def lobby_for(user_id: int | None, *, now: datetime) -> QuerySet[Challenge]:
    """Open challenges of others, newest first, whether the user is eligible or not; all of them for a visitor.

    Leaves out challenges of players whom the user has blocked, and those of suspended players. Challenges of players
    who have blocked the user stay: a comparison with the lobby of a visitor would tell of the block.
    """
    rows = Challenge.objects.open(now=now).filter(kind=Challenge.Kind.OPEN).select_related("challenger")
    suspended = Sanction.objects.filter(user=OuterRef("challenger"), kind=Sanction.Kind.SUSPENSION, until__gt=now)
    rows = rows.exclude(Exists(suspended))
    if not user_id:
        return rows
    blocked = Relation.objects.filter(owner=user_id, other=OuterRef("challenger"), blocked=True)
    return rows.exclude(challenger=user_id).exclude(Exists(blocked))


def lobby_version(*, now: datetime) -> str:
    """A tag, in quotes, that changes with the open challenges: posted, accepted, withdrawn and run out. It costs one
    short read of an index, and is the same for all readers.
    """
    listed = Challenge.objects.open(now=now).filter(kind=Challenge.Kind.OPEN).order_by("-number")
    numbers = ",".join(map(str, listed.values_list("number", flat=True)[:LATEST]))
    return f'"{sha256(numbers.encode()).hexdigest()[:16]}"'


def challenges_by_bots(rows: QuerySet[Challenge], *, bots: bool) -> QuerySet[Challenge]:
    """The challenges by bots; with `bots` false, those by people."""
    return rows.filter(challenger__bot_since__isnull=not bots)


def challenges_of(user_id: int) -> ChallengeQuerySet:
    """Challenges that the user has sent, received or accepted, newest first."""
    return Challenge.objects.of(user_id).select_related("challenger", "opponent").order_by("-number")


def open_challenges_of(user_id: int, *, now: datetime) -> QuerySet[Challenge]:
    """Unanswered challenges from or to the user, newest first, without those of players whom the user has blocked."""
    rows = challenges_of(user_id).open(now=now)
    return rows.exclude(Exists(Relation.objects.filter(owner=user_id, other=OuterRef("challenger"), blocked=True)))


def with_pace(rows: QuerySet[Challenge]) -> QuerySet[Challenge]:
    """The challenges with `pace`: the seconds for each move in a game of usual length."""
    return rows.annotate(pace=_pace())


def of_pace(rows: QuerySet[Challenge], *, more_than: int, at_most: int) -> QuerySet[Challenge]:
    """The challenges with so many seconds for each move in a game of usual length."""
    return rows.annotate(pace=_pace()).filter(pace__gt=more_than, pace__lte=at_most)


def _pace() -> Least:
    kinds = (
        When(clock_system=system, then=presenter.pace(_figure_of(presenter.kind())))
        for system, presenter in PRESENTERS.items()
    )
    # Least ignores NULL.
    of_total = F("total_days") * (DAY // 2 // MOVES)
    return Least(Case(*kinds, output_field=IntegerField()), of_total, output_field=IntegerField())


def _figure_of(defaults: TimeControl) -> Callable[[str], Expression]:
    """The column of a parameter, by name. What is left out has the default of the kind."""

    def figure(name: str) -> Expression:
        stored = Cast(KeyTextTransform(name, "clock_parameters"), IntegerField())
        return Coalesce(stored, Value(defaults.parameters[name]))

    return figure


def with_rating(rows: QuerySet[Challenge]) -> QuerySet[Challenge]:
    """The challenges with `rating`: the challenger's, among bots if the challenger is one."""
    found = Rating.objects.filter(user=OuterRef("challenger"), rules=OuterRef("rules")).values("value")
    people, bots = (Subquery(found.filter(pool=pool)) for pool in (Pool.PEOPLE, Pool.BOTS))
    of_pool = Case(When(challenger__bot_since=None, then=people), default=bots)
    return rows.annotate(rating=Coalesce(of_pool, Value(Rating().value)))


def with_reliability(rows: QuerySet[Challenge], *, of_none: int) -> QuerySet[Challenge]:
    """The challenges with `reliability`: the challenger's in percent, or `of_none` while they have no figure."""
    return rows.annotate(reliability=Coalesce("challenger__stored_reliability__percent", Value(of_none)))


@raises(NotFound)
def challenge_for_viewer(number: int, user_id: int | None) -> Challenge:
    """A challenge that is public, or that the viewer has sent, received or accepted."""
    rows = Challenge.objects.select_related("challenger", "opponent")
    challenge = rows.filter(number=number).first()
    if challenge is None or not challenge.is_visible_to(user_id):
        raise NotFound
    return challenge


@raises(NotFound)
def challenge_by_link(secret: str) -> Challenge:
    """The challenge with this invitation secret, in any status."""
    rows = Challenge.objects.select_related("challenger", "opponent")
    challenge = rows.filter(link_digest=link_digest_of(secret)).first()
    if challenge is None:
        raise NotFound
    return challenge


def heard_by(user_id: int | None, challenges: Iterable[Challenge]) -> list[Challenge]:
    """The challenges as the user reads them: without words of players whom they have muted. Do not save them."""
    rows = list(challenges)
    authors = {row.challenger_id for row in rows if row.message}
    authors |= {row.opponent_id for row in rows if row.decline_reason and row.opponent_id}
    if user_id and authors - {user_id}:
        mutes = Relation.objects.filter(owner=user_id, other__in=authors, muted=True)
        muted = set(mutes.values_list("other", flat=True))
        for row in rows:
            row.message = "" if row.challenger_id in muted else row.message
            row.decline_reason = "" if row.opponent_id in muted else row.decline_reason
    return rows


def people_in(challenges: Iterable[Challenge]) -> set[int]:
    """The user ids of all challengers and opponents."""
    return {user_id for row in challenges for user_id in (row.challenger_id, row.opponent_id) if user_id}


def shown_ratings_of(challenges: Iterable[Challenge]) -> dict[tuple[int, str, str], int]:
    """The rounded ratings of all players in the challenges, by user id, rule set and pool."""
    rows = Rating.objects.filter(user_id__in=people_in(challenges)).values_list("user_id", "rules", "pool", "value")
    return {(user_id, rules, pool): round(value) for user_id, rules, pool, value in rows}
