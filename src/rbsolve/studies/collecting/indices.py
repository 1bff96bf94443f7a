"""Measures the influence of each parameter on each response of a sample. The measures are Sobol indices, Morris'
elementary effects, or correlations.

For D parameters, Saltelli's sample has D + 2 cases for each base point, and Morris' sample has D + 1 cases for each
path. If a case of a base point or path has no value, the whole base point or path is omitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.presentation.export import MissingExtraError
from rbsolve.results.scalars.reading import ScalarError

Floats = NDArray[np.float64]
CONFIDENCE = 1.96
"""Quantile of the normal distribution for an interval of 95 %."""
RESAMPLES = 200
MISSING = "indices of Saltelli's and Morris' samples need SALib: pip install 'rbsolve[indices]'"


@dataclass(frozen=True, slots=True)
class Indices:
    """The indices (parameters,) of one response, by names such as `first`. `first_interval` is half the width of the 95
    % interval of `first`.
    """

    parameters: tuple[str, ...]
    numbers: Mapping[str, Floats]
    left_out: int
    """Number of omitted cases. A case is omitted if it has no value, or another case of its block has no value."""


def indices_of(method: str, parameters: Mapping[str, Floats], values: Floats) -> Indices:
    """Return the indices of a response from its values (cases,). The cases were sampled by `method`. A case without a
    value is NaN.

    Raise ScalarError if the cases are not from this sampling method, and MissingExtraError without SALib.
    """
    varied = {name: column for name, column in parameters.items() if column.ndim == 1 and np.ptp(column) > 0.0}
    if not varied:
        raise ScalarError("indices need at least one parameter that varies")
    block = {"saltelli": len(varied) + 2, "morris": len(varied) + 1}.get(method, 1)
    if len(values) % block:
        raise ScalarError(f"{len(values)} cases are not a sample by {method} of {len(varied)} parameters")
    is_whole = np.repeat(np.isfinite(values).reshape(-1, block).all(axis=1), block)
    used, points = values[is_whole], np.column_stack([column[is_whole] for column in varied.values()])
    made = {"saltelli": _sobol, "morris": _morris}.get(method, _correlations)
    return Indices(tuple(varied), made(points, used), int(np.count_nonzero(~is_whole)))


def _problem(dimensions: int) -> dict[str, Any]:
    return {
        "num_vars": dimensions,
        "names": [f"{k}" for k in range(dimensions)],
        "bounds": [[0.0, 1.0]] * dimensions,
    }


def _sobol(points: Floats, values: Floats) -> dict[str, Floats]:
    names = {"first": "S1", "first_interval": "S1_conf", "total": "ST", "total_interval": "ST_conf"}
    dimensions = points.shape[1]
    if len(values) < 2 * (dimensions + 2) or np.ptp(values) == 0.0:
        return _nothing(names, dimensions)
    try:
        from SALib.analyze import sobol
    except ImportError as error:
        raise MissingExtraError(MISSING) from error
    found = sobol.analyze(_problem(dimensions), values, calc_second_order=False, num_resamples=RESAMPLES, seed=0)
    return {name: np.asarray(found[key], dtype=np.float64) for name, key in names.items()}


def _morris(points: Floats, values: Floats) -> dict[str, Floats]:
    names = {"mean_absolute_effect": "mu_star", "interval": "mu_star_conf", "mean_effect": "mu", "deviation": "sigma"}
    dimensions = points.shape[1]
    if len(values) < 2 * (dimensions + 1):
        return _nothing(names, dimensions)
    try:
        from SALib.analyze import morris
    except ImportError as error:
        raise MissingExtraError(MISSING) from error
    found = morris.analyze(_problem(dimensions), points, values, num_resamples=RESAMPLES, seed=0)
    return {name: np.asarray(found[key], dtype=np.float64) for name, key in names.items()}


def _correlations(points: Floats, values: Floats) -> dict[str, Floats]:
    """Return the correlation of the values with each parameter (Pearson), and the correlation of the ranks (Spearman).
    Fisher's transformation gives the confidence interval of the correlation of the values.
    """
    from scipy.stats import rankdata

    names = ("correlation", "low", "high", "rank_correlation")
    if len(values) < 4 or np.ptp(values) == 0.0:
        return _nothing(names, points.shape[1])
    plain = np.array([np.corrcoef(column, values)[0, 1] for column in points.T]).clip(-1.0, 1.0)
    ranks = np.array([np.corrcoef(rankdata(column), rankdata(values))[0, 1] for column in points.T])
    with np.errstate(divide="ignore"):
        middle = np.arctanh(plain)
    width = CONFIDENCE / np.sqrt(len(values) - 3)
    return dict(zip(names, (plain, np.tanh(middle - width), np.tanh(middle + width), ranks), strict=True))


def _nothing(names: Any, dimensions: int) -> dict[str, Floats]:
    return {name: np.full(dimensions, np.nan) for name in names}


def table_of(found: Mapping[str, Indices]) -> dict[str, NDArray[Any]]:
    """Return the indices of all responses as a table, with a row for each response and parameter."""
    first = next(iter(found.values()))
    rows = [(response, name) for response, one in found.items() for name in one.parameters]
    columns: dict[str, NDArray[Any]] = {
        title: np.array([row[k] for row in rows], dtype=object) for k, title in enumerate(("response", "parameter"))
    }
    return columns | {title: np.concatenate([one.numbers[title] for one in found.values()]) for title in first.numbers}
