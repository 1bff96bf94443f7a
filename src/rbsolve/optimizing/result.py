"""The result of an optimization: the best parameters, the active bounds and constraints, and all local optima found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rbsolve.display.mappings import ByName, html_table, text_table
from rbsolve.optimizing.problem import Refusal

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

HEADER = ("parameter", "value", "bounds", "active", "multiplier")
CONSTRAINTS = ("constraint", "left - right", "active", "multiplier")
OPTIMA = ("start", "value", "status", "iterations")


@dataclass(frozen=True, slots=True)
class Choice:
    """A parameter at the optimum. `active` is "lower" or "upper" if the parameter is at a bound, otherwise empty.
    `multiplier` is the derivative of the optimum with respect to the bound.
    """

    name: str
    value: float
    lower: float
    upper: float
    start: float
    active: str
    multiplier: float

    def cells(self) -> list[str]:
        """Return the cells of a row of a table."""
        held = [f"at its {self.active} bound", f"{self.multiplier:.4g}"] if self.active else ["", ""]
        return [self.name, f"{self.value:.8g}", f"{self.lower:g} to {self.upper:g}", *held]


@dataclass(frozen=True, slots=True)
class Condition:
    """A constraint at the optimum. `difference` is its left side minus its right side. If the constraint is active,
    `multiplier` is the derivative of the optimum with respect to the right side.
    """

    text: str
    difference: float
    is_active: bool
    multiplier: float

    def cells(self) -> list[str]:
        """Return the cells of a row of a table."""
        held = ["yes", f"{self.multiplier:.4g}"] if self.is_active else ["no", ""]
        return [self.text, f"{self.difference:.4g}", *held]


@dataclass(frozen=True, slots=True)
class Search:
    """A local search with its start and its end."""

    start: Mapping[str, float]
    parameters: Mapping[str, float]
    value: float
    status: str
    message: str
    iterations: int

    def cells(self) -> list[str]:
        """Return the cells of a row of a table."""
        start = ", ".join(f"{name} = {value:.4g}" for name, value in self.start.items())
        return [start, f"{self.value:.8g}", self.status, str(self.iterations)]


@dataclass(frozen=True)
class Optimum(ByName[float]):
    """The best parameters of a deck, as a mapping from their names to their values.

    ```python
    best = rbsolve.optimize("cart.deck", {"P": (10, 100), "D": (1, 20)}, minimize="rms(angle)", subject_to=["peak(force) <= 20"])
    best.value, best["P"]
    ```
    """

    status: str
    """The status, which is complete, failed or interrupted."""
    message: str
    objective: str
    """The words `minimize` or `maximize`, and the scalar in the form that the user gave."""
    value: float
    parameters: Mapping[str, Choice]
    constraints: Sequence[Condition]
    gradient_norm: float
    """The norm of the part of the gradient that active bounds and constraints do not balance. The gradient is with
    respect to parameters scaled by the widths of their bounds.
    """
    iterations: int
    """Number of iterations of all searches."""
    evaluations: int
    runs: int
    derivatives: str
    """The method by which derivatives were computed."""
    searches: Sequence[Search]
    """All local searches, in the order of their starts."""
    warnings: Sequence[str] = ()
    refused: Sequence[Refusal] = ()
    """The trial points whose runs failed, with the reasons. A reason names a joint that stays open, and its gap."""
    path: Sequence[float] = ()
    """The objective after each iteration of the best search."""
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> float:
        return self.parameters[name].value

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    def __len__(self) -> int:
        return len(self.parameters)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def local_optima(self) -> list[Search]:
        """Return the distinct local optima of the searches, with the best first."""
        better = -1.0 if self.objective.startswith("maximize") else 1.0
        found: list[Search] = []
        for search in sorted(self.searches, key=lambda search: better * search.value):
            if search.status == "complete" and not any(self._are_same(search, other) for other in found):
                found.append(search)
        return found

    def _are_same(self, one: Search, other: Search) -> bool:
        return all(
            abs(one.parameters[name] - other.parameters[name]) <= 1e-3 * (choice.upper - choice.lower)
            for name, choice in self.parameters.items()
        )

    def as_json(self) -> dict[str, Any]:
        """Return the contents of `optimum.json`."""
        return {
            "status": self.status,
            "message": self.message,
            "objective": self.objective,
            "value": self.value,
            "parameters": {
                c.name: {
                    "value": c.value,
                    "lower": c.lower,
                    "upper": c.upper,
                    "start": c.start,
                    "active": c.active or None,
                    "multiplier": c.multiplier,
                }
                for c in self.parameters.values()
            },
            "constraints": [
                {"text": c.text, "difference": c.difference, "active": c.is_active, "multiplier": c.multiplier}
                for c in self.constraints
            ],
            "gradient_norm": self.gradient_norm,
            "iterations": self.iterations,
            "evaluations": self.evaluations,
            "runs": self.runs,
            "local_optima": [_search_json(search) for search in self.local_optima],
            "searches": [_search_json(search) for search in self.searches],
            "derivatives": self.derivatives,
            "warnings": self.warnings,
            "refused": [each._asdict() for each in self.refused],
            **self.settings,
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Return all local searches as a data frame with a row for each search."""
        import pandas as pd

        rows = [
            {**s.parameters, "value": s.value, "status": s.status, "iterations": s.iterations} for s in self.searches
        ]
        return pd.DataFrame(rows)

    def plot(self) -> Figure:
        """Plot the objective over the iterations of the best search."""
        from rbsolve.optimizing.pictures import draw

        return draw(self.objective, self.path)

    def __repr__(self) -> str:
        tables = [text_table(HEADER, [choice.cells() for choice in self.parameters.values()])]
        if self.constraints:
            tables.append(text_table(CONSTRAINTS, [condition.cells() for condition in self.constraints]))
        return "\n".join([f"<Optimum: {self.status}, {self.objective} = {self.value:.8g}>", *tables])

    def _repr_html_(self) -> str:
        tables = [html_table(HEADER, [choice.cells() for choice in self.parameters.values()])]
        if self.constraints:
            tables.append(html_table(CONSTRAINTS, [condition.cells() for condition in self.constraints]))
        return "".join(tables)


def _search_json(search: Search) -> dict[str, Any]:
    return {
        "start": search.start,
        "parameters": search.parameters,
        "value": search.value,
        "status": search.status,
        "message": search.message,
        "iterations": search.iterations,
    }
