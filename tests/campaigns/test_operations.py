"""The commands of docs/operations.md, run as they stand there: a server on Debian, its backups, a restore."""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.debian import REQUIRED, Machine, machine, missing
from tests.support.servers import wait_for
from tools.launcher.workspace import ROOT

REASON = missing()
pytestmark = [
    pytest.mark.campaign,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(bool(REASON) and not REQUIRED, reason=REASON),
]

SITE = "https://muehle.example"
CERTIFICATE = {"SSL_CERT_FILE": "/etc/ssl/muehle/fullchain.pem"}
MANAGE = "cd /srv/muehle; set -a; . /etc/muehle/environment; set +a; runuser -u muehle -- .venv/bin/python manage.py"
SCOPES = ["game:read", "game:play", "challenge:write", "challenge:read", "preference:read"]
TOKENS = f"""
from accounts.models import AccessToken, User
for name in ("anna", "bert"):
    user = User.objects.create_user(name)
    print(AccessToken.issue(user=user, description="test", scopes={SCOPES})[1])
"""
# How long after the last move the clock of the turn began, and how long it runs.
EXTENSIONS = """
select game.turn_started_at - last.played_at, game.deadline_at - game.turn_started_at from core_game as game
join lateral (select * from core_move where game_id = number order by ply desc limit 1) as last on true
where status = 'ongoing'
"""
MOVES = "select game_id, ply from core_move"
# Of a server of its own, which begins with what has been restored and is gone afterwards.
MOVES_BESIDE = """
cd /var/lib/postgresql/15/first
echo 'local all all peer' > pg_hba.conf
install -m 644 /dev/null postgresql.conf
chown postgres: pg_hba.conf
server="runuser -u postgres -- /usr/lib/postgresql/15/bin/pg_ctl --silent --pgdata=$PWD"
$server --wait --timeout=600 --log=log --options='-p 5433 -c hot_standby=off' start >&2 || { cat log >&2; false; }
# Without connections to a standby it takes some as soon as all has been read; pg_ctl does not wait for that.
while $server status >&2 && ! runuser -u postgres -- psql -Xq -p 5433 -c 'select' muehle >&2; do sleep 0.1; done
runuser -u postgres -- psql -AtXq -v ON_ERROR_STOP=1 -p 5433 -c "$SQL" muehle
$server --mode=fast stop
cd ..
rm -rf first
"""
# What a browser does.
SIGN_UP = """
import httpx, re, sys
with httpx.Client(base_url=sys.argv[1], headers={"Referer": sys.argv[1]}) as browser:
    page = browser.get("/accounts/signup/").raise_for_status()
    style = re.search(r'href="(/static/[^"]+\\.css)"', page.text)[1]
    file = browser.get(style).raise_for_status()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\\w+)"', page.text)[1]
    password = {"password1": "a good password"}
    form = {"username": "nina", "email": "nina@example.org", "csrfmiddlewaretoken": token, **password}
    answer = browser.post("/accounts/signup/", data=form)
    print(answer.status_code, file.headers["Content-Type"], "immutable" in file.headers["Cache-Control"])
"""


