"""Reads that depend on who asks. Nothing here writes; an overdue game is settled by transitions.settle()."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import User
from accounts.models.rows import fetched
from accounts.validators import validate_username
from games import errors
from games.engine import Position
from games.models import (
    Challenge,
    DrawOffer,
    Event,
    Game,
    Leave,
    Measure,
    Message,
    Note,
    Rating,
    Relation,
    RoomMessage,
    UserEvent,
    UserStream,
)
from games.models.challenges import link_digest_of


class PlayedMove(NamedTuple):
    """A move as it is read most: without a model's weight."""

    ply: int
    notation: str
    played_at: datetime
    position: str


def game_for_viewer(number: int) -> Game:
    """The game with its players; games are public. Raises NotFound."""
    game = Game.objects.with_players().filter(number=number).first()
    if game is None:
        raise errors.NotFound
    return game


def locked_game_of(number: int, player_id: int) -> Game:
    """A game of the player's, its row held until the transaction ends. Raises NotFound, NotAPlayer."""
    game = Game.objects.select_for_update().filter(number=number).first()
    if game is None:
        raise errors.NotFound
    if not game.has_player(player_id):
        raise errors.NotAPlayer(game)
    return game


def moves_of(game: Game) -> list[PlayedMove]:
    """The moves of a game in order, in one query; those that were played after it was read are none of it."""
    statement = (
        "SELECT ply, notation, played_at, position FROM games_move WHERE game_id = %s AND ply <= %s ORDER BY ply"
    )
    return [PlayedMove._make(row) for row in fetched(statement, [game.pk, game.ply])]


def move_at(game: Game, ply: int) -> PlayedMove | None:
    """The half-move with this number; None before the first one, and for one that has not been played."""
    statement = "SELECT ply, notation, played_at, position FROM games_move WHERE game_id = %s AND ply = %s"
    rows = fetched(statement, [game.pk, ply])
    return PlayedMove._make(rows[0]) if rows else None


def position_after(game: Game, ply: int) -> Position:
    """The position after a half-move; 0 is the start. Raises NotFound for one that has not been played."""
    if ply == game.ply:
        return game.board
    if ply == 0:
        return Position.start()
    played = move_at(game, ply)
    if played is None:
        raise errors.NotFound
    return Position.parse(played.position)


def may_see_zwickmuehlen(game: Game, user_id: int | None) -> bool:
    """Whether they may be pointed out: a player of a rated game finds them by himself while it goes on."""
    return not (game.is_ongoing and game.rated and game.has_player(user_id))


def boards_played_for_rating(user_id: int | None) -> list[str]:
    """The stones, as 24 letters, and the side on move (w, b) of the rated games that the user is playing; no query for
    a guest."""
    if user_id is None:
        return []
    rows = Game.objects.ongoing().of(user_id).filter(rated=True)
    return [" ".join(position.split()[:2]) for position in rows.values_list("position", flat=True)]


def open_draw_offer(game: Game) -> DrawOffer | None:
    """The offer that waits for an answer; no query where there is none."""
    if game.draw_offered_by_id is None:
        return None
    return game.draw_offers.filter(status=DrawOffer.Status.OPEN).first()


def games_waiting_for(user_id: int) -> QuerySet[Game]:
    """Where it is the user's move, most urgent first."""
    return Game.objects.waiting_for(user_id).with_players().order_by("deadline_at")


def numbers_waiting_for(user_id: int) -> list[int]:
    """The numbers of the games in which it is the user's move, most urgent first; from one index."""
    rows = Game.objects.waiting_for(user_id).order_by("deadline_at")
    return list(rows.values_list("number", flat=True))


def game_played_on_from(number: int, user_id: int) -> Game | None:
    """The game in which the user has just moved, to be told on the next page; None for any other."""
    game = Game.objects.of(user_id).with_players().filter(number=number, ply__gt=0).first()
    return game if game and game.player_id(game.turn) != user_id else None


def games_waiting_for_others(user_id: int) -> QuerySet[Game]:
    """Ongoing games of the user in which the opponent is to move, or an arbiter to decide."""
    rows = Game.objects.ongoing().of(user_id).filter(~Q(on_move=user_id) | Q(frozen_until__gt=timezone.now()))
    return rows.with_players().order_by("deadline_at")


def ongoing_games_of(user_id: int) -> QuerySet[Game]:
    """The user's games that go on, whoever is to move, most urgent first."""
    return Game.objects.ongoing().of(user_id).with_players().order_by("deadline_at")


def ended_games_of(user_id: int) -> QuerySet[Game]:
    """The user's finished and aborted games, the latest end first."""
    return Game.objects.ended().of(user_id).with_players().order_by("-finished_at")


