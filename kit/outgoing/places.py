"""Who is sent to next: the places among the parallel requests of a channel, and how owners share them.

A destination whose server is slow or fails is doubtful. Doubtful ones never have all places, nor all of a host that
serves others too, and one owner never has more than a few. Among the others it is the turn of the owner who has waited
for a place the longest.
"""

import heapq
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

# An owner is owed no more than so many deliveries to a webhook, or by another channel; older ones are given up.
MOST_WAITING = 1_000
# A destination that takes longer counts as slow, whatever it answers. It rests for a multiple of the time that it took.
SLOW_SECONDS, REST = 3.0, 4
# It is doubtful for so long after that.
SLOW_FOR = timedelta(minutes=10)


def rest_after(seconds: float, *, now: datetime) -> datetime | None:
    """Until when nothing is sent to a destination that took so long; None if that was not slow."""
    return now + timedelta(seconds=REST * seconds) if seconds > SLOW_SECONDS else None


@dataclass(frozen=True, slots=True)
class Limits:
    """Simultaneous requests: in all, for one owner, to one host, and to doubtful destinations."""

    most: int
    to_an_owner: int
    to_a_host: int
    doubtful: int


@dataclass(frozen=True, slots=True)
class Claim:
    """What wants to be sent to an owner: a request to each of the hosts.

    A host that rests wants nothing before `not_before`. `key` is for who asks for places.
    """

    owner: int
    hosts: tuple[str, ...]
    is_doubtful: bool = False
    not_before: datetime | None = None
    key: int = 0

    @property
    def size(self) -> int:
        return max(1, len(self.hosts))


class Places:
    """The places of a channel, in the memory of the one process that sends by it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._held, self._doubtful, self._last_turn = 0, 0, 0
        self._by_owner: Counter[int] = Counter()
        self._by_host: Counter[str] = Counter()
        self._doubtful_by_host: Counter[str] = Counter()
        # By owner, the number of the last turn that they had.
        self._turns: dict[int, int] = {}
        # Cleared before the end of a run, which would wait for the slow ones.
        self.takes_doubtful = True

    @property
    def owners(self) -> set[int]:
        """Those who have any place."""
        return {owner for owner, held in self._by_owner.items() if held}

    @property
    def full_owners(self) -> set[int]:
        """Those who can have no other place."""
        return {owner for owner, held in self._by_owner.items() if held >= self._limits.to_an_owner}

    @property
    def full_hosts(self) -> set[str]:
        return {host for host, held in self._by_host.items() if held >= self._limits.to_a_host}

    @property
    def are_full(self) -> bool:
        return self._held >= self._limits.most

    def choose(self, claims: Iterable[Claim]) -> list[Claim]:
        """Those that are sent now; they hold places until they are released. Among equals the first come first."""
        queue = [(self._rank(claim), number, claim) for number, claim in enumerate(claims)]
        heapq.heapify(queue)
        chosen = []
        while queue and not self.are_full:
            rank, number, claim = heapq.heappop(queue)
            if rank != self._rank(claim):
                # Its owner has had a turn meanwhile.
                heapq.heappush(queue, (self._rank(claim), number, claim))
            elif self._held + claim.size > self._limits.most:
                # Smaller ones would always overtake it.
                break
            elif self._has_room(claim):
                self._count(claim, 1)
                self._last_turn += 1
                self._turns[claim.owner] = self._last_turn
                chosen.append(claim)
        return chosen

    def release(self, claim: Claim) -> None:
        """Free its places."""
        self._count(claim, -1)

    def _rank(self, claim: Claim) -> tuple[bool, int]:
        return claim.is_doubtful, self._turns.get(claim.owner, 0)

    def _has_room(self, claim: Claim) -> bool:
        limits = self._limits
        if claim.is_doubtful and not (self.takes_doubtful and self._doubtful + claim.size <= limits.doubtful):
            return False
        of_hosts = [(self._by_host, limits.to_a_host)]
        if claim.is_doubtful:
            of_hosts.append((self._doubtful_by_host, limits.to_a_host // 2))
        hosts = Counter(claim.hosts)
        return self._by_owner[claim.owner] + claim.size <= limits.to_an_owner and all(
            held[host] + count <= most for held, most in of_hosts for host, count in hosts.items()
        )

    def _count(self, claim: Claim, sign: int) -> None:
        self._held += sign * claim.size
        self._doubtful += sign * claim.size * claim.is_doubtful
        self._by_owner[claim.owner] += sign * claim.size
        for host in claim.hosts:
            self._by_host[host] += sign
            self._doubtful_by_host[host] += sign * claim.is_doubtful
