"""Runs decks by many methods, and writes pictures and tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rbsolve.compare.methods import ComparedMethod
from rbsolve.compare.reference import Reference
from rbsolve.compare.study import Case, run_study
from rbsolve.pipeline import Options

HERE = Path(__file__).parent
DECKS = HERE.parent.parent / "decks"
MOST_POINTS = 100  # limit of stored points of a curve


def halve(largest: float, count: int) -> list[float]:
    """Return `count` steps, each half of the previous step."""
    return [largest * 0.5**n for n in range(count)]


@dataclass(frozen=True, slots=True)
class Workshop:
    """The folder for pictures, their data and tables. With `quick`, only the two largest steps are run, as a test."""

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
        """Run every method with every step. Errors are deviations from `reference` (by sensor) at the end of a run."""
        exact = {name: np.asarray(value, dtype=np.float64) for name, value in reference.items()}
        chosen = list(steps)[:2] if self.quick else list(steps)
        options = Options(parameters=parameters or {})
        ran = run_study(DECKS / deck, list(methods.values()), chosen, list(exact), options, Reference.at_end(exact))
        print(f"{deck}: {len(ran.cases)} cases", flush=True)
        return {label: [case for case in ran.cases if case.method == method] for label, method in methods.items()}

    def save(self, figure: Figure, name: str) -> None:
        """Write a picture, and the points of its curves (data/NAME.json)."""
        figure.savefig(self.folder / f"{name}.png", dpi=110)
        panels = {f"{k}: {_title(axes)}": curves for k, axes in enumerate(figure.axes) if (curves := _curves(axes))}
        (self.folder / "data").mkdir(exist_ok=True)
        (self.folder / "data" / f"{name}.json").write_text(_lines(panels), encoding="utf-8")
        print(f"wrote {name}.png", flush=True)

    def table(self, name: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Write a Markdown table for a page to include."""
        (self.folder / f"{name}.md").write_text(markdown_table(head, rows), encoding="utf-8")
        print(f"wrote {name}.md", flush=True)


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Head and rows as Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def _title(axes: Axes) -> str:
    return ", ".join(text for text in (axes.get_title(), axes.get_xlabel(), axes.get_ylabel()) if text)


def _curves(axes: Axes) -> dict[str, list[list[float]]]:
    """Coordinates of the curves with labels, with a limited number of points."""
    found = {}
    for line in axes.lines:
        points = line.get_data_3d() if hasattr(line, "get_data_3d") else line.get_data()
        if not str(line.get_label()).startswith("_"):
            chosen = np.unique(np.linspace(0, len(points[0]) - 1, MOST_POINTS).round().astype(int))
            rounded = [[float(f"{each[k]:.6g}") for k in chosen] for each in points]
            found[str(line.get_label())] = rounded
    return found


def _lines(panels: Mapping[str, Mapping[str, Any]]) -> str:
    """JSON with one line for each curve."""
    texts = []
    for panel, curves in panels.items():
        rows = ",\n".join(f" {json.dumps(label)}: {json.dumps(points)}" for label, points in curves.items())
        texts.append(f"{json.dumps(panel)}: {{\n{rows}\n}}")
    return "{" + ",\n".join(texts) + "}\n"
