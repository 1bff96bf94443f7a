"""The work-precision diagram of a study."""

from __future__ import annotations

import math
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from rbsolve.compare.report import cases_by_method
from rbsolve.compare.study import Case, Comparison
from rbsolve.results.target import whole

MARKERS = "osD^vP*X<>hp"


def work_precision(study: Comparison, path: Path) -> None:
    """Error against step size (left, with the fitted order in the legend) and against CPU time (right), logarithmic."""
    with mpl.rc_context({"font.size": 9, "axes.grid": True, "grid.alpha": 0.3, "svg.hashsalt": "rbsolve"}):
        figure = Figure(figsize=(11, 4.8), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        for (method, cases), marker in zip(cases_by_method(study).items(), MARKERS * 9, strict=False):
            usable = [case for case in cases if 0.0 < case.error < math.inf]
            if not usable:
                continue
            errors = [case.error for case in usable]
            style = {"marker": marker, "markersize": 4, "linewidth": 1.2}
            left.loglog([case.step for case in usable], errors, label=method.label + _order(usable), **style)
            right.loglog([case.seconds for case in usable], errors, label=method.label, **style)
        left.set_xlabel("step size [s]")
        left.set_ylabel(f"error of {', '.join(study.sensors)} at the end time")
        right.set_xlabel("CPU time [s]")
        left.legend(fontsize=7)
        figure.suptitle(f"{study.deck}: error against {study.reference}", fontsize=10)
        with whole(path) as temporary:
            figure.savefig(temporary, format=path.suffix[1:], dpi=150)


def _order(cases: list[Case]) -> str:
    """The slope between the two largest steps that are well above rounding, for the legend."""
    if len(cases) < 2:
        return ""
    floor = 100.0 * min(case.error for case in cases) if len(cases) > 3 else 0.0
    sound = [case for case in cases if case.error > floor] if floor else cases
    first, last = (sound[0], sound[-1]) if len(sound) > 1 else (cases[0], cases[1])
    slope = math.log(first.error / last.error) / math.log(first.step / last.step)
    return f" (order {slope:.1f})"
