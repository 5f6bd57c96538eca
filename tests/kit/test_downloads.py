from collections import Counter

import pytest
from django.conf import settings

from games.streams import requests
from games.streams.errors import TooManyStreams
from kit import downloads
from kit.downloads import Slots
from kit.errors import Refusal, StreamsFull


def test_a_caller_gets_no_more_than_its_share() -> None:
    slots = Slots(total=10, per_caller=2, per_address=10, too_many=TooManyStreams)
    slots.take("anna", address="1.1.1.1")
    slots.take("anna", address="2.2.2.2")

    with pytest.raises(TooManyStreams):
        slots.take("anna", address="3.3.3.3")

    slots.take("bert", address="1.1.1.1")


def test_a_full_process_takes_nobody() -> None:
    slots = Slots(total=1, per_caller=1, per_address=1, too_many=TooManyStreams)
    slots.take("anna", address="1.1.1.1")

    with pytest.raises(StreamsFull):
        slots.take("bert", address="2.2.2.2")


def test_a_place_given_back_twice_is_free_once() -> None:
    slots = Slots(total=2, per_caller=2, per_address=2, too_many=TooManyStreams)
    given_back, _kept = slots.take("anna", address="1.1.1.1"), slots.take("bert", address="1.1.1.1")

    given_back.release()
    given_back.release()

    slots.take("carla", address="1.1.1.1")
    with pytest.raises(StreamsFull):
        slots.take("carla", address="2.2.2.2")


# Of each kind: an address may have a quarter of all places, however many accounts it has.
KINDS = {"streams": (requests.SLOTS, settings.STREAMS_PER_PROCESS), "downloads": (downloads.SLOTS, 100)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::/64", ""])
def test_accounts_of_one_address_leave_places_for_others(kind: str, address: str) -> None:
    slots, total = KINDS[kind]
    # Other tests of the process may not have closed theirs.
    before = slots.taken
    taken, refused = [], Counter[tuple[str, int | None]]()
    try:
        for account in range(total):
            try:
                taken.append(slots.take(account, address=address))
            except Refusal as error:
                refused[error.code, error.retry_after] += 1
        assert (len(taken), refused) == (total // 4, {("streams_full", 5): total - total // 4})
        taken.append(slots.take("somebody", address="198.51.100.7"))
    finally:
        for slot in taken:
            slot.release()
    assert slots.taken == before
