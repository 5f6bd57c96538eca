"""Tests that compare random courses of events with what simple counting gives: some seeds for each change, the others
as campaigns."""

import pytest

IN_FIRST_TIER = 3


def seeds(number: int) -> pytest.MarkDecorator:
    """Run the test for so many seeds."""
    return pytest.mark.parametrize(
        "seed",
        [pytest.param(seed, marks=() if seed < IN_FIRST_TIER else pytest.mark.campaign) for seed in range(number)],
    )
