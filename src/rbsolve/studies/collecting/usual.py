"""Chooses the ranges of axes and colours, so that extreme cases do not hide the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.charts.sheets import plain_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FAR = 3.0
"""A value is extreme if its distance from the nearest quartile exceeds this number of interquartile ranges. This limit
is the outer fence of Tukey, Exploratory Data Analysis, 1977.
"""
SPOILED = 8.0
"""A range is limited if extreme values would widen it by this factor."""
FEW = 0.1
"""Largest fraction of extreme values."""
ENOUGH = 5
"""Smallest number of values for which a value may count as extreme."""
CROWDED = 0.1
"""If three quarters of the values are within this fraction of a linear colour scale, the scale is logarithmic."""
ROUND_OFF = 1e-9
"""Smallest ratio of the ends of a logarithmic colour scale."""
MOST_NAMED = 2
ROOM = 0.04

Floats = NDArray[np.float64]


class Usual(NamedTuple):
    """The range of the usual values, and the cases outside it."""

    low: float
    high: float
    above: NDArray[np.int64]
    below: NDArray[np.int64]

    @property
    def outside(self) -> NDArray[np.int64]:
        """Return the numbers of all cases outside the range."""
        return np.sort(np.concatenate([self.above, self.below]))


def usual_range(values: Floats) -> Usual | None:
    """Return the range of usual values. Return None if there are many extreme values, or if they hardly widen the
    range.
    """
    finite = np.sort(values[np.isfinite(values)])
    if len(finite) < ENOUGH:
        return None
    first, third = np.quantile(finite, (0.25, 0.75))
    room = FAR * (third - first)
    usual = finite[(finite >= first - room) & (finite <= third + room)]
    low, high = float(usual[0]), float(usual[-1])
    are_few = len(finite) - len(usual) <= max(1.0, FEW * len(finite))
    if not are_few or not high > low or finite[-1] - finite[0] < SPOILED * (high - low):
        return None
    return Usual(low, high, np.flatnonzero(values > high), np.flatnonzero(values < low))


def limit(axes: Axes, x: Floats, usual: Usual) -> None:
    """Limit the vertical axis to the usual values, and mark the other cases at its edges."""
    room = ROOM * (usual.high - usual.low)
    axes.set_ylim(usual.low - room, usual.high + room)
    for cases, marker, height in ((usual.above, "^", 0.975), (usual.below, "v", 0.025)):
        places = np.full(len(cases), height)
        axes.plot(
            x[cases], places, marker, color="C1", markersize=5, transform=axes.get_xaxis_transform(), clip_on=False
        )


def outside_words(values: Floats, usual: Usual) -> str:
    """Describe the cases outside a plot for its title: `outside: case 7 with 2e+09`."""
    named = [f"case {case} with {plain_number(float(f'{values[case]:.4g}'))}" for case in usual.outside[:MOST_NAMED]]
    more = len(usual.outside) - len(named)
    return "outside: " + ", ".join([*named, *([f"{more} more"] if more else [])])


def colour_scale(values: Floats, low: float, high: float) -> dict[str, Any]:
    """Return the arguments of matplotlib for a colour scale from `low` to `high`. The scale is logarithmic if the values
    are positive and most of them would otherwise have nearly the same colour.
    """
    shown = values[(values >= low) & (values <= high)]
    is_crowded = len(shown) >= ENOUGH and float(np.quantile(shown, 0.75)) - low < CROWDED * (high - low)
    if is_crowded and low > ROUND_OFF * high:
        from matplotlib.colors import LogNorm

        return {"norm": LogNorm(low, high)}
    return {"vmin": low, "vmax": high}