def commands(title: str) -> list[str]:
    """The shell commands of a section with its subsections, block by block."""
    guide = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    heading = re.search(rf"^(#+) {re.escape(title)}\n", guide, re.MULTILINE)
    assert heading is not None
    section = re.split(rf"^#{{1,{len(heading[1])}}} ", guide[heading.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    found = re.findall(r"^```sh\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    assert found
    return found


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine on which the guide has been followed."""
    assert not REASON
    with machine(tmp_path_factory.mktemp("operations")) as made:
        for block in commands("On Debian, step by step"):
            made.run(block, online="pip install" in block)
        yield made


@pytest.fixture(scope="module")
def tokens(installed: Machine) -> list[str]:
    """Of two players."""
    return installed.run(f'{MANAGE} shell --no-imports --command "$PROGRAM"', {"PROGRAM": TOKENS}).split()


def play_games(installed: Machine, tokens: list[str], *, count: int) -> list[dict[str, Any]]:
    """Whole games by HTTP, as they ended."""
    client = ["-m", "tests.campaigns.playing_client", SITE, *tokens, "--games", str(count)]
    return [json.loads(line) for line in installed.python(*client, **CERTIFICATE).splitlines()]


def ask(installed: Machine, token: str, path: str) -> Any:
    call = f'curl --fail --silent --cacert $SSL_CERT_FILE --header "Authorization: Bearer {token}" "{SITE}{path}"'
    return json.loads(installed.run(call, CERTIFICATE))


def let_worker_end_a_game(installed: Machine) -> None:
    """A game whose deadline has passed is ended by nobody but the worker, for nobody looks at it."""
    number = installed.sql(
        "update core_game set deadline_at = now() - interval '1 minute', turn_started_at = now() - interval '9 days'"
        " where number = (select max(number) from core_game where status = 'ongoing') returning number"
    )
    wait_for(lambda: installed.sql(f"select status from core_game where number = {number}") != "ongoing")


def begin_game(installed: Machine, tokens: list[str]) -> None:
    program = (
        "import asyncio, httpx, sys; from tests.campaigns.playing_client import ApiPlayer, begin\n"
        "async def main(url, *tokens):\n"
        "    async with httpx.AsyncClient(base_url=url) as http:\n"
        "        await begin(*(ApiPlayer(http, token) for token in tokens), rules='standard')\n"
        "asyncio.run(main(*sys.argv[1:]))"
    )
    installed.python("-c", program, SITE, *tokens, **CERTIFICATE)


def test_who_follows_the_guide_has_a_server_that_works(installed: Machine, tokens: list[str]) -> None:
    signed_up = installed.python("-c", SIGN_UP, SITE, **CERTIFICATE).split()
    mails = installed.run("cat /var/lib/muehle/mails/*")
    games = play_games(installed, tokens, count=2)
    begin_game(installed, tokens)
    let_worker_end_a_game(installed)
    header = 'set -a; . /etc/muehle/environment; curl --fail --silent --header "Authorization: Bearer $METRICS_TOKEN"'
    of_web = installed.run(f"{header} http://127.0.0.1:8000/metrics")
    of_worker = installed.run(f"{header} http://127.0.0.1:9801/metrics")

    assert signed_up == ["302", "text/css;", 'charset="utf-8"', "True"]
    assert "To: nina@example.org" in mails
    assert [game["result"] for game in games if game["result"] not in ("1-0", "0-1", "1/2-1/2")] == []
    assert re.search(r'muehle_requests_total\{method="POST",route="/accounts/signup/",status="302"\} 1.0', of_web)
    assert 'outcome="success",task="games.play.tasks.settle_overdue_games"' in of_worker


@dataclass(frozen=True)
class Acknowledged:
    """A move, with the times at which it was sent and answered."""

    game: int
    ply: int
    sent: float
    answered: float


def heard(
    witness: subprocess.Popen[str], count: int | None = None, since: datetime | None = None
) -> list[Acknowledged]:
    """The next moves of the witness until so many of them were sent after a moment, or all to its end.

    What it says while nobody listens waits in the pipe.
    """
    assert witness.stdout is not None
    moves: list[Acknowledged] = []
    while count is None or sum(since is None or move.sent > since.timestamp() for move in moves) < count:
        line = witness.stdout.readline()
        if not line:
            assert count is None, f"the witness has ended after {moves[-1:]}"
            break
        moves.append(Acknowledged(**json.loads(line)))
    return moves


def played_by(moment: datetime, moves: list[Acknowledged]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The moves that were played by a moment, and those that were played after it.

    Of a move that was being sent at the moment, nobody can tell.
    """
    early = {(move.game, move.ply) for move in moves if move.answered <= moment.timestamp()}
    late = {(move.game, move.ply) for move in moves if move.sent > moment.timestamp()}
    return early, late


def stored_in(rows: str) -> set[tuple[int, ...]]:
    return {tuple(map(int, row.split("|"))) for row in rows.splitlines()}


def test_a_backup_restores_every_move_up_to_a_moment_and_none_after_it(installed: Machine, tokens: list[str]) -> None:
    with installed.begin("-m", "tests.campaigns.witness", SITE, *tokens, **CERTIFICATE) as playing:
        moves = heard(playing, 20)
        for block in commands("Backup and restore")[:1]:
            installed.run(block)
        # As soon as the first backup is there, without any delay.
        before = ask(installed, tokens[0], "/api/v1/events/")["newest_seq"]
        moment = datetime.now(UTC)
        moves += heard(playing, 60, moment)
        restore_first_moment(installed, moves)
        lost = ask(installed, tokens[0], "/api/v1/events/")["newest_seq"]
        moves += heard(playing, 20, datetime.now(UTC))
        installed.run("pkill -KILL -x postgres; rm -rf /var/lib/postgresql/15/main")
        moves += heard(playing)

    steps = "\n".join(commands("Restore"))
    steps, replaced = re.subn("^MOMENT=.*$", f"MOMENT='{moment.isoformat(sep=' ')}'", steps, flags=re.MULTILINE)
    assert replaced == 1
    installed.run(steps)

    stored = stored_in(installed.sql(MOVES))
    early, late = played_by(moment, moves)
    assert len(early) >= 20
    assert len(late) > 60
    assert early - stored == set()
    assert late & stored == set()
    assert set(installed.sql(EXTENSIONS).splitlines()) == {"2 days|3 days"}
    assert ask(installed, tokens[0], f"/api/v1/events/?after={lost}")["reset"] is True
    assert ask(installed, tokens[0], f"/api/v1/events/?after={before}")["reset"] is False
    assert len(play_games(installed, tokens, count=1)) == 1
    begin_game(installed, tokens)
    let_worker_end_a_game(installed)
    wait_for(lambda: installed.sql("select active from pg_replication_slots where slot_name = 'muehle_backup'") == "t")
    assert installed.sql("select count(*) from backups_backup") == "1"
    delete_old_backups(installed)


def restore_first_moment(installed: Machine, moves: list[Acknowledged]) -> None:
    """Assert that the end of the only base backup, which is its name, is the first moment that can be restored.

    It is restored beside the server that runs, which goes on.
    """
    name = installed.run("ls /var/backups/muehle/base").strip()
    first = datetime.strptime(name, "%Y%m%dT%H%M%S.%f%z")
    script = "runuser -u postgres -- /srv/muehle/deploy/backup/muehle-backup"

    refused = installed.run(f"! {script} restore '{first - timedelta(microseconds=1)}' /var/lib/postgresql/15/no 2>&1")
    installed.run(f"{script} restore '{first}' /var/lib/postgresql/15/first")
    stored = stored_in(installed.run(MOVES_BESIDE, {"SQL": MOVES}))

    early, late = played_by(first, moves)
    assert "there is no base backup" in refused
    assert len(early) > 0
    assert early - stored == set()
    assert late & stored == set()


def delete_old_backups(installed: Machine) -> None:
    """Assert that old base backups are deleted, but for the last before the first day that is kept."""
    base = "/var/backups/muehle/base"
    script = "runuser -u postgres -- env BACKUP_DAYS=3 /srv/muehle/deploy/backup/muehle-backup base"
    days = ["9 days ago", "4 days ago", "3 days ago", "1 day ago"]
    names = [installed.run(f"date -u -d '{day} 1 minute ago' +%Y%m%dT%H%M%S.%6NZ").strip() for day in days]
    newest = installed.run(f"ls {base}").split()[-1]
    for name in names:
        installed.run(f"cp -a {base}/{newest} {base}/{name}")
        installed.sql(f"insert into backups_backup (name) values ('{name}')")

    installed.run(script)

    kept = installed.run(f"ls {base}").split()
    assert kept[:3] == [*names[2:], newest]
    assert len(kept) == 4
    assert installed.sql("select name from backups_backup order by name").split() == kept
