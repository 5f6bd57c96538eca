#!/usr/bin/env python3
"""A whole bot with nothing but Python: MUEHLE_URL=https://… MUEHLE_TOKEN=mue_… python3 examples/bot.py

It takes the challenges to its account and plays every game that waits for it. Restarts, of the server or its own, do no
harm: its place in the stream is a number, and a move says which half-move it is. Ctrl-C ends it."""

import contextlib
import http.client
import json
import os
import random
import signal
import sys
import time
import urllib.error
import urllib.request
from typing import Any

API, TOKEN = os.environ["MUEHLE_URL"].rstrip("/") + "/api/v1/", os.environ["MUEHLE_TOKEN"]
CHANCE = random.Random(os.environ.get("MUEHLE_SEED"))
ROWS = "a7d7g7 b6d6f6 c5d5e5 a4b4c4 e4f4g4 c3d3e3 b2d2f2 a1d1g1 a7a4a1 b6b4b2 c5c4c3 d7d6d5 d3d2d1 e5e4e3 f6f4f2 g7g4g1"
BROKEN = (OSError, ValueError, http.client.HTTPException)  # no line, or one that broke within the answer
MILLS = [{line[:2], line[2:4], line[4:]} for line in ROWS.split()]


def opened(method: str, path: str, body: Any = None, **headers: str) -> Any:
    headers |= {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(API + path, data, headers, method=method), timeout=30)


def call(method: str, path: str, body: Any = None) -> Any:
    """The answer, or None where the server says no. Waits while it is away, and as long as it asks for."""
    while True:
        try:
            with opened(method, path, body) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                said = f"{method} {path}: {json.load(error).get('detail')}"
                return sys.exit(said) if error.code == 401 else print(said, flush=True)
            time.sleep(float(error.headers.get("Retry-After") or 5))
        except BROKEN:
            time.sleep(CHANCE.uniform(1, 3))


def events() -> Any:
    """Every event once and in order; None when it is time to look at everything."""
    last, pause = "", 0.5
    while True:
        try:
            with opened("GET", "events/", Accept="text/event-stream", **{"Last-Event-ID": last}) as stream:
                for line in stream:  # a comment every seven seconds keeps the time-out away
                    if line.startswith(b"data: "):
                        event, pause = json.loads(line[6:]), 0.5
                        yield None if event["type"] in ("ready", "reset") else event
                        last = str(event.get("seq", event.get("after")))
        except BROKEN as error:
            if getattr(error, "code", None) in (401, 403):
                sys.exit(f"GET events/: {error}; is the token still good?")  # no patience mends this
        time.sleep(pause := min(60, pause * 2))


def worth(move: str, theirs: set[str]) -> int:
    """A mill is best, and the better the more it breaks; then what keeps the opponent from theirs."""
    way, _, taken = move.partition("x")
    blocks = any(way[-2:] in line and len(line & theirs) == 2 for line in MILLS)
    return 2 * bool(taken) + blocks + sum(taken in line and len(line & theirs) > 1 for line in MILLS)


def play(number: int) -> Any:
    game = call("GET", f"games/{number}/")
    if not game or not game["legal_moves"]:  # there are none unless it is our move
        return None
    if game["claimable_draws"]:
        return call("POST", f"games/{number}/draw-claim/", {"claim": game["claimable_draws"][0]})
    theirs = set(game["position"]["points"]["black" if game["turn"] == "white" else "white"])
    move = max(game["legal_moves"], key=lambda move: (worth(move, theirs), CHANCE.random()))
    return call("POST", f"games/{number}/moves/", {"move": move, "ply": game["ply"] + 1})


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    me = (call("GET", "account/") or sys.exit(1))["username"]
    print(f"{me} is ready", flush=True)
    for event in events():
        if event is None:
            for challenge in call("GET", "challenges/?direction=received&status=open&page_size=100")["results"]:
                call("POST", f"challenges/{challenge['number']}/acceptance/", {})
            for game in call("GET", "games/?waiting=true&page_size=100")["results"]:
                play(game["number"])
        elif event["type"] == "challenge_received" and event["actor"] != me:
            call("POST", f"challenges/{event['challenge']}/acceptance/", {})  # here it would look at the terms
        elif event["type"] == "game_started" or (event["type"] == "move_played" and event["actor"] != me):
            play(event["game"])


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