def lobby_for(user_id: int | None, *, now: datetime) -> QuerySet[Challenge]:
    """Open challenges of others, newest first, also those that ask for another rating; a guest sees them all.

    Whoever has blocked the other, neither of two sees a seat of his. Nobody can take one of whom an arbiter lets begin
    no games, so nobody sees it.
    """
    rows = Challenge.objects.open(now=now).filter(kind=Challenge.Kind.OPEN).select_related("challenger")
    suspended = Measure.objects.filter(user=OuterRef("challenger"), kind=Measure.Kind.SUSPENSION, until__gt=now)
    rows = rows.exclude(Exists(suspended))
    if not user_id:
        return rows
    blocks = Relation.objects.filter(blocked=True)
    by_user = blocks.filter(owner=user_id, other=OuterRef("challenger"))
    by_other = blocks.filter(owner=OuterRef("challenger"), other=user_id)
    return rows.exclude(challenger=user_id).exclude(Exists(by_user) | Exists(by_other))


def seats_of_bots(rows: QuerySet[Challenge], *, bots: bool) -> QuerySet[Challenge]:
    """Of the seats those of bots, or with `bots` false those of people."""
    return rows.filter(challenger__bot_since__isnull=not bots)


def challenges_of(user_id: int) -> QuerySet[Challenge]:
    """Challenges that the user has sent, received or taken, newest first."""
    rows = Challenge.objects.filter(Q(challenger=user_id) | Q(opponent=user_id))
    return rows.select_related("challenger", "opponent").order_by("-number")


def open_challenges_of(user_id: int, *, now: datetime) -> QuerySet[Challenge]:
    """Challenges that wait for an answer, from the user or to him, newest first; not those of whom he has blocked."""
    rows = challenges_of(user_id).filter(status=Challenge.Status.OPEN, expires_at__gt=now)
    return rows.exclude(Exists(Relation.objects.filter(owner=user_id, other=OuterRef("challenger"), blocked=True)))


def challenge_for_viewer(number: int, user_id: int | None) -> Challenge:
    """A challenge that the viewer sent, received or took, or any that is for all. Raises NotFound."""
    rows = Challenge.objects.select_related("challenger", "opponent")
    challenge = rows.filter(number=number).first()
    if challenge is None or not challenge.is_visible_to(user_id):
        raise errors.NotFound
    return challenge


def challenge_by_link(secret: str) -> Challenge:
    """The invitation that belongs to a secret, whatever has become of it. Raises NotFound."""
    rows = Challenge.objects.select_related("challenger", "opponent")
    challenge = rows.filter(link_digest=link_digest_of(secret)).first()
    if challenge is None:
        raise errors.NotFound
    return challenge


def people_in(challenges: Iterable[Challenge]) -> set[int]:
    """The ids of everybody who has sent the challenges, or is asked, or has taken them."""
    return {user_id for row in challenges for user_id in (row.challenger_id, row.opponent_id) if user_id}


def shown_ratings_of(challenges: Iterable[Challenge]) -> dict[tuple[int, str, str], int]:
    """The rounded ratings of everybody in the challenges who has one, by user id, rule set and pool."""
    rows = Rating.objects.filter(user_id__in=people_in(challenges)).values_list("user_id", "rules", "pool", "value")
    return {(user_id, rules, pool): round(value) for user_id, rules, pool, value in rows}


def player_by_name(username: str) -> User:
    """The player of this name, whatever the case of its letters. Raises NotFound, also for a closed account."""
    # What no name can look like is not asked for either: a zero character would be a fault of the query.
    try:
        validate_username(username)
    except ValidationError as error:
        raise errors.NotFound from error
    player = User.objects.alias(lowered=Lower("username")).filter(lowered=username.lower(), is_active=True).first()
    if player is None:
        raise errors.NotFound
    return player


def deleted_player(username: str) -> User | None:
    """Who is called so since he has deleted his account; None for everybody else."""
    return User.objects.filter(username=username, deletion__erased_at__isnull=False).first()


def away_until(user_ids: Iterable[int], *, now: datetime) -> dict[int, datetime]:
    """Of these users those who are on leave now, with its end. Leave that has not begun is its owner's secret."""
    rows = Leave.objects.current(now=now).filter(user__in=user_ids)
    return dict(rows.values_list("user_id", "ends_at"))


def ratings_of(user_id: int) -> QuerySet[Rating]:
    """The player's ratings, those among people first, and in each pool the rule set played most."""
    return Rating.objects.filter(user=user_id).order_by("-pool", "-games", "rules")


def game_counts_of(user_id: int) -> dict[str, int]:
    """How many games of the player are ongoing, won, drawn, lost and aborted."""
    won = Q(white=user_id, result="1-0") | Q(black=user_id, result="0-1")
    lost = Q(white=user_id, result="0-1") | Q(black=user_id, result="1-0")
    return Game.objects.of(user_id).aggregate(
        ongoing=Count("pk", filter=Q(status=Game.Status.ONGOING)),
        won=Count("pk", filter=won),
        drawn=Count("pk", filter=Q(result="1/2-1/2")),
        lost=Count("pk", filter=lost),
        aborted=Count("pk", filter=Q(status=Game.Status.ABORTED)),
    )


def messages_for(game: Game, user_id: int | None) -> QuerySet[Message]:
    """What the two players wrote; nobody else may read it, and the reader not what he has muted."""
    rows = Message.objects.filter(game=game).select_related("author").order_by("id")
    return rows.exclude(Exists(_mutes(user_id, "author"))) if game.has_player(user_id) else rows.none()


