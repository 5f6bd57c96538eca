"""What every level chooses in positions of all rule sets, as JSON, by the build that this process imports.

A process of `dev.py bench compiled`. Positions come from random games, whose seeds are the names of the rule sets.
"""

import json
import sys
import time
from collections.abc import Iterator
from random import Random

import muehle_engine.search
from muehle import RULESETS, Game, RuleSet
from muehle_engine import LEVELS, choose

# Half-moves from one position to the next.
STEP = 5


def games(rules: RuleSet, count: int) -> Iterator[Game]:
    """Games that go on, later and later ones: the first in the placing phase."""
    dice = Random(rules.name)
    found = 0
    while found < count:
        game = Game(rules)
        for _half_move in range(STEP * (found + 1)):
            moves = game.legal_moves()
            if not moves:
                break
            game.play(dice.choice(moves))
        if game.legal_moves():
            found += 1
            yield game


def report(count: int) -> None:
    """Print whether the modules are compiled, the choices, and the seconds of each level."""
    chosen: list[list[object]] = []
    seconds: dict[int, list[float]] = {level.number: [] for level in LEVELS}
    for rules in RULESETS.values():
        for seed, game in enumerate(games(rules, count)):
            for level in LEVELS:
                begun = time.process_time()
                choice = choose(game, level, seed=seed)
                seconds[level.number].append(time.process_time() - begun)
                place = [rules.name, game.position.text, level.number]
                chosen.append([*place, str(choice.move), choice.value, choice.nodes, choice.depth, choice.claim])
    is_compiled = not (muehle_engine.search.__file__ or "").endswith(".py")
    print(json.dumps({"is_compiled": is_compiled, "choices": chosen, "seconds": seconds}))


if __name__ == "__main__":
    report(int(sys.argv[1]))
