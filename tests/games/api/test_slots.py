import pytest

from games.api.slots import Slots
from games.core.errors import StreamsFull, TooManyStreams


def test_a_caller_gets_no_more_than_its_share() -> None:
    slots = Slots(total=10, per_caller=2)
    slots.take("anna")
    slots.take("anna")

    with pytest.raises(TooManyStreams):
        slots.take("anna")

    slots.take("bert")


def test_a_full_process_takes_nobody() -> None:
    slots = Slots(total=1, per_caller=1)
    slots.take("anna")

    with pytest.raises(StreamsFull):
        slots.take("bert")


def test_a_place_given_back_twice_is_free_once() -> None:
    slots = Slots(total=2, per_caller=2)
    given_back, _kept = slots.take("anna"), slots.take("bert")

    given_back.release()
    given_back.release()

    slots.take("carla")
    with pytest.raises(StreamsFull):
        slots.take("carla")
