"""Running decks by many methods, and writing pictures and tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from measures import Curves, iterations, step_cost

from rbsolve.compare.methods import ComparedMethod
from rbsolve.compare.reference import Reference
from rbsolve.compare.study import Case, run_study
from rbsolve.pipeline import Options

HERE = Path(__file__).parent
DECKS = HERE.parent.parent / "decks"


def halved(largest: float, count: int) -> list[float]:
    """`count` steps, each half of the one before."""
    return [largest * 0.5**n for n in range(count)]


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where pictures and tables go; `quick` runs the largest steps only, to see that everything works."""

    folder: Path = HERE
    quick: bool = False

    def study(
        self,
        deck: str,
        methods: Mapping[str, ComparedMethod],
        steps: Sequence[float],
        reference: Mapping[str, Sequence[float]],
        parameters: Mapping[str, float] | None = None,
    ) -> dict[str, list[Case]]:
        """Every method with every step; errors at the end of the deck's time against `reference`, by sensor."""
        exact = {name: np.asarray(value, dtype=np.float64) for name, value in reference.items()}
        chosen = list(steps)[:2] if self.quick else list(steps)
        options = Options(parameters=parameters or {})
        ran = run_study(DECKS / deck, list(methods.values()), chosen, list(exact), options, Reference.at_end(exact))
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
