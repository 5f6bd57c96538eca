"""Many games as text, in pieces of bounded size: what a download is made of, however many games there are."""

from collections.abc import Iterator

from django.utils import timezone

from games.analysis.exports.choice import Choice, games_in, moves_of_games
from games.analysis.exports.texts import Form, Writing
from games.core.models.games import Game
from games.play.timeouts import settle

# A piece has so many games or so many half-moves, whichever is less.
GAMES_A_PIECE = 100
MOVES_A_PIECE = 20_000


def pieces(choice: Choice, writing: Writing) -> Iterator[bytes]:
    """The games as texts in UTF-8, whole games in every piece.

    Each piece is read by three short queries of its own, and nothing is held between one piece and the next: neither a
    transaction nor a connection, however long the reader takes. A game that ends meanwhile is there once.
    """
    _settle(choice)
    last = choice.after
    while numbers := _numbers(choice, after=last):
        moves = moves_of_games(numbers)
        texts = [writing.text_of(game, moves.get(game.pk, [])) for game in games_in(numbers)]
        yield ("\n" if writing.form is Form.PGN else "").join([*texts, ""]).encode()
        last = numbers[-1]


def _numbers(choice: Choice, *, after: int | None) -> list[int]:
    """The numbers of the games of the next piece; none after the last."""
    numbers: list[int] = []
    moves = 0
    for number, ply in choice.page(after=after, size=GAMES_A_PIECE):
        moves += ply
        if numbers and moves > MOVES_A_PIECE:
            break
        numbers.append(number)
    return numbers


def _settle(choice: Choice) -> None:
    """End what is overdue among the player's most urgent games, before it is written down as ongoing."""
    overdue = Game.objects.overdue(now=timezone.now()).of(choice.player.pk)
    for number in overdue.order_by("deadline_at").values_list("number", flat=True)[:100]:
        settle(number)
