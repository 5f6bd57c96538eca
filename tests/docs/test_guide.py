"""A shell runs the commands in docs/api/, one after another."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from accounts.models import AccessToken, User
from games.analysis.models import Record
from games.core.models.games import Game
from tools.launcher.workspace import ROOT

DOCS = ROOT / "docs" / "api"
SCOPES = ["challenge:read", "challenge:write", "game:read", "game:play"]


needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")


def run_commands(document: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the shell commands of a document, which have to succeed."""
    text = (DOCS / document).read_text(encoding="utf-8")
    (steps,) = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", steps],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done


@needs_curl
def test_the_quick_start_leads_to_a_game_with_two_half_moves(
    live_server_url: str, anna: User, bert: User, tmp_path: Path
) -> None:
    tokens = {
        user.username.upper(): AccessToken.issue(user=user, description="guide", scopes=SCOPES)[1]
        for user in (anna, bert)
    }

    done = run_commands("quick-start.md", tmp_path, {**tokens, "SITE": live_server_url, "OPPONENT": bert.username})

    game = Game.objects.get()
    assert (game.white, game.black, game.ply, game.last_move) == (anna, bert, 2, "f4")
    assert '"type":"state"' in done.stdout or "event: state" in done.stdout
    assert re.search(r"1\. d6 \{\[%ts [^}]*\} 1\.\.\. f4\s\{[^}]*\}\s\*", done.stdout)


@needs_curl
def test_the_guide_to_records_replays_and_imports_a_game(
    live_server_url: str, anna: User, bert: User, tmp_path: Path
) -> None:
    token = AccessToken.issue(user=anna, description="guide", scopes=["record:read", "record:write"])[1]

    done = run_commands("records.md", tmp_path, {"ANNA": token, "SITE": live_server_url})

    record = Record.objects.get()
    assert (record.owner, record.rules, record.ply) == (anna, "classic", 3)
    assert '[Event "Club evening"]' in done.stdout
    assert done.stdout.count('"position"') >= 2
