"""What the figures share: style, markers, studies by method, tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rbsolve.compare.report import seconds_at
from rbsolve.compare.study import Case, Method, run_study
from rbsolve.pipeline import Options

HERE = Path(__file__).parent
DECKS = HERE.parent.parent / "decks"
MARKERS = "osD^vP*X<>hp"
LABELS = {
    "LIE_R3_SO3": "Lie group",
    "CARDAN_ANGLES_1": "Cardan angles 1",
    "CARDAN_ANGLES_2": "Cardan angles 2",
    "EULER_PARAMETERS_1": "Euler parameters",
    "EULER_PARAMETERS_2": "Euler parameters",
    "MINIMAL_COORDINATES": "joint coordinates",
}
Curves = Mapping[str, Sequence[Case]]

mpl.rcParams.update({"font.size": 9, "axes.grid": True, "grid.alpha": 0.3, "legend.fontsize": 7.5})


def halved(largest: float, count: int) -> list[float]:
    """`count` steps, each half of the one before."""
    return [largest * 0.5**n for n in range(count)]


def study(
    deck: str,
    methods: Mapping[str, Method],
    steps: Sequence[float],
    reference: Mapping[str, Sequence[float]],
    options: Mapping[str, object] | None = None,
) -> dict[str, list[Case]]:
    """Cases by label: every method with every step, errors at the end of the deck's time against `reference`, by sensor."""
    exact = {name: np.asarray(value, dtype=np.float64) for name, value in reference.items()}
    chosen = list(exact)
    result = run_study(
        DECKS / deck, list(methods.values()), steps, chosen, Options(method_options=options or {}), exact, print
    )
    return {label: [case for case in result.cases if case.method == method] for label, method in methods.items()}


def save(figure: Figure, name: str) -> None:
    """Write a picture beside this file."""
    figure.savefig(HERE / f"{name}.png", dpi=110)
    print(f"wrote {name}.png")


def logarithmic(axes: Axes, curves: Curves, x: str, y: str, floor: float = 0.0) -> None:
    """One curve a method in doubly logarithmic axes; `x` and `y` are attributes of a case."""
    for (label, cases), marker in zip(curves.items(), MARKERS * 3, strict=False):
        points = [(getattr(case, x), getattr(case, y)) for case in cases if 0 < case.error < math.inf]
        points = [(a, max(b, floor)) for a, b in points]
        if points:
            axes.loglog(*zip(*points, strict=True), marker=marker, markersize=4, linewidth=1.1, label=label)
    axes.legend()


def slope_mark(axes: Axes, order: int, step: float, error: float) -> None:
    """A dashed line of the slope that a method of an `order` has, through a point."""
    steps = np.array([step, step / 4])
    axes.loglog(steps, error * (steps / step) ** order, color="0.4", linestyle="--", linewidth=0.9)
    axes.annotate(f"order {order} ", (steps[1], error / 4**order), color="0.3", fontsize=7.5, ha="right", va="center")


def fitted_order(cases: Sequence[Case], largest: float = 1e-4, smallest: float = 1e-10) -> float:
    """Slope of log error over log step, of the cases whose error lies between the bounds."""
    sound = [case for case in cases if smallest < case.error < largest]
    if len(sound) < 2:
        return math.nan
    return float(np.polyfit(np.log([c.step for c in sound]), np.log([c.error for c in sound]), 1)[0])


def cost_ratio(slow: Sequence[Case], fast: Sequence[Case], accuracy: float) -> float:
    """CPU time of `slow` over that of `fast` at the same error; nan where one does not reach it."""
    times = [seconds_at([case for case in cases if case.error < math.inf], accuracy) for cases in (slow, fast)]
    return times[0] / times[1] if all(map(math.isfinite, times)) else math.nan


def write_table(name: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A Markdown table beside this file, for a page to include."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    (HERE / f"{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {name}.md")
