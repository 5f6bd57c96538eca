"""What is done to the parts, one after another, and what it cost."""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from tests.campaigns.cluster.whole import Cluster
from tests.support.servers import wait_for

# Shorter than the limits of time, and longer than HAProxy takes to see it.
SECONDS_AWAY = 10.0
# Longer than the lease of the run that sends webhooks.
SECONDS_OF_A_HUNG_WORKER = 25.0
# Longer than Patroni waits for the standby.
SECONDS_OF_A_HUNG_STANDBY = 30.0
SECONDS_BETWEEN = 3.0
SECONDS_TO_BE_REPLACED = 120.0


class Part(Protocol):
    """What can be ended or hung."""

    def kill(self) -> None: ...
    def on(self) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...


@dataclass(frozen=True)
class Fault:
    """A kind of part, and whether one of them hangs or is killed."""

    kind: str
    hangs: bool

    @property
    def name(self) -> str:
        return f"{self.kind} {'hung' if self.hangs else 'killed'}"


def planned(count: int) -> list[Fault]:
    """Each kind in turn, hung and killed alternately."""
    kinds = list(KINDS)
    return [Fault(kinds[index % len(kinds)], sum(divmod(index, len(kinds))) % 2 == 0) for index in range(count)]


def inflict(fault: Fault, cluster: Cluster) -> None:
    """Return when the part is back and the cluster whole."""
    part, wait = KINDS[fault.kind](cluster, fault)
    if fault.hangs:
        part.pause()
    else:
        part.kill()
    wait()
    if fault.hangs:
        part.resume()
    else:
        part.on()
    cluster.wait_until_whole()
    time.sleep(SECONDS_BETWEEN)


def _primary(cluster: Cluster, _fault: Fault) -> tuple[Part, Callable[[], None]]:
    primary = cluster.patroni.primary()
    assert primary is not None

    def replaced() -> bool:
        return cluster.patroni.primary() not in (None, primary)

    return primary, lambda: wait_for(replaced, seconds=SECONDS_TO_BE_REPLACED)


def _standby(cluster: Cluster, fault: Fault) -> tuple[Part, Callable[[], None]]:
    (standby,) = [node for node in cluster.patroni.nodes if node != cluster.patroni.primary()]
    seconds = SECONDS_OF_A_HUNG_STANDBY if fault.hangs else SECONDS_AWAY
    return standby, lambda: time.sleep(seconds)


def _etcd(cluster: Cluster, _fault: Fault) -> tuple[Part, Callable[[], None]]:
    leader = cluster.etcds.leader()
    assert leader is not None

    def replaced() -> bool:
        return cluster.etcds.leader() not in (None, leader)

    return cluster.etcds.members[leader], lambda: wait_for(replaced, seconds=SECONDS_TO_BE_REPLACED)


def _redis(cluster: Cluster, _fault: Fault) -> tuple[Part, Callable[[], None]]:
    master = cluster.redis.master()
    return cluster.redis.servers[master], lambda: cluster.redis.wait_for_another_master(master)


def _pooler(cluster: Cluster, _fault: Fault) -> tuple[Part, Callable[[], None]]:
    return cluster.pooler, lambda: time.sleep(SECONDS_AWAY)


def _web(cluster: Cluster, _fault: Fault) -> tuple[Part, Callable[[], None]]:
    return random.choice(cluster.webs), lambda: time.sleep(SECONDS_AWAY)


def _worker(cluster: Cluster, fault: Fault) -> tuple[Part, Callable[[], None]]:
    seconds = SECONDS_OF_A_HUNG_WORKER if fault.hangs else SECONDS_AWAY
    return random.choice(cluster.workers), lambda: time.sleep(seconds)


KINDS: dict[str, Callable[[Cluster, Fault], tuple[Part, Callable[[], None]]]] = {
    "primary": _primary,
    "pooler": _pooler,
    "Redis master": _redis,
    "etcd leader": _etcd,
    "web": _web,
    "worker": _worker,
    "standby": _standby,
}


@dataclass(frozen=True)
class Inflicted:
    """When it began and when all was well again, in seconds of the monotonic clock."""

    fault: Fault
    began: float
    ended: float

    def longest_silence(self, acknowledged: Iterable[float]) -> float:
        """The longest time in it without an acknowledged move."""
        within = sorted(at for at in acknowledged if self.began <= at <= self.ended)
        return max(later - earlier for earlier, later in pairwise([self.began, *within, self.ended]))


def report(inflicted: list[Inflicted], acknowledged: list[float]) -> Iterator[str]:
    """Lines of a table."""
    yield "| Fault | Times | Longest time without an acknowledged move, median and most | Until the cluster was whole |"
    yield "|---|---|---|---|"
    for name in sorted({each.fault.name for each in inflicted}):
        those = [each for each in inflicted if each.fault.name == name]
        silences = sorted(each.longest_silence(acknowledged) for each in those)
        whole_after = max(each.ended - each.began for each in those)
        silence = f"{silences[len(silences) // 2]:.1f} s, {silences[-1]:.1f} s"
        yield f"| {name} | {len(those)} | {silence} | {whole_after:.0f} s |"
