"""Twenty whole games at once, played at random through HTTP, end as they do in the rules library alone."""

import asyncio
import random
from collections.abc import Callable

import httpx
import pytest

import muehle
from accounts.models import AccessToken, User
from games.core.models.events import Event
from games.core.models.games import Game
from muehle import RULESETS, Move, Outcome
from tests.campaigns.playing_client import play_games

GAMES = 20
RULES = [list(RULESETS)[number % len(RULESETS)] for number in range(GAMES)]
SEEDS = [f"whole game {number}" for number in range(GAMES)]
SCOPES = ["game:read", "game:play", "challenge:write", "preference:read"]


def played_by_the_engine(rules: str, seed: str) -> tuple[list[str], Outcome]:
    """The moves and the end of the game that the same choices make without a server."""
    match, chance = muehle.Game(RULESETS[rules]), random.Random(seed)
    while (outcome := match.outcome()) is None:
        match.play(Move.parse(chance.choice([str(move) for move in match.legal_moves()])))
    return [str(move) for move in match.moves], outcome


@pytest.mark.campaign
def test_twenty_games_at_once_end_as_in_the_engine_alone(live_server_url: str, person: Callable[..., User]) -> None:
    people = [person(f"player{number}") for number in range(10)]
    tokens = [AccessToken.issue(user=user, description="play", scopes=SCOPES)[1] for user in people]
    pairs = [(tokens[number % 10], tokens[(number + 1 + number // 10) % 10]) for number in range(GAMES)]

    ended = asyncio.run(play_games(live_server_url, pairs, rules=RULES, seeds=SEEDS))

    for game, rules, seed in zip(ended, RULES, SEEDS, strict=True):
        moves, outcome = played_by_the_engine(rules, seed)
        assert [move["move"] for move in game["moves"]] == moves
        assert (game["result"], game["termination"]) == (outcome.result, outcome.termination.value)
        assert game["ply"] == len(moves)
    assert Game.objects.filter(status="finished").count() == GAMES
    plies = sum(game["ply"] for game in ended)
    assert Event.objects.filter(type="move_played").count() == plies


@pytest.mark.campaign
def test_the_streams_of_all_players_count_without_gaps_after_it_all(
    live_server_url: str, person: Callable[..., User]
) -> None:
    """Two players in six games at once draw numbers from the same two streams in both orders."""
    one, other = person("one"), person("other")
    tokens = [AccessToken.issue(user=user, description="play", scopes=SCOPES)[1] for user in (one, other)]
    pairs = [(tokens[number % 2], tokens[1 - number % 2]) for number in range(6)]

    asyncio.run(play_games(live_server_url, pairs, rules=RULES[:6], seeds=SEEDS[:6]))

    for token in tokens:
        seqs, address = list[int](), f"{live_server_url}/api/v1/events/?page_size=200"
        while address:
            page = httpx.get(address, headers={"Authorization": f"Bearer {token}"}, timeout=60).json()
            seqs += [event["seq"] for event in page["results"]]
            address = page["next"]
        assert seqs == list(range(1, Event.objects.count() + 1))
