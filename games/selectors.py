"""Reads that depend on who asks. Nothing here writes; an overdue game is settled by transitions.settle()."""

from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet

from games import errors
from games.models import Challenge, Event, Game, Message, Move, UserEvent


def game_for_viewer(number: int) -> Game:
    """The game with its players; games are public. Raises NotFound."""
    game = Game.objects.with_players().filter(number=number).first()
    if game is None:
        raise errors.NotFound
    return game


def game_with_moves(number: int) -> Game:
    """As game_for_viewer, with its moves prefetched."""
    moves = Prefetch("moves", queryset=Move.objects.order_by("ply"))
    game = Game.objects.with_players().prefetch_related(moves).filter(number=number).first()
    if game is None:
        raise errors.NotFound
    return game


def games_waiting_for(user_id: int) -> QuerySet[Game]:
    """Where it is the user's move, most urgent first."""
    return Game.objects.ongoing().filter(on_move=user_id).with_players().order_by("deadline_at")


def games_waiting_for_others(user_id: int) -> QuerySet[Game]:
    """Ongoing games of the user in which the opponent is to move."""
    return Game.objects.ongoing().of(user_id).exclude(on_move=user_id).with_players().order_by("deadline_at")


def ended_games_of(user_id: int) -> QuerySet[Game]:
    """The user's finished and aborted games, the latest end first."""
    return Game.objects.ended().of(user_id).with_players().order_by("-finished_at")


def lobby_for(user_id: int | None, *, now: datetime) -> QuerySet[Challenge]:
    """Open challenges that the viewer could take; newest first. A guest sees them all."""
    rows = Challenge.objects.open(now=now).filter(kind=Challenge.Kind.OPEN).select_related("challenger")
    return rows.exclude(challenger=user_id) if user_id else rows


def challenges_of(user_id: int) -> QuerySet[Challenge]:
    """Challenges that the user has sent, received or taken, newest first."""
    rows = Challenge.objects.filter(Q(challenger=user_id) | Q(opponent=user_id))
    return rows.select_related("challenger", "opponent").order_by("-number")


def messages_for(game: Game, user_id: int | None) -> QuerySet[Message]:
    """What the two players wrote; nobody else may read it."""
    rows = Message.objects.filter(game=game).select_related("author").order_by("id")
    return rows if game.has_player(user_id) else rows.none()


def events_of_game(game: Game, user_id: int | None, *, after: int = 0) -> QuerySet[Event]:
    """The game's log after the given event id, without what concerns only the players if another asks."""
    rows = Event.objects.filter(game=game, id__gt=after).select_related("actor").order_by("id")
    return rows if game.has_player(user_id) else rows.exclude(type__in=Event.PRIVATE_TYPES)


def events_of_user(user_id: int, *, after: int = 0) -> QuerySet[UserEvent]:
    """The user's stream after the given seq."""
    rows = UserEvent.objects.filter(user=user_id, seq__gt=after)
    return rows.select_related("event", "event__actor").order_by("seq")
