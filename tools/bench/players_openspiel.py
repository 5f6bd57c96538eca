"""OpenSpiel's Monte Carlo tree search as a player, for tools.bench.players.

Run by the Python that has open_spiel, this file is the other side: it reads moves, and answers with its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self, TypedDict

if TYPE_CHECKING:
    from muehle import Game, Move
    from tools.bench.players_games import Player

POINTS = [
    "a7",
    "d7",
    "g7",
    "b6",
    "d6",
    "f6",
    "c5",
    "d5",
    "e5",
    "a4",
    "b4",
    "c4",
    "e4",
    "f4",
    "g4",
    "c3",
    "d3",
    "e3",
    "b2",
    "d2",
    "f2",
    "a1",
    "d1",
    "g1",
]
# Longer games are drawn there.
LONGEST_GAME = 200
GAME = "nine_mens_morris"
# Seconds, before the opponent has made a move.
PACE = 0.05
# Simulations in a second, before any was measured.
FIRST_RATE = 10_000.0


class Question(TypedDict):
    """What is asked for a move."""

    moves: list[str]
    seconds: float
    seed: int


@dataclass
class MctsPlayer:
    """The search in a process of its own, with as much processor time for a move as its opponent uses on average."""

    python: Path
    name: str = "mcts"
    seconds: list[float] = field(default_factory=list)
    longest: int = LONGEST_GAME - 1
    paced_by: Player | None = None
    _process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        command = [str(self.python), "-I", str(Path(__file__)), GAME]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

    def move(self, game: Game, seed: int) -> Move:
        """The move in the position."""
        from muehle import Move

        paced = self.paced_by.seconds if self.paced_by else []
        pace = sum(paced) / len(paced) if paced else PACE
        question = Question(moves=list(map(str, game.moves)), seconds=pace, seed=seed + game.ply)
        process = self._process
        assert process is not None
        writer, reader = _streams(process)
        writer.write(json.dumps(question) + "\n")
        writer.flush()
        answer = json.loads(reader.readline())
        self.seconds.append(answer["seconds"])
        return Move.parse(answer["move"])


def _streams(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _answer(question: Question, rate: list[float]) -> dict[str, object]:
    """The move of the search, as many simulations long as the time allows; `rate` keeps their number in a second."""
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game(GAME)
    state = game.new_initial_state()
    for text in question["moves"]:
        for action in _actions(text):
            state.apply_action(action)
    player, played, begun = state.current_player(), [], time.process_time()
    while not state.is_terminal() and state.current_player() == player:
        simulations = max(2, int(question["seconds"] * rate[-1]))
        seed = question["seed"]
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 500, True, seed, False)
        started = time.process_time()
        played.append(bot.step(state))
        spent = time.process_time() - started
        # A search that proves its move ends early, and says nothing about the speed.
        speed = simulations / max(spent, 1e-5)
        if speed < 3 * rate[-1]:
            rate.append(0.7 * rate[-1] + 0.3 * speed)
        state.apply_action(played[-1])
    return {"move": _text(played), "seconds": time.process_time() - begun}


def _point(name: str) -> int:
    return POINTS.index(name)


def _actions(text: str) -> list[int]:
    """A move as the actions of OpenSpiel: a point, or 24 more for each pair of points; a removal by itself."""
    way, _x, removed = text.partition("x")
    source, dash, target = way.partition("-")
    actions = [len(POINTS) * (1 + _point(source)) + _point(target) if dash else _point(source)]
    return [*actions, _point(removed)] if removed else actions


def _text(actions: list[int]) -> str:
    first, *removed = actions
    pair, target = divmod(first, len(POINTS))
    way = f"{POINTS[pair - 1]}-{POINTS[target]}" if pair else POINTS[target]
    return f"{way}x{POINTS[removed[0]]}" if removed else way


def _serve() -> None:
    rate = [FIRST_RATE]
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line), rate)), flush=True)


if __name__ == "__main__":
    _serve()
