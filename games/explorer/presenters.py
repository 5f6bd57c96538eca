"""The opening explorer as plain data."""

from games.core.presenters import Data
from games.explorer.bands import Band
from games.explorer.queries import Opening, Results
from muehle import Position, RuleSet


def opening_data(opening: Opening, position: Position, rules: RuleSet, band: Band | None, year: int | None) -> Data:
    return {
        "position": position.text,
        "rules": rules.name,
        "band": None if band is None else band.code,
        "year": year,
        **_results(opening.results),
        "moves": [
            {
                "move": str(played.move),
                "equivalent": [str(move) for move in played.equivalent],
                "position": played.position.text,
                **_results(played.results),
            }
            for played in opening.moves
        ],
    }


def _results(results: Results) -> Data:
    return {"games": results.games, **results._asdict()}
