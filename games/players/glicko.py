"""Glicko-2 as published by Mark Glickman ("Example of the Glicko-2 system", 2013), with one game per rating period."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

SCALE = 173.7178
CENTRE = 1500.0
# The deviation of a player of whom nothing is known; idleness does not raise it beyond.
WIDEST = 350.0
# How many rating periods pass in a year without games: a settled player (deviation 60) is provisional (110) after one.
IDLE_PERIODS_A_YEAR = 80
YEAR = timedelta(days=365)
# Constrains the change of volatility; Glickman recommends 0.3 to 1.2.
TAU = 0.5
EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's rating, its deviation (both on the Elo-like scale) and its volatility."""

    value: float = CENTRE
    deviation: float = WIDEST
    volatility: float = 0.06


def after_idleness(player: Strength, idle: timedelta) -> Strength:
    """The player's strength after a time without games: step 6 for every period, as one sum. The rating stays."""
    periods = max(timedelta(), idle) / YEAR * IDLE_PERIODS_A_YEAR
    deviation = math.hypot(player.deviation, SCALE * player.volatility * math.sqrt(periods))
    return replace(player, deviation=min(WIDEST, max(player.deviation, deviation)))


def after_period(player: Strength, results: list[tuple[Strength, float]]) -> Strength:
    """The player's strength after a rating period. Each result is an opponent and a score of 1, ½ or 0."""
    mu, phi = (player.value - CENTRE) / SCALE, player.deviation / SCALE
    weights = [_weight(mu, opponent) for opponent, _score in results]
    variance = 1 / sum(g * g * e * (1 - e) for g, e in weights)
    surplus = sum(g * (score - e) for (g, e), (_opponent, score) in zip(weights, results, strict=True))
    volatility = _new_volatility(phi, player.volatility, delta=variance * surplus, variance=variance)
    new_phi = 1 / math.sqrt(1 / (phi * phi + volatility * volatility) + 1 / variance)
    return Strength(SCALE * (mu + new_phi * new_phi * surplus) + CENTRE, SCALE * new_phi, volatility)


def _weight(mu: float, opponent: Strength) -> tuple[float, float]:
    """Step 3: the opponent's g (the weight of the game) and E (the expected score)."""
    phi = opponent.deviation / SCALE
    g = 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))
    return g, 1 / (1 + math.exp(-g * (mu - (opponent.value - CENTRE) / SCALE)))


def _new_volatility(phi: float, sigma: float, *, delta: float, variance: float) -> float:
    """Step 5: the root of f by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        ex = math.exp(x)
        gain = ex * (delta * delta - phi * phi - variance - ex)
        return gain / (2 * (phi * phi + variance + ex) ** 2) - (x - a) / (TAU * TAU)

    low, high = a, _other_bound(f, a, excess=delta * delta - phi * phi - variance)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def _other_bound(f: Callable[[float], float], a: float, *, excess: float) -> float:
    if excess > 0:
        return math.log(excess)
    k = 1
    while f(a - k * TAU) < 0:
        k += 1
    return a - k * TAU
