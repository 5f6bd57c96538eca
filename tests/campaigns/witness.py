"""A program that plays games over HTTP until its server is gone, and prints each move that was acknowledged.

    python -m tests.campaigns.witness https://muehle.example TOKEN_OF_WHITE TOKEN_OF_BLACK

A line of JSON a move: game, ply, and when it was sent and answered, in seconds since 1970.
"""

import asyncio
import json
import random
import sys
import time

import httpx

from tests.campaigns.playing_client import ApiPlayer, UnexpectedAnswerError, begin

GAMES = 4
SECONDS_A_MOVE = 0.2


async def witness(url: str, *tokens: str) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        white, black = (ApiPlayer(http, token) for token in tokens)
        # A player may have three open challenges to another.
        beginning = asyncio.Lock()
        await asyncio.gather(*(play_on(white, black, beginning) for _game in range(GAMES)))


async def play_on(white: ApiPlayer, black: ApiPlayer, beginning: asyncio.Lock) -> None:
    """One game after another."""
    players = {"white": white, "black": black}
    while True:
        async with beginning:
            number = await begin(white, black, rules="standard")
        game = await white.call("GET", f"games/{number}/")
        while game["status"] == "ongoing":
            await asyncio.sleep(SECONDS_A_MOVE)
            mover, ply = players[game["turn"]], game["ply"] + 1
            seen = await mover.call("GET", f"games/{number}/")
            sent = time.time()
            move = {"move": random.choice(seen["legal_moves"]), "ply": ply}
            game = await mover.call("POST", f"games/{number}/moves/", move, expect=201)
            print(json.dumps({"game": number, "ply": ply, "sent": sent, "answered": time.time()}), flush=True)  # noqa: T201


if __name__ == "__main__":
    try:
        asyncio.run(witness(*sys.argv[1:]))
    except (UnexpectedAnswerError, httpx.HTTPError) as end:
        print(f"{type(end).__name__}: {end}", file=sys.stderr)  # noqa: T201
