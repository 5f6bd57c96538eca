"""A client that plays whole games at random through the HTTP API, many at once: a check, a load, and an example.

    python -m tests.campaigns.playing_client http://127.0.0.1:8000 TOKEN_OF_ONE TOKEN_OF_ANOTHER --games 20

Knows nothing of the rules: it plays what the server lists as legal. With the same seed the same game is played, here
and by the rules library alone.
"""

import argparse
import asyncio
import json
import random
from dataclasses import dataclass
from typing import Any

import httpx

Answer = dict[str, Any]


class UnexpectedAnswerError(Exception):
    """The server did not answer as it should have."""


@dataclass(frozen=True)
class ApiPlayer:
    """Somebody with a token."""

    http: httpx.AsyncClient
    token: str

    async def call(self, method: str, address: str, body: Answer | None = None, *, expect: int = 200) -> Answer:
        """The JSON of the answer. Raises UnexpectedAnswerError for another status."""
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = await self.http.request(method, f"/api/v1/{address}", json=body, headers=headers)
        if answer.status_code != expect:
            raise UnexpectedAnswerError(f"{method} {address} {body}: {answer.status_code} {answer.text}")
        found: Answer = answer.json()
        return found

    async def name(self) -> str:
        """Whose token it is."""
        found: str = (await self.call("GET", "account/"))["username"]
        return found


async def begin(white: ApiPlayer, black: ApiPlayer, *, rules: str) -> int:
    """Agree on a game and return its number."""
    wanted = {"kind": "direct", "opponent": await black.name(), "colour": "white", "rules": rules}
    challenge = await white.call("POST", "challenges/", wanted, expect=201)
    accepted = await black.call("POST", f"challenges/{challenge['number']}/acceptance/", expect=201)
    number: int = accepted["game"]
    return number


async def play_whole_game(white: ApiPlayer, black: ApiPlayer, *, rules: str, seed: str) -> Answer:
    """Play until the server says that the game is over; now and then send a move twice, or a stale one."""
    number = await begin(white, black, rules=rules)
    chance, mischief = random.Random(seed), random.Random(f"mischief {seed}")
    players = {"white": white, "black": black}
    game = await white.call("GET", f"games/{number}/")
    while game["status"] == "ongoing":
        mover = players[game["turn"]]
        seen = await mover.call("GET", f"games/{number}/")
        move = {"move": chance.choice(seen["legal_moves"]), "ply": seen["ply"] + 1}
        game = await mover.call("POST", f"games/{number}/moves/", move, expect=201)
        if mischief.random() < 0.1:
            game = await mover.call("POST", f"games/{number}/moves/", move, expect=200)
        if mischief.random() < 0.1 and game["status"] == "ongoing":
            await mover.call("POST", f"games/{number}/moves/", {**move, "ply": move["ply"] + 2}, expect=409)
    return await white.call("GET", f"games/{number}/")


async def play_games(url: str, pairs: list[tuple[str, str]], *, rules: list[str], seeds: list[str]) -> list[Answer]:
    """Play a game for each pair of tokens, all at once, and return them as they ended."""
    limits = httpx.Limits(max_connections=len(pairs))
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as http:
        games = [
            play_whole_game(ApiPlayer(http, white), ApiPlayer(http, black), rules=name, seed=seed)
            for (white, black), name, seed in zip(pairs, rules, seeds, strict=True)
        ]
        return list(await asyncio.gather(*games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("white", help="token of the player who has White")
    parser.add_argument("black", help="token of the player who has Black")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    seeds = [f"{asked.seed} {count}" for count in range(asked.games)]
    pairs, rules = [(asked.white, asked.black)] * asked.games, [asked.rules] * asked.games
    for game in asyncio.run(play_games(asked.url, pairs, rules=rules, seeds=seeds)):
        print(json.dumps({name: game[name] for name in ("number", "ply", "result", "termination")}))  # noqa: T201


if __name__ == "__main__":
    main()
