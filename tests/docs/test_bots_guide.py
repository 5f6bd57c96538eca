"""A shell runs the commands of docs/api/bots.md, which start a bot."""

import os
import re
import shutil
import subprocess

import pytest

from accounts.models import AccessToken, User
from games.core.models.games import Game
from tools.launcher.workspace import ROOT

BOT = ["bot:play", "game:read", "challenge:read", "challenge:write", "preference:read"]
GUIDE = ROOT / "docs" / "api" / "bots.md"


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_the_five_minutes_end_with_a_bot_that_has_moved(live_server_url: str, anna: User, bert: User) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    (steps,) = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    # The scopes that the guide names are the ones that are enough.
    assert all(f"`{scope}`" in text for scope in BOT)
    tokens = {
        "BOT": AccessToken.issue(user=bert, description="guide", scopes=BOT)[1],
        "ME": AccessToken.issue(user=anna, description="guide", scopes=["challenge:write"])[1],
    }

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", steps],
        cwd=ROOT,
        env={**os.environ, **tokens, "NAME": "bert", "SITE": live_server_url},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    bert.refresh_from_db()
    game = Game.objects.get()
    assert (bert.is_bot, bert.operator) == (True, "Me, and examples/bot.py")
    assert (game.white, game.black, game.ply, game.rated) == (bert, anna, 1, False)