def may_enter_room(game: Game, user_id: int) -> bool:
    """Whether a user who is signed in may read and write among the spectators: the players may not while they play."""
    return not (game.is_ongoing and game.has_player(user_id))


def room_messages_for(game: Game, user_id: int) -> QuerySet[RoomMessage]:
    """What the spectators wrote and kept, the newest first; nothing of whom the reader has muted or blocked.

    The caller has seen to it that he may enter.
    """
    shunned = Relation.objects.filter(owner=user_id, other=OuterRef("author"))
    rows = RoomMessage.objects.filter(~Exists(shunned), game=game, deleted_at=None)
    return rows.select_related("author").order_by("-id")


def own_note(game: Game, user_id: int) -> Note | None:
    """What the user has noted about the game."""
    return Note.objects.filter(game=game, author=user_id).first()


def revealed_notes(game: Game, user_id: int | None) -> QuerySet[Note]:
    """What players let everybody read, which is nothing before the end, and for the reader nothing of whom he mutes."""
    rows = Note.objects.filter(game=game, revealed=True).exclude(Exists(_mutes(user_id, "author")))
    return rows.none() if game.is_ongoing else rows.select_related("author").order_by("id")


def relation_between(user_id: int, other_id: int) -> Relation:
    """What the user has decided about the other; a row that is not stored where that is nothing."""
    row = Relation.objects.filter(owner=user_id, other=other_id).first()
    return row or Relation(owner_id=user_id, other_id=other_id)


def relations_of(user_id: int) -> QuerySet[Relation]:
    """Whom the user has blocked or muted, the last decision first."""
    return Relation.objects.filter(owner=user_id, other__is_active=True).select_related("other").order_by("-id")


def has_muted(user_id: int | None, other_id: int | None) -> bool:
    """Whether the user does not want to read the other's words."""
    return Relation.objects.filter(owner=user_id, other=other_id, muted=True).exists()


def _mutes(reader: int | OuterRef | None, author: str) -> QuerySet[Relation]:
    """The reader's muting of a row's author, for a subquery; a reader may be a column of the outer row but one."""
    owner = OuterRef(reader) if isinstance(reader, OuterRef) else reader
    return Relation.objects.filter(owner=owner, other=OuterRef(author), muted=True)


def events_of_game(game: Game, user_id: int | None, *, after: int = 0) -> QuerySet[Event]:
    """The game's log after the given event id, without what is not the viewer's to see.

    Each has `is_unheard`: whether the viewer has muted who caused it.
    """
    reader = user_id if game.has_player(user_id) else None
    rows = Event.objects.filter(game=game, id__gt=after).select_related("actor").order_by("id")
    return _seen_by(reader, rows).annotate(is_unheard=Exists(_mutes(reader, "actor")))


def last_events(numbers: Iterable[int]) -> dict[tuple[int, int | None], int]:
    """How far the logs of these games go, by game and reader: each of its players, and None for everybody else.

    What a reader may not see does not count, lest its numbers tell him that it is there.
    """
    log = Event.objects.filter(game=OuterRef("pk"))
    readers = (None, OuterRef("white"), OuterRef("black"))
    last = [Subquery(_seen_by(reader, log).order_by("-id").values("id")[:1]) for reader in readers]
    rows = Game.objects.filter(pk__in=numbers).order_by().values_list("pk", "white", "black", *last)
    found: dict[tuple[int, int | None], int] = {}
    for number, white, black, *reached in rows:
        found |= {(number, reader): last or 0 for reader, last in zip((None, white, black), reached, strict=True)}
    return found


def last_event_of(number: int, user_id: int | None) -> int:
    """The id of the last event of a game that the viewer sees; 0 where there is none."""
    found = last_events([number])
    return found.get((number, user_id), found.get((number, None), 0))


def _seen_by(player: int | OuterRef | None, rows: QuerySet[Event]) -> QuerySet[Event]:
    """Of a game's events those that one of its players sees, or None: everybody else. The one place that says so."""
    if player is None:
        return rows.exclude(type__in=Event.HIDDEN_TYPES)
    unheard = Q(type__in=Event.UNHEARD_TYPES) & Exists(_mutes(player, "actor"))
    return rows.exclude(type__in=Event.PERSONAL_TYPES).exclude(unheard)


def last_seq_of(user_id: int) -> int:
    """The last number in the user's stream; 0 where nothing has happened yet."""
    last = UserStream.objects.filter(user=user_id).values_list("last_seq", flat=True).first()
    return last or 0


def events_of_user(user_id: int, *, after: int = 0) -> QuerySet[UserEvent]:
    """The user's stream after the given seq; each with `is_unheard`, as in events_of_game."""
    rows = UserEvent.objects.filter(user=user_id, seq__gt=after)
    rows = rows.annotate(is_unheard=Exists(_mutes(user_id, "event__actor")))
    return rows.select_related("event", "event__actor").order_by("seq")
