"""Rankings and histories of ratings as plain data."""

from collections.abc import Sequence
from datetime import datetime

from games.core.presenters import Data, rfc3339
from games.players.models import Rating, RatingChange
from games.players.presenters import named_player_data
from games.rankings.histories import Score
from games.rankings.listed import Distribution
from games.rankings.summaries import RatingSummary
from muehle import Color


def ranked_data(rating: Rating, distribution: Distribution, *, at: datetime) -> Data:
    return named_player_data(rating.user) | {
        "place": distribution.place_of(round(rating.value)),
        "rating": round(rating.value),
        "deviation": round(rating.standing.strength_at(at).deviation),
        "games": rating.games,
        "rated_at": rfc3339(rating.rated_at),
    }


def summary_data(summary: RatingSummary) -> Data:
    rating, history, best = summary.rating, summary.history, summary.best_win
    colours = zip(Color, history.colours, strict=True)
    return {
        "rules": rating.rules,
        "pool": rating.pool,
        "rating": round(rating.value),
        "deviation": round(rating.current_deviation),
        "provisional": rating.is_provisional,
        "place": summary.place,
        "players": summary.distribution.players,
        "highest": round(history.highest.rating) if history.points else None,
        "score": _score(history.score),
        "by_color": [{"color": color.value} | _score(score) for color, score in colours],
        "by_termination": [{"termination": each} | _score(score) for each, score in history.endings.items()],
        "by_month": [
            {"month": f"{month.begins:%Y-%m}", "rating": month.rating} | _score(month.score) for month in history.months
        ],
        "opponents": [{"player": named_player_data(each.player)} | _score(each.score) for each in summary.opponents],
        "average_opponent": history.average_opponent,
        "best_win": best and {"game": best.game, "opponent": named_player_data(best.opponent), "rating": best.rating},
        "openings": [{"position": each.position.text} | _score(each.score) for each in summary.openings],
    }


def changes_data(changes: Sequence[RatingChange]) -> list[Data]:
    return [
        {
            "game": change.game_id,
            "finished_at": rfc3339(change.finished_at),
            "opponent": named_player_data(change.opponent),
            "score": change.score,
            "rating_before": round(change.value),
            "rating": round(change.new_value),
            "deviation": round(change.new_deviation),
        }
        for change in changes
    ]


def encounters_data(changes: Sequence[RatingChange]) -> list[Data]:
    rows = zip(changes_data(changes), changes, strict=True)
    return [data | {"rules": change.rules, "pool": change.pool} for data, change in rows]


def _score(score: Score) -> Data:
    return {"won": score.won, "drawn": score.drawn, "lost": score.lost}
