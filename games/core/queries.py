"""Reads of games and moves."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from games.core.locking import read_game
from games.core.models.events import UserStream
from games.core.models.games import Game, PlayedMove
from kit import database_time
from kit.errors import NotFound, raises
from kit.hooks import Hook
from kit.sql import fetched
from muehle import Position

# A reader has met a game that is overdue: the one function ends it on time, and returns it as it stands then.
game_overdue: Hook[[int], Game] = Hook()


@raises(read_game)
def game_for_viewer(number: int) -> Game:
    """The game with its players and moves; games are public."""
    return read_game(number)


@raises(game_for_viewer)
def current_game(number: int) -> Game:
    """The game with its players and moves as it stands now: one that is overdue is ended first."""
    game = game_for_viewer(number)
    if not game.is_overdue(now=database_time.now()):
        return game
    [settled] = game_overdue(number)
    return settled


def moves_of(game: Game) -> list[PlayedMove]:
    """The moves of a game in order, in one query unless they are known; those that were played after the game was read
    are none of it."""
    if game.known_moves is not None:
        return game.known_moves
    statement = "SELECT ply, notation, played_at, position FROM core_move WHERE game_id = %s AND ply <= %s ORDER BY ply"
    return [PlayedMove(*row) for row in fetched(statement, [game.pk, game.ply])]


def positions_before(moves: Sequence[PlayedMove]) -> list[Position]:
    """The position before each of the first half-moves of a game; no query."""
    after = [Position.parse(move.position) for move in moves]
    return [Position.start(), *after][: len(moves)]


def move_at(game: Game, ply: int) -> PlayedMove | None:
    """The half-move with this number; None before the first one, and for one that has not been played."""
    statement = "SELECT ply, notation, played_at, position FROM core_move WHERE game_id = %s AND ply = %s"
    rows = fetched(statement, [game.pk, ply])
    return PlayedMove(*rows[0]) if rows else None


@raises(NotFound)
def position_after(game: Game, ply: int) -> Position:
    """The position after a half-move; 0 is the start. It must have been played."""
    if ply == game.ply:
        return game.board
    if ply == 0:
        return Position.start()
    played = move_at(game, ply)
    if played is None:
        raise NotFound
    return Position.parse(played.position)


def games_waiting_for(user_id: int) -> QuerySet[Game]:
    """Games in which the user is on move, most urgent first."""
    return Game.objects.waiting_for(user_id).with_players().order_by("deadline_at")


def numbers_waiting_for(user_id: int) -> list[int]:
    """The numbers of the games in which it is the user's move, most urgent first; from one index."""
    rows = Game.objects.waiting_for(user_id).order_by("deadline_at")
    return list(rows.values_list("number", flat=True))


def game_played_on_from(number: int, user_id: int) -> Game | None:
    """The game in which the user has just moved, to be mentioned on the next page; None for any other."""
    game = Game.objects.of(user_id).with_players().filter(number=number, ply__gt=0).first()
    return game if game and game.player_id(game.turn) != user_id else None


def games_waiting_for_others(user_id: int) -> QuerySet[Game]:
    """Ongoing games of the user in which the opponent is to move, or an arbiter to decide."""
    rows = Game.objects.ongoing().of(user_id).filter(~Q(on_move=user_id) | Q(frozen_until__gt=database_time.now()))
    return rows.with_players().order_by("deadline_at")


def ongoing_games_of(user_id: int) -> QuerySet[Game]:
    """The user's ongoing games, with either side to move, most urgent first."""
    return Game.objects.ongoing().of(user_id).with_players().order_by("deadline_at")


def ended_games_of(user_id: int) -> QuerySet[Game]:
    """The user's finished and aborted games, the latest end first."""
    return Game.objects.ended().of(user_id).with_players().order_by("-finished_at")


def last_seq_of(user_id: int) -> int:
    """The last number in the user's stream; 0 where nothing has happened yet."""
    last = UserStream.objects.filter(user=user_id).values_list("last_seq", flat=True).first()
    return last or 0
