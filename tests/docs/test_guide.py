"""The commands in docs/api.md are what they say: a shell runs them, one after another."""

import os
import re
import shutil
import subprocess

import pytest

from accounts.models import AccessToken, User
from games.core.models.games import Game
from tools.launcher.workspace import ROOT

DOCUMENT = ROOT / "docs" / "api.md"
SCOPES = ["challenge:read", "challenge:write", "game:read", "game:play"]


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_the_first_steps_lead_to_a_game_with_two_half_moves(live_server_url: str, anna: User, bert: User) -> None:
    steps = "\n".join(re.findall(r"^```sh\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
    tokens = {
        user.username.upper(): AccessToken.issue(user=user, description="guide", scopes=SCOPES)[1]
        for user in (anna, bert)
    }

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", steps],
        env={**os.environ, **tokens, "SITE": live_server_url, "OPPONENT": bert.username},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
    game = Game.objects.get()
    assert (game.white, game.black, game.ply, game.last_move) == (anna, bert, 2, "f4")
    assert '"type":"state"' in done.stdout or "event: state" in done.stdout
    assert "1. d6 f4 *" in done.stdout
