"""The result of a fit: values with their intervals, curves, and measures of how well the data determine the values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.display.mappings import ByName, html_table, text_table
from rbsolve.fitting.curve import Curve, Floats

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

HEADER = ("parameter", "value", "standard error", "95 % interval", "bounds")


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number. `standard_error` and the 95 % `interval` (low, high) are NaN if the data do not determine
    the number, or if it is `at_bound`.
    """

    name: str
    value: float
    lower: float
    upper: float
    start: float
    standard_error: float
    interval: tuple[float, float]
    at_bound: bool

    def cells(self) -> list[str]:
        """Return the cells of a row of a table."""
        if self.at_bound:
            error, interval = "", f"at its {'lower' if self.value == self.lower else 'upper'} bound"
        elif np.isfinite(self.standard_error):
            error, interval = f"{self.standard_error:.2g}", " to ".join(self._round(end) for end in self.interval)
        else:
            error, interval = "", "not determined by the data"
        bounds = f"{self.lower:g} to {self.upper:g}" if np.isfinite(self.upper - self.lower) else ""
        return [self.name, self._round(self.value), error, interval, bounds]

    def _round(self, value: float) -> str:
        """Return a number as text, with two digits more than its standard error justifies."""
        size, error = abs(self.value), self.standard_error
        digits = 8 if not (size > 0.0 and error > 0.0) else math.ceil(math.log10(size / error)) + 2
        return f"{value:.{min(max(digits, 4), 15)}g}"


@dataclass(frozen=True)
class Fit(ByName[Estimate]):
    """The parameters that explain measurements best, as a mapping from their names to `Estimate`.

    ```python
    fit = rbsolve.fit("pendulum.deck", "swing.csv", {"L": (0.5, 2.0)}, match={"angle": "hinge"})
    fit["L"].value, fit["L"].interval
    fit.plot()
    ```
    """

    status: str
    """The status, which is complete, failed or interrupted."""
    message: str
    parameters: Mapping[str, Estimate]
    covariance: Floats
    """The covariance (p, p) in the order of the parameters. Entries that the data do not determine are NaN."""
    correlation: Floats
    residual_rms: Mapping[str, float]
    """The root mean square residual of each column, in its unit."""
    hold_out_rms: Mapping[str, float]
    """The root mean square residual of each column, in the unit of the column. Only the data that the fit did not use
    are included. It is empty if all data were used.
    """
    sigma: Mapping[str, float]
    """The standard deviation of each column. It is given, or computed from the residuals of the column."""
    chi_square: float
    degrees_of_freedom: int
    singular_values: Floats
    poorly_determined: Sequence[Mapping[str, Any]]
    """Combinations of parameters that the data determine poorly, with `words`, `combination`, `singular_value` and
    `half_interval`.
    """
    warnings: Sequence[str]
    iterations: int
    evaluations: int
    """Number of solutions of all experiments, with or without derivatives."""
    runs: int
    """Number of runs."""
    derivatives: str
    """The method by which derivatives were computed."""
    curves: Sequence[Curve] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The arguments of the fit."""

    def __getitem__(self, name: str) -> Estimate:
        return self.parameters[name]

    def __iter__(self) -> Any:
        return iter(self.parameters)

    def __len__(self) -> int:
        return len(self.parameters)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def values_by_name(self) -> dict[str, float]:
        """Return the estimated design parameters that all experiments share, for `rbsolve.solve(deck,
        parameters=fit.values_by_name)`.
        """
        return {name: estimate.value for name, estimate in self.parameters.items() if ":" not in name}

    def as_json(self) -> dict[str, Any]:
        """Return the contents of `fit.json`."""
        return {
            "status": self.status,
            "message": self.message,
            "parameters": {
                e.name: {
                    "value": e.value,
                    "lower": e.lower,
                    "upper": e.upper,
                    "start": e.start,
                    "standard_error": e.standard_error,
                    "interval": e.interval,
                    "at_bound": e.at_bound,
                }
                for e in self.parameters.values()
            },
            "covariance": self.covariance,
            "correlation": self.correlation,
            "residual_rms": self.residual_rms,
            "sigma": self.sigma,
            "chi_square": self.chi_square,
            "degrees_of_freedom": self.degrees_of_freedom,
            "singular_values": self.singular_values,
            "poorly_determined": self.poorly_determined,
            "iterations": self.iterations,
            "evaluations": self.evaluations,
            "runs": self.runs,
            "hold_out_rms": self.hold_out_rms or None,
            "derivatives": self.derivatives,
            "warnings": self.warnings,
            **self.settings,
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Return the parameters as a data frame with a row for each parameter."""
        import pandas as pd

        rows = [
            (e.value, e.standard_error, *e.interval, e.lower, e.upper, e.at_bound) for e in self.parameters.values()
        ]
        columns = ["value", "standard_error", "low", "high", "lower", "upper", "at_bound"]
        return pd.DataFrame(rows, index=pd.Index(list(self.parameters), name="parameter"), columns=columns)

    def plot(self) -> Figure:
        """Plot measured and computed curves with their residuals."""
        from rbsolve.fitting.pictures import draw

        return draw(self.curves, self.sigma)

    def __repr__(self) -> str:
        lines = [f"<Fit: {self.status}, {self.message}>", text_table(HEADER, self.rows())]
        return "\n".join([*lines, *(f"poorly determined: {poor['words']}" for poor in self.poorly_determined)])

    def _repr_html_(self) -> str:
        return html_table(HEADER, self.rows())

    def rows(self) -> list[list[str]]:
        """Return the rows of the table of parameters. Intervals are valid only at the end of a search."""
        rows = [estimate.cells() for estimate in self.parameters.values()]
        return (
            rows if self.status == "complete" else [[name, value, "", "", bounds] for name, value, _, _, bounds in rows]
        )
