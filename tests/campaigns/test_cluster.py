"""Twenty pairs play while each part of a cluster of Debian's packages is killed and hung in turn: docs/reliability.md.

With -s it prints the report.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.campaigns.cluster.faults import Inflicted, inflict, planned, report
from tests.campaigns.cluster.players import Pair, playing, seeded
from tests.campaigns.cluster.whole import Cluster, cluster
from tests.campaigns.test_database_servers import BACKWARDS, stored
from tests.campaigns.test_kills import key_of, log_of
from tests.games.notifications.postbox import PostBox, post_box
from tests.support.servers import wait_for

PAIRS = 20
# A mail in the hands of a worker that is killed is sent after its lease.
SECONDS_TO_MAIL = 300.0
RUN_OUT = """
UPDATE core_game SET turn_started_at = now() - interval '3 days' + interval '3 s', deadline_at = now() + interval '3 s'
WHERE number = %s RETURNING deadline_at
"""
# Moves with a deadline other than three days after the one before, and ongoing games with another one than after the
# last move.
WRONG_DEADLINES = """
SELECT count(*) FROM (
    SELECT deadline_at - lag(played_at) OVER (PARTITION BY game_id ORDER BY ply) AS time FROM core_move
    UNION ALL SELECT deadline_at - (SELECT max(played_at) FROM core_move WHERE game_id = number) FROM core_game
) AS turns WHERE time <> interval '3 days'
"""
ON_TIME = "SELECT number, finished_at FROM core_game WHERE termination = 'timeout' AND result = '0-1'"
ENDINGS = "SELECT game_id, count(*) FROM core_event WHERE type = 'game_finished' GROUP BY game_id"

# Games that are to end on time, events that no notification has been derived from, and mails that are to be sent.
UNSENT = """
SELECT (SELECT count(*) FROM core_game WHERE status = 'ongoing' AND deadline_at < now())
    + (SELECT count(*) FROM core_event WHERE dispatched_at IS NULL)
    + (SELECT count(*) FROM notifications_delivery WHERE status = 'waiting')
"""


@pytest.fixture
def box() -> Iterator[PostBox]:
    with post_box() as found:
        yield found


@pytest.fixture
def faults(request: pytest.FixtureRequest) -> int:
    number: int = request.config.getoption("--cluster-faults")
    return number


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_games_go_on_whichever_part_of_a_cluster_is_killed_or_hangs(box: PostBox, faults: int) -> None:
    inflicted, deadlines = list[Inflicted](), dict[int, Any]()
    with cluster(mails_to=box.port) as whole:
        pairs, slow = seeded(whole.database_url, pairs=PAIRS, slow=faults)
        with playing(whole.url, pairs) as is_playing:
            for number, fault in zip(slow, planned(faults), strict=True):
                assert is_playing()
                deadlines |= {number: rows(whole, RUN_OUT, number)[0][0]}
                began = time.monotonic()
                inflict(fault, whole)
                inflicted.append(Inflicted(fault, began, time.monotonic()))
        wait_for(lambda: set(mails_of(box)) >= expected_mails(pairs, slow), seconds=SECONDS_TO_MAIL)
        logs = [log_of(whole.url, key_of(stream)) for pair in pairs for stream in pair.streams]
        moves, on_time = stored(whole.database_url), dict(rows(whole, ON_TIME))
        backwards, wrong = (rows(whole, query)[0][0] for query in (BACKWARDS, WRONG_DEADLINES))
        endings = dict(rows(whole, ENDINGS))

    mails = mails_of(box)
    sys.stdout.write("\n".join(said(inflicted, pairs, mails)) + "\n")
    assert moves == {number: played for pair in pairs for number, played in pair.acknowledged.items() if played}
    heard = [stream.heard for pair in pairs for stream in pair.streams]
    assert heard == logs
    assert all([seq for seq, _type in log] == list(range(1, len(log) + 1)) for log in logs)
    assert (backwards, wrong) == (0, 0)
    assert set(on_time) == set(slow)
    assert all(on_time[number] >= deadlines[number] for number in slow)
    assert endings == dict.fromkeys([*slow, *(number for pair in pairs for number in pair.resigned)], 1)
    assert set(mails) == expected_mails(pairs, slow)
    # A worker that dies between sending a mail and storing that it is sent, or is cut off from the database, sends it
    # again.
    assert sum(mails.values()) - len(mails) <= faults


def rows(whole: Cluster, query: str, *values: Any) -> list[Any]:
    with psycopg.connect(whole.database_url) as connection:
        return connection.execute(query.encode(), values or None).fetchall()


def mails_of(box: PostBox) -> Counter[tuple[str, int]]:
    """Receiver and game of the mails about games that have ended."""
    found = (
        (email["To"], re.fullmatch(r"You (?:won|lost) .* \(game (\d+)\)", email["Subject"])) for email in box.emails
    )
    return Counter((receiver.partition("@")[0], int(match[1])) for receiver, match in found if match)


def expected_mails(pairs: list[Pair], slow: list[int]) -> set[tuple[str, int]]:
    resigned = {(pair.players[1][0], number) for pair in pairs for number in pair.resigned}
    return resigned | {(name, number) for number in slow for name in ("slow", "patient")}


def said(inflicted: list[Inflicted], pairs: list[Pair], mails: Counter[tuple[str, int]]) -> Iterator[str]:
    """The report."""
    times = [at for pair in pairs for at in pair.acknowledged_at]
    heard = sum(len(stream.heard) for pair in pairs for stream in pair.streams)
    connections = sum(stream.connections for pair in pairs for stream in pair.streams)
    yield f"{len(inflicted)} faults in {(inflicted[-1].ended - inflicted[0].began) / 60:.0f} minutes"
    yield f"{len(times)} acknowledged moves in {sum(len(pair.acknowledged) for pair in pairs)} games"
    yield f"{sum(pair.sent for pair in pairs)} requests; {2 * PAIRS} streams opened {connections} times, {heard} events"
    yield f"{len(mails)} mails, {sum(mails.values()) - len(mails)} of them twice"
    yield from report(inflicted, times)
