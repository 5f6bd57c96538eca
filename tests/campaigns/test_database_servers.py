"""Games go on while the database hangs, is replaced by its standby, or is reached through a pooler."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack

import httpx
import psycopg
import pytest

from tests.campaigns.crowd import ScriptedGame, crowd_client
from tests.campaigns.test_kills import seeded
from tests.campaigns.test_outages import play, seed
from tests.support.live import web_process
from tests.support.pooler import pgbouncer
from tests.support.servers import Postgres, own_postgres, primary_and_standby, url_of, wait_for

STORED = "SELECT game_id, array_agg(notation ORDER BY ply) FROM core_move GROUP BY game_id"


# The clock of the standby is an hour behind, from its promotion on.
CLOCK_OF_STANDBY = """
CREATE SCHEMA wrong;
CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$
    SELECT pg_catalog.clock_timestamp() - CASE current_setting('port') WHEN '%d' THEN interval '1 hour' ELSE '0' END
$$;
ALTER DATABASE muehle SET search_path = wrong, public, pg_catalog
"""
BACKWARDS = """
SELECT count(*) FROM (
    SELECT created_at < lag(created_at) OVER (PARTITION BY game_id ORDER BY id) AS is_backwards FROM core_event
    WHERE game_id IS NOT NULL
    UNION ALL SELECT played_at < lag(played_at) OVER (PARTITION BY game_id ORDER BY ply) FROM core_move
) AS steps WHERE is_backwards
"""


@pytest.fixture
def servers() -> Iterator[tuple[Postgres, Postgres]]:
    """A primary and its standby, which has all that the primary has acknowledged."""
    with primary_and_standby() as (primary, standby):
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.execute("SELECT pg_reload_conf()")
        yield primary, standby


async def played(urls: list[str], games: list[ScriptedGame], *, seconds_a_move: float) -> None:
    """The games are spread over the web processes."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(crowd_client(url)) for url in urls]
        async with asyncio.TaskGroup() as group:
            for index, game in enumerate(games):
                group.create_task(game.play(clients[index % len(clients)], seconds_a_move=seconds_a_move))


def games_in(database_url: str) -> list[ScriptedGame]:
    return [ScriptedGame(number, tuple(tokens), moves) for number, tokens, moves in seeded(database_url)]


def stored(database_url: str) -> dict[int, list[str]]:
    with psycopg.connect(database_url) as connection:
        return dict(connection.execute(STORED).fetchall())


def scripts(games: list[ScriptedGame]) -> dict[int, list[str]]:
    return {game.number: list(game.moves) for game in games}


@pytest.mark.campaign
@pytest.mark.timeout(300)
def test_a_promoted_standby_takes_over_while_games_are_played(servers: tuple[Postgres, Postgres]) -> None:
    primary, standby = servers
    games = games_in(primary.url)
    primary.execute(CLOCK_OF_STANDBY % standby.port)
    # The standby is asked first, and refused as long as it is one.
    both = url_of(standby.port, primary.port, target_session_attrs="read-write")
    with web_process(DATABASE_URL=both) as url, ThreadPoolExecutor(1) as executor:
        playing = executor.submit(asyncio.run, played([url], games, seconds_a_move=0.4))
        time.sleep(3)
        primary.kill()
        time.sleep(1)
        before = sum(map(len, stored(standby.url).values()))
        standby.promote()
        playing.result()
    backwards = standby.execute(BACKWARDS)
    endings = standby.execute("SELECT array_agg(DISTINCT termination) FROM core_game")

    assert (backwards, endings) == (0, ["resignation"])
    assert 0 < before < sum(len(game.moves) for game in games)
    # Requests of the meantime were repeated, or have waited for a connection.
    assert stored(standby.url) == scripts(games)


# Of the web process, whether it has read more than the position of the standby since a time.
HAS_READ = """
SELECT count(*) > 0 FROM pg_stat_activity
WHERE application_name = 'reader' AND query NOT LIKE '%%pg_last_wal_replay_lsn%%' AND query_start > '%s'
"""


