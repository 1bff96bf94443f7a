"""What the figures share: studies by method, panels in one style, tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rbsolve.compare.methods import Method
from rbsolve.compare.report import seconds_at
from rbsolve.compare.study import Case, run_study
from rbsolve.parser.schema.integrators import TABLEAUX
from rbsolve.pipeline import Options

HERE = Path(__file__).parent
DECKS = HERE.parent.parent / "decks"
NAMES = {
    "LIE_R3_SO3": "Lie group",
    "LIE_SE3": "Lie group SE(3)",
    "CARDAN_ANGLES_1": "Cardan angles 1",
    "CARDAN_ANGLES_2": "Cardan angles 2",
    "EULER_PARAMETERS_2": "Euler parameters",
    "MINIMAL_COORDINATES": "joint coordinates",
}
COLOURS = dict(zip(NAMES, ("C0", "C9", "C1", "C3", "C2", "C4"), strict=True))
MARKERS = dict(zip(TABLEAUX, "1234o<>sD"[-len(TABLEAUX) :], strict=True))

Curves = Mapping[str, Sequence[Case]]
"""Cases by label, the largest step first."""
Quantity = Callable[[Case], float]

mpl.rcParams.update(
    {"font.size": 10, "axes.grid": True, "grid.alpha": 0.3, "legend.fontsize": 9, "legend.framealpha": 0.7}
)


def step_size(case: Case) -> float:
    """[s], as asked for."""
    return case.step


def error(case: Case) -> float:
    """At the end time, infinite for a run that failed."""
    return case.error


def cpu_time(case: Case) -> float:
    """[s] of the integrator alone."""
    return case.seconds


def step_cost(case: Case) -> float:
    """CPU time of a step [us]."""
    return 1e6 * case.seconds / max(case.steps, 1)


def evaluations(case: Case) -> float:
    """Evaluations of all forces in the whole run."""
    return float(case.evaluations)


def iterations(case: Case) -> float:
    """Newton iterations a step, those of halved steps included."""
    return case.newton_iterations / max(case.steps, 1)


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where pictures and tables go; `quick` runs the largest steps only, to see that everything works."""

    folder: Path = HERE
    quick: bool = False

    def study(
        self,
        deck: str,
        methods: Mapping[str, Method],
        steps: Sequence[float],
        reference: Mapping[str, Sequence[float]],
        parameters: Mapping[str, float] | None = None,
    ) -> dict[str, list[Case]]:
        """Every method with every step; errors at the end of the deck's time against `reference`, by sensor."""
        exact = {name: np.asarray(value, dtype=np.float64) for name, value in reference.items()}
        chosen = list(steps)[:2] if self.quick else list(steps)
        options = Options(parameters=parameters or {})
        ran = run_study(DECKS / deck, list(methods.values()), chosen, list(exact), options, exact)
        print(f"{deck}: {len(ran.cases)} cases", flush=True)
        return {label: [case for case in ran.cases if case.method == method] for label, method in methods.items()}

    def save(self, figure: Figure, name: str) -> None:
        """Write a picture."""
        figure.savefig(self.folder / f"{name}.png", dpi=110)
        print(f"wrote {name}.png", flush=True)

    def table(self, name: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Write a Markdown table for a page to include."""
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *lines]
        (self.folder / f"{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"wrote {name}.md", flush=True)

    def statements(self, name: str, rows: Sequence[tuple[str, str, str]]) -> None:
        """Write what the paper says beside what we find."""
        self.table(name, ("the paper", "rbsolve", "how it was measured"), rows)


@dataclass(frozen=True, slots=True)
class Panel:
    """One logarithmic plot of all curves: y over x, with dashed lines of the slopes of some `orders`."""

    x: Quantity
    y: Quantity
    x_label: str
    y_label: str
    title: str = ""
    orders: tuple[int, ...] = ()
    linear: bool = False
    """Whether y is linear."""


def halved(largest: float, count: int) -> list[float]:
    """`count` steps, each half of the one before."""
    return [largest * 0.5**n for n in range(count)]


def draw(workshop: Workshop, name: str, title: str, curves: Curves, panels: Sequence[Panel]) -> None:
    """A figure of panels, two a row; the legend takes an empty last place, or stands below."""
    lines = math.ceil(len(panels) / 2)
    spare = len(panels) % 2 == 1
    figure = Figure(figsize=(10.0, 4.0 * lines + (0.4 if spare else 1.2)), layout="constrained")
    places = figure.subplots(lines, 2).flat
    for axes, panel in zip(places, panels, strict=False):
        draw_panel(axes, curves, panel)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    if spare:
        figure.axes[-1].set_axis_off()
        figure.axes[-1].legend(handles, labels, loc="center")
    else:
        figure.legend(handles, labels, loc="outside lower center", ncols=2)
    figure.suptitle(title, fontsize=11)
    workshop.save(figure, name)


def draw_panel(axes: Axes, curves: Curves, panel: Panel) -> None:
    """All curves in one plot; runs that failed are left out."""
    for label, cases in curves.items():
        points = [(panel.x(case), panel.y(case)) for case in cases if 0.0 < case.error < math.inf]
        if points:
            axes.plot(*zip(*points, strict=True), label=label, linewidth=1.1, markersize=4, **style(cases[0].method))
    axes.set_xscale("log")
    if not panel.linear:
        axes.set_yscale("log")
    axes.set(xlabel=panel.x_label, ylabel=panel.y_label)
    axes.set_title(panel.title, fontsize=10)
    if panel.orders:
        slope_fan(axes, panel.orders)


def style(method: Method) -> dict[str, str]:
    """Colour by formulation, marker by tableau; hollow and dotted for a modified Newton iteration or a controlled step."""
    look = {"color": COLOURS[method.formulation], "marker": MARKERS.get(method.variant, "o")}
    return {**look, "linestyle": ":", "markerfacecolor": "none"} if method.settings else look


def slope_fan(axes: Axes, orders: Sequence[int]) -> None:
    """Dashed lines of the slopes of some orders, from one point in the corner below the curves."""
    (left, right), (low, high) = np.log10(axes.get_xlim()), np.log10(axes.get_ylim())
    x, y = left + 0.62 * (right - left), low + 0.06 * (high - low)
    length = min(0.22 * (right - left), 0.4 * (high - low) / max(orders))
    for order in orders:
        ends = 10.0 ** np.array([[x, x + length], [y, y + order * length]])
        axes.plot(*ends, color="0.35", linestyle="--", linewidth=0.9)
        axes.annotate(f" order {order}", ends[:, 1], color="0.35", fontsize=9, va="center")


def fitted_slope(
    cases: Sequence[Case],
    steps: tuple[float, float],
    errors: tuple[float, float] = (0.0, math.inf),
    against: Quantity = step_size,
) -> float:
    """Slope of log error over log step, or another quantity, of the cases whose step and error lie between bounds; nan for less than
    two."""
    used = [case for case in cases if steps[0] <= case.step <= steps[1] * 1.0001 and errors[0] < case.error < errors[1]]
    if len(used) < 2:
        return math.nan
    return float(np.polyfit(np.log([against(c) for c in used]), np.log([c.error for c in used]), 1)[0])


def at(cases: Sequence[Case], step: float) -> Case:
    """The case whose step is nearest to a step."""
    return min(cases, key=lambda case: abs(math.log(case.step / step)))


def work_at(cases: Sequence[Case], accuracy: float, work: Quantity = cpu_time) -> float:
    """CPU time, or other work, at which a method reaches an error, on the lines of the work-precision diagram; nan where it does not."""
    reached = seconds_at([replace(case, seconds=work(case)) for case in cases if case.error < math.inf], accuracy)
    return reached if math.isfinite(reached) else math.nan


def cost_ratio(slow: Sequence[Case], fast: Sequence[Case], accuracy: float) -> float:
    """CPU time of `slow` over that of `fast` at the same error; nan where one does not reach it."""
    return work_at(slow, accuracy) / work_at(fast, accuracy)


def mean_ratio(quantity: Quantity, first: Sequence[Case], second: Sequence[Case]) -> float:
    """Geometric mean over the steps that both finish of the ratio of a quantity."""
    done = [(quantity(a), quantity(b)) for a, b in zip(first, second, strict=True) if max(a.error, b.error) < math.inf]
    return math.exp(sum(math.log(a / b) for a, b in done) / len(done)) if done else math.nan


def number(value: float, form: str = ".2g") -> str:
    """A number of a table; a dash for what could not be measured."""
    return "-" if math.isnan(value) else format(value, form)


def listed(values: Mapping[str, float], form: str = ".2g") -> str:
    """`RK44 1.2, RK67 3`."""
    return ", ".join(f"{name} {number(value, form)}" for name, value in values.items())


def iteration_table(workshop: Workshop, name: str, curves: Curves) -> None:
    """Average Newton iterations a step, and its CPU time [us] in brackets: one row a step size, one column a method."""
    rows = [
        [
            f"{cases[0].step:.3g}",
            *("-" if case.error == math.inf else f"{iterations(case):.2f} ({step_cost(case):.2f})" for case in cases),
        ]
        for cases in zip(*curves.values(), strict=True)
    ]
    workshop.table(name, ["step [s]", *curves], rows)
