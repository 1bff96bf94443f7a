"""Defines distributions of parameters, such as `normal(100, 5)` and `uniform(a, b)`. Their quantile functions come from
scipy.stats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of distribution. `form` is its notation, `is_valid` checks its numbers, and `frozen` creates the
    distribution of scipy.
    """

    form: str
    counts: tuple[int, ...]
    is_valid: Callable[..., bool]
    frozen: Callable[..., Any]


def _normal(mean: float, deviation: float, low: float | None = None, high: float | None = None) -> Any:
    from scipy import stats

    if low is None or high is None:
        return stats.norm(mean, deviation)
    return stats.truncnorm((low - mean) / deviation, (high - mean) / deviation, mean, deviation)


def _stats(name: str, *numbers: float) -> Any:
    from scipy import stats

    return getattr(stats, name)(*numbers)


KINDS = {
    "normal": Kind(
        "normal(MEAN, DEVIATION) or normal(MEAN, DEVIATION, LOW, HIGH)",
        (2, 4),
        lambda mean, deviation, low=0.0, high=1.0: deviation > 0.0 and low < high,
        _normal,
    ),
    "uniform": Kind(
        "uniform(LOW, HIGH)", (2,), lambda low, high: low < high, lambda low, high: _stats("uniform", low, high - low)
    ),
    "lognormal": Kind(
        "lognormal(MEDIAN, DEVIATION OF THE LOGARITHM)",
        (2,),
        lambda median, deviation: median > 0.0 and deviation > 0.0,
        lambda median, deviation: _stats("lognorm", deviation, 0.0, median),
    ),
    "triangular": Kind(
        "triangular(LOW, MODE, HIGH)",
        (3,),
        lambda low, mode, high: low <= mode <= high and low < high,
        lambda low, mode, high: _stats("triang", (mode - low) / (high - low), low, high - low),
    ),
    "weibull": Kind(
        "weibull(SHAPE, SCALE)",
        (2,),
        lambda shape, scale: shape > 0.0 and scale > 0.0,
        lambda shape, scale: _stats("weibull_min", shape, 0.0, scale),
    ),
}
DISCRETE = "discrete"
SMALLEST = 2.0**-53


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of a parameter."""

    kind: str
    numbers: tuple[float, ...]

    def at(self, shares: Floats) -> Floats:
        """Return the quantiles (n,) at probabilities (n,) from 0 to 1."""
        import numpy as np

        if self.kind == DISCRETE:
            chosen = np.minimum((shares * len(self.numbers)).astype(int), len(self.numbers) - 1)
            picked: Floats = np.array(self.numbers)[chosen]
            return picked
        inside = np.clip(shares, SMALLEST, 1.0 - SMALLEST)
        found: Floats = np.asarray(KINDS[self.kind].frozen(*self.numbers).ppf(inside), dtype=np.float64)
        return found


def flaw_of(kind: str, numbers: Sequence[float]) -> str:
    """Return the error in the numbers of a distribution, or an empty text."""
    if kind == DISCRETE:
        return "" if numbers else "it needs values: discrete(1, 2, 5)"
    known = KINDS[kind]
    if len(numbers) not in known.counts or not known.is_valid(*numbers):
        return f"it is {known.form}"
    return ""
