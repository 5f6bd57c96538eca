"""Downloads of many games as pieces of bounded size."""

from collections.abc import Iterator, Sequence
from functools import partial

from games.analysis.exports.choice import GameSelection, games_in, moves_of_games
from games.analysis.exports.texts import ExportFormat, GameWriter
from games.core.models.games import Game
from games.play.timeouts import settle_among
from kit.replica import Replica

# A piece ends at the first of these limits: games or half-moves.
GAMES_A_PIECE = 100
MOVES_A_PIECE = 20_000


def pieces(choice: GameSelection, writing: GameWriter) -> Iterator[bytes]:
    """The games as text in UTF-8, in pieces of whole games.

    Each piece is read by three short queries. Neither a transaction nor a connection is held between two pieces,
    however slow the client is. A game that ends during the download is included once.
    """
    # So that overdue games are not exported as ongoing.
    settle_among(Game.objects.of(choice.player.pk))
    last, replica = choice.after, Replica()
    while numbers := replica.read(partial(_numbers, choice, after=last)):
        yield replica.read(partial(_piece, writing, numbers))
        last = numbers[-1]


def _piece(writing: GameWriter, numbers: Sequence[int]) -> bytes:
    moves = moves_of_games(numbers)
    texts = writing.texts_of(games_in(numbers), moves)
    return ("\n" if writing.form is ExportFormat.PGN else "").join([*texts, ""]).encode()


def _numbers(choice: GameSelection, *, after: int | None) -> list[int]:
    """The numbers of the games of the next piece; empty after the last one."""
    numbers: list[int] = []
    moves = 0
    for number, ply in choice.page(after=after, size=GAMES_A_PIECE):
        moves += ply
        if numbers and moves > MOVES_A_PIECE:
            break
        numbers.append(number)
    return numbers
