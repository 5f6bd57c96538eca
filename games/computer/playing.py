"""What a computer does in a game: answer offers, claim draws, move. All of it by the actions that players have."""

from datetime import datetime, timedelta

import structlog

from accounts.models import User
from games.computer import slow_work, turns
from games.computer.experience import scores_of_people
from games.computer.turns import Turn
from games.core.models.games import Game
from games.core.queries import current_game
from games.play import actions, loading
from games.play.errors import GameFrozen
from games.play.takebacks import open_takeback
from games.solved.tables import open_tables
from kit import database_time
from kit.errors import Refusal
from muehle_engine import LEVELS, Choice, Level, choose
from muehle_tables import Result

log = structlog.get_logger(__name__)

# From here on a computer agrees to a draw that nothing proves, if there was no mill for so long and as many stones are
# left on each side. Before the first of them it agrees to none.
PLACED, LONG, QUIET = 18, 80, 20
# A move that was refused for a reason that is not foreseen is tried again after so long.
TRIED_AGAIN = timedelta(minutes=1)


def play_next() -> int:
    """Answer in the game that is next; 0 if none is due.

    If an answer fails by an error, the lease stays: the game comes up again when it has run out.
    """
    with slow_work.place() as is_free:
        turn = turns.take(slow=is_free)
        if turn is not None and turn.is_slow:
            _play(turn)
    if turn is not None and not turn.is_slow:
        _play(turn)
    # A slow turn may have come up after this look. Other processes found the place taken and left the turn to this one.
    return int(turn is not None or (is_free and turns.is_any_due()))


def _play(turn: Turn) -> None:
    try:
        due_at = _answer(turn)
    except Exception:
        log.exception("computer_failed", game=turn.game)
    else:
        turns.give_back(turn, due_at=due_at)


def _answer(turn: Turn) -> datetime | None:
    """Do all that the computer has to do now; returns when it is to move or to try again."""
    number = turn.game
    game = current_game(number)
    try:
        if game.is_ongoing:
            _answer_offers(game)
            game = current_game(number)
            if _is_on_move(game) and turn.moves_at is not None and database_time.now() < turn.moves_at:
                return turn.moves_at
            _move(game)
    except GameFrozen:
        return game.frozen_until
    except Refusal as refusal:
        # The player has resigned, taken back or been faster; or the time was up. The next look tells.
        log.info("computer_refused", game=number, code=refusal.code)
        return _try_again(number)
    return None


def _try_again(number: int) -> datetime | None:
    """When to try again after a refusal; None if the computer is not on move any more."""
    return database_time.now() + TRIED_AGAIN if _is_on_move(current_game(number)) else None


def _is_on_move(game: Game) -> bool:
    """Whether a computer is."""
    return game.is_ongoing and game.player(game.turn).is_computer


def _answer_offers(game: Game) -> None:
    """Answer the opponent's draw offer, and give a half-move back in a casual game.

    Nobody can offer a bot a pause.
    """
    for computer in (game.white, game.black):
        opponent = game.opponent_id(computer.pk)
        if not computer.is_computer:
            continue
        if game.draw_offered_by_id == opponent:
            answer = actions.accept_draw if agrees_to_draw(game, computer) else actions.decline_draw
            answer(game.number, computer)
        asked = open_takeback(game)
        if asked is not None and asked.asked_by_id == opponent:
            actions.accept_takeback(game.number, computer)


def agrees_to_draw(game: Game, computer: User) -> bool:
    """Whether the computer takes a draw: if it cannot win, or if a long game goes nowhere."""
    if game.ply < PLACED:
        return False
    board = game.board
    value = open_tables().value(board, game.ruleset)
    result = value.result if game.player(game.turn).pk == computer.pk else value.result.opposite
    if value.is_proved:
        return result is not Result.WON
    goes_nowhere = game.ply >= LONG and board.quiet_half_moves >= QUIET
    return goes_nowhere and board.white.bit_count() == board.black.bit_count()


def _move(game: Game) -> None:
    """Move, or claim a draw, if the computer is on move."""
    if not _is_on_move(game):
        return
    if game.is_frozen(now=database_time.now()):
        raise GameFrozen(game, until=game.frozen_until)
    mover = game.player(game.turn)
    choice = choice_in(game)
    if choice.claim is not None:
        actions.claim_draw(game.number, mover, claim=choice.claim.value)
    else:
        actions.play_move(game.number, mover, str(choice.move), ply=game.ply + 1)


def choice_in(game: Game) -> Choice:
    """What the computer on move does. After a crash another worker finds the same."""
    level = level_of(game.player(game.turn))
    scores = scores_of_people(game) if level.uses_tables else {}
    return choose(loading.resumed(game), level, tables=open_tables(), scores=scores, seed=game.number)


def level_of(computer: User) -> Level:
    """The level of a computer."""
    assert computer.computer_level is not None  # noqa: S101  (for the type checker)
    return LEVELS[computer.computer_level - 1]
