"""One process holds a lease at a time, by the database's clock."""

import pytest

from accounts import leadership
from accounts.models import Leadership

pytestmark = pytest.mark.django_db

LONG = 3600.0
OVER = 0.0


def test_one_holds_it_and_another_does_not_get_it() -> None:
    first = leadership.take("work", LONG)
    second = leadership.take("work", LONG)

    assert first is not None
    assert first.is_held()
    assert second is None


def test_leases_of_other_names_are_independent() -> None:
    assert leadership.take("work", LONG)
    assert leadership.take("other work", LONG)


def test_who_was_away_beyond_their_time_has_lost_it_to_the_next_one() -> None:
    slow = leadership.take("work", OVER)
    next_one = leadership.take("work", LONG)

    assert slow is not None
    assert next_one is not None
    assert next_one.fence > slow.fence
    assert (slow.is_held(), slow.renew(LONG)) == (False, False)
    slow.release()
    assert next_one.is_held()


def test_who_was_away_beyond_their_time_has_lost_it_even_if_nobody_has_taken_it() -> None:
    slow = leadership.take("work", OVER)

    assert slow is not None
    assert (slow.is_held(), slow.renew(LONG)) == (False, False)
    assert leadership.take("work", LONG)


def test_it_can_be_held_longer_and_given_back() -> None:
    held = leadership.take("work", LONG)
    assert held is not None
    before = Leadership.objects.get().expires_at

    assert held.renew(2 * LONG)
    assert Leadership.objects.get().expires_at > before

    held.release()
    assert not held.is_held()
    assert leadership.take("work", LONG)
