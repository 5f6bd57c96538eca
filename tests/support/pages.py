"""Fixtures for pages: readers, and challenges of every kind."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.challenges import actions
from games.challenges.actions import Proposal
from games.challenges.models import Challenge
from games.core.models.terms import Agreement
from tests.support.signing_in import sign_in

Reader = Callable[[User], Client]


def next_page(answer: Any) -> str:
    """The address of the next page of a list, as the page links to it."""
    (address,) = re.findall(r'rel="next" href="([^"]*)"', answer.content.decode())
    return unescape(str(address))


@pytest.fixture
def reader() -> Reader:
    """A factory of browsers in which somebody is signed in."""

    def make(user: User) -> Client:
        return sign_in(Client(), user)

    return make


@pytest.fixture
def challenge(anna: User, bert: User) -> Challenge:
    """Anna's challenge to Bert: standard rules, three days a move, colours by lot."""
    return actions.challenge_player(anna, bert, Proposal(agreement=Agreement(), message="Fancy a game?"))


@pytest.fixture
def posted(anna: User) -> Challenge:
    """Anna's challenge in the lobby."""
    return actions.challenge_anyone(anna, Proposal(agreement=Agreement()))


@pytest.fixture
def invitation(anna: User) -> tuple[Challenge, str]:
    """Anna's invitation by link, with its secret."""
    return actions.invite_by_link(anna, Proposal(agreement=Agreement()))
