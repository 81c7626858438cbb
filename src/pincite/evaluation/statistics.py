"""How sure a measured figure is: intervals of shares and means, and whether a difference is more than luck.

Everything is deterministic: the bootstrap draws with one fixed seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

SEED = 20260801
"""Of every bootstrap: the same values give the same interval."""
RESAMPLES = 10_000
"""Standard error of a bound at 2.5 %: 0.16 points of probability."""
LEVEL = 0.95
_Z = 1.959963984540054
"""Of `LEVEL`, two-sided."""
_BLOCK = 2_000_000
"""Numbers drawn at once; a block takes 16 MB."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds between which the true value lies with the probability `LEVEL`."""

    low: float
    high: float

    def to_json(self) -> list[float]:
        return [round(self.low, 6), round(self.high, 6)]


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of two configurations on the same questions; positive means that the second is better."""

    first: float
    second: float
    interval: Interval
    """Of ``difference``."""
    p_value: float
    """How often luck alone would make a difference as large, in either direction."""
    pairs: int

    @property
    def difference(self) -> float:
        return self.second - self.first

    @property
    def is_clear(self) -> bool:
        return self.p_value < 1 - LEVEL

    def to_json(self) -> dict[str, float | int | list[float]]:
        return {
            "first": round(self.first, 6),
            "second": round(self.second, 6),
            "difference": round(self.difference, 6),
            "interval": self.interval.to_json(),
            "p_value": round(self.p_value, 6),
            "pairs": self.pairs,
        }


def wilson(successes: int, total: int) -> Interval:
    """The score interval of a share (Wilson 1927), which stays in [0, 1] and holds for few cases too.

    >>> wilson(3, 3).to_json()
    [0.438503, 1.0]
    """
    if total <= 0:
        return Interval(0.0, 1.0)
    share = successes / total
    centre = share + _Z**2 / (2 * total)
    spread = _Z * sqrt(share * (1 - share) / total + _Z**2 / (4 * total**2))
    scale = 1 + _Z**2 / total
    # Exact at the ends, where rounding would leave 0.9999999.
    low = 0.0 if successes == 0 else max((centre - spread) / scale, 0.0)
    high = 1.0 if successes == total else min((centre + spread) / scale, 1.0)
    return Interval(low, high)


def mean_interval(groups: Sequence[Sequence[float]]) -> Interval:
    """Of the mean over the groups of their means (a set as one vote): by Wilson where every value is 0 or 1,
    else by bootstrap of the questions in each group.

    Groups without values are left out; without any the interval says nothing: 0 to 1.
    """
    held = [np.asarray(group, dtype=np.float64) for group in groups if len(group)]
    if not held:
        return Interval(0.0, 1.0)
    if all(bool(np.isin(group, (0.0, 1.0)).all()) for group in held):
        return _mean_of_shares([(int(group.sum()), len(group)) for group in held])
    return _percentiles(np.mean(_resampled(held), axis=0))


def paired_difference(
    first: Mapping[str, Mapping[str, float]], second: Mapping[str, Mapping[str, float]]
) -> Difference | None:
    """Compare two runs by the questions that both asked: set to question to value. None without any.

    The p-value is that of the bootstrap under the hypothesis of no difference: how often the resampled
    difference, moved to 0, is as large as the one measured (Efron and Tibshirani 1993, 16.4).
    """
    pairs = [
        [(values[key], second[name][key]) for key in values if key in second[name]]
        for name, values in first.items()
        if name in second
    ]
    held = [np.asarray(pair, dtype=np.float64) for pair in pairs if pair]
    if not held:
        return None
    before = float(np.mean([pair[:, 0].mean() for pair in held]))
    after = float(np.mean([pair[:, 1].mean() for pair in held]))
    drawn = np.mean(_resampled([pair[:, 1] - pair[:, 0] for pair in held]), axis=0)
    observed = after - before
    # A hair of tolerance: equal means differ by rounding after resampling.
    extreme = int(np.sum(np.abs(drawn - observed) >= abs(observed) - 1e-12))
    p_value = (extreme + 1) / (len(drawn) + 1)
    return Difference(before, after, _percentiles(drawn), p_value, sum(len(pair) for pair in held))


def _mean_of_shares(counts: Sequence[tuple[int, int]]) -> Interval:
    """Wilson intervals of independent shares joined to that of their mean (Zou and Donner 2008). A bootstrap
    would call a share of 0 or 1 certain."""
    shares = np.array([part / whole for part, whole in counts])
    bounds = [wilson(part, whole) for part, whole in counts]
    below = np.sqrt(np.sum((shares - [bound.low for bound in bounds]) ** 2))
    above = np.sqrt(np.sum(([bound.high for bound in bounds] - shares) ** 2))
    mean, size = float(shares.mean()), len(counts)
    return Interval(max(mean - float(below) / size, 0.0), min(mean + float(above) / size, 1.0))


def _resampled(groups: Sequence[Floats]) -> Floats:
    """Shape ``(groups, RESAMPLES)``: the mean of each group in each resample."""
    generator = np.random.default_rng(SEED)
    return np.stack([_means(group, generator) for group in groups])


def _means(values: Floats, generator: np.random.Generator) -> Floats:
    size = len(values)
    if float(np.ptp(values)) == 0.0:
        return np.full(RESAMPLES, values[0])
    step = max(1, _BLOCK // size)
    means = [
        values[generator.integers(0, size, size=(min(step, RESAMPLES - start), size))].mean(axis=1)
        for start in range(0, RESAMPLES, step)
    ]
    return np.concatenate(means)


def _percentiles(drawn: Floats) -> Interval:
    tail = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(drawn, [tail, 100 - tail])
    return Interval(float(low), float(high))