@pytest.mark.campaign
@pytest.mark.timeout(300)
def test_downloads_and_pages_are_read_from_a_standby_that_is_up_to_date() -> None:
    with primary_and_standby() as (primary, standby):
        seeds = seed(primary.url)
        number, (white, black) = seeds["number"], seeds["keys"]
        with web_process(DATABASE_URL=primary.url, DATABASE_REPLICA_URL=standby.url, PROCESS_NAME="reader") as url:

            def read(path: str) -> tuple[str, bool]:
                """The answer, and whether the standby has read for it."""
                before = standby.execute("SELECT clock_timestamp()")
                answer = httpx.get(f"{url}{path}", headers={"Authorization": f"Bearer {white}"}, timeout=30)
                assert answer.status_code == 200
                return answer.text, standby.execute(HAS_READ % before)

            def ply() -> tuple[int, bool]:
                text, is_by_standby = read("/api/v1/players/anna/games/")
                return json.loads(text)["ply"], is_by_standby

            assert play(url, number, white, "d6", ply=1).status_code == 201
            wait_for(lambda: ply() == (1, True))
            assert read("/players/anna/")[1]

            standby.execute("SELECT pg_wal_replay_pause()")
            assert play(url, number, black, "f4", ply=2).status_code == 201
            assert ply() == (2, False)
            assert not read("/players/anna/")[1]

            standby.execute("SELECT pg_wal_replay_resume()")
            wait_for(lambda: ply() == (2, True))

            standby.promote()
            wait_for(lambda: ply() == (2, False))
            assert play(url, number, white, "d2", ply=3).status_code == 201
            assert ply() == (3, False)

            standby.off()
            answer = httpx.get(f"{url}/api/v1/players/anna/games/", headers={"Authorization": f"Bearer {white}"})
            assert answer.json()["ply"] == 3


@pytest.mark.campaign
def test_requests_are_refused_while_the_database_hangs_and_answered_afterwards() -> None:
    with own_postgres() as postgres:
        seeds = seed(postgres.url)
        number, (white, black) = seeds["number"], seeds["keys"]
        with web_process(DATABASE_URL=postgres.url, DATABASE_STATEMENT_TIMEOUT="1") as url:
            before = play(url, number, white, "d6", ply=1)
            postgres.pause()
            # With connections from before, and then with new ones.
            away = [play(url, number, black, "f4", ply=2) for _attempt in range(2)]
            page = httpx.get(f"{url}/games/{number}/", timeout=30)
            postgres.resume()
            after = play(url, number, black, "f4", ply=2)

    assert before.status_code == 201
    assert [(answer.status_code, answer.json()["code"]) for answer in away] == [(503, "unavailable")] * 2
    assert {answer.headers["Retry-After"] for answer in (*away, page)} == {"5"}
    assert page.status_code == 503
    assert after.status_code == 201


@pytest.mark.campaign
def test_a_move_that_waits_too_long_for_its_game_changes_nothing_and_may_be_repeated() -> None:
    with own_postgres() as postgres:
        seeds = seed(postgres.url)
        number, (white, _black) = seeds["number"], seeds["keys"]
        with web_process(DATABASE_URL=postgres.url, DATABASE_LOCK_TIMEOUT="1") as url:
            with psycopg.connect(postgres.url) as other:
                other.execute("SELECT FROM core_game WHERE number = %s FOR UPDATE", [number])
                held = play(url, number, white, "d6", ply=1)
                moves = stored(postgres.url)
            after = play(url, number, white, "d6", ply=1)

    assert (held.status_code, held.json()["code"], held.headers["Retry-After"]) == (503, "unavailable", "5")
    assert moves == {}
    assert after.status_code == 201


@pytest.mark.campaign
@pytest.mark.timeout(300)
def test_games_are_played_through_a_pooler_in_transaction_mode() -> None:
    with ExitStack() as stack:
        postgres = stack.enter_context(own_postgres())
        with psycopg.connect(postgres.url) as connection:
            # The pooler has to keep what each client has set in its place.
            connection.execute("ALTER DATABASE muehle SET timezone = 'Asia/Tokyo'")
        games = games_in(postgres.url)
        port = stack.enter_context(pgbouncer(postgres.url, default_pool_size="3"))
        processes = [web_process(DATABASE_URL=url_of(port), DATABASE_POOLER="transaction") for _process in range(3)]
        urls = [stack.enter_context(process) for process in processes]

        asyncio.run(played(urls, games, seconds_a_move=0.1))

        moves = stored(postgres.url)

    assert moves == scripts(games)
    # Each request was answered, and none with an error.
    assert [game.sent for game in games] == [len(game.moves) + 1 for game in games]
