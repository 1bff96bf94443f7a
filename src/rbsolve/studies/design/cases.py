"""Converts a request to the table of all cases. The table is checked against the deck's parameters before the runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.diagnostics import Code, Diagnostics, Severity, Span
from rbsolve.studies.design.dependence import correlate, satisfies
from rbsolve.studies.design.request import MOST_CASES, Axis, Sampling, StudyDesign, unknown_parameter
from rbsolve.studies.design.table import read_table

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CaseTable:
    """The parameters of all cases. `values` has the shape (cases, columns), and each name in `names` has `widths`
    columns.
    """

    names: tuple[str, ...]
    widths: tuple[int, ...]
    values: Floats

    def __len__(self) -> int:
        return len(self.values)

    def case(self, number: int) -> dict[str, float | tuple[float, ...]]:
        """Return the parameters of one case, in the parser's form."""
        return self.by_name(self.values[number].tolist())

    def by_name(self, row: Sequence[float]) -> dict[str, float | tuple[float, ...]]:
        """Split a row of numbers, with one number for each column, into the values of the parameters by name."""
        found: dict[str, float | tuple[float, ...]] = {}
        start = 0
        for name, width in zip(self.names, self.widths, strict=True):
            found[name] = row[start] if width == 1 else tuple(row[start : start + width])
            start += width
        return found

    def columns(self) -> dict[str, Floats]:
        """Return the values (cases,) or (cases, width) of each parameter."""
        edges = np.cumsum((0, *self.widths)).tolist()
        parts = [self.values[:, start:stop] for start, stop in pairwise(edges)]
        named = zip(self.names, self.widths, parts, strict=True)
        return {name: part[:, 0] if width == 1 else part for name, width, part in named}


def make_cases(request: StudyDesign, declared: Mapping[str, int], diagnostics: Diagnostics) -> CaseTable | None:
    """Return all cases of a request. `declared` contains the number of components of each parameter of the deck.

    If the request is invalid, the result is None, and diagnostics give the place and a remedy.
    """
    before = _errors(diagnostics)
    _check_names(request.axes, declared, diagnostics)
    if request.table is not None:
        cases = _from_table(request, request.table, declared, diagnostics)
    elif request.sampling is not None:
        cases = _sample_cases(request, request.sampling, diagnostics)
    elif request.correlations:
        message = "only parameters of a sample can be correlated"
        diagnostics.error(Code.CONFLICTING_KEYWORDS, message, request.correlations[0].span, "--sample N")
        cases = None
    else:
        cases = _list_cases(request, diagnostics)
    if cases is not None and request.conditions:
        cases = _apply_conditions(cases, request, diagnostics)
    return cases if cases is not None and _errors(diagnostics) == before else None


def _apply_conditions(cases: CaseTable, request: StudyDesign, diagnostics: Diagnostics) -> CaseTable | None:
    """Return the cases that satisfy the conditions of the request."""
    first = request.conditions[0]
    if request.sampling is not None and request.sampling.method in DESIGNED:
        message = f"conditions cannot be applied to a sample by {request.sampling.method}, which must be complete"
        diagnostics.error(Code.CONFLICTING_KEYWORDS, message, first.span, "use another method")
        return None
    scalars = {name: values for name, values in cases.columns().items() if values.ndim == 1}
    meets = satisfies(scalars, request.conditions, diagnostics)
    if meets is None:
        return None
    left = int(np.count_nonzero(meets))
    if not left:
        diagnostics.error(Code.INVALID_VALUE, f"none of the {len(cases)} cases satisfies the conditions", first.span)
        return None
    if left < len(cases):
        diagnostics.note(Code.INVALID_VALUE, f"{left} of {len(cases)} cases satisfy the conditions", first.span)
    return replace(cases, values=cases.values[meets])


def _errors(diagnostics: Diagnostics) -> int:
    return sum(finding.severity is Severity.ERROR for finding in diagnostics)


def _check_names(axes: Sequence[Axis], declared: Mapping[str, int], diagnostics: Diagnostics) -> None:
    seen: set[str] = set()
    for axis in axes:
        if axis.name in seen:
            diagnostics.error(
                Code.DUPLICATE_NAME, f"`{axis.name}` is given twice", axis.span, "give one list of values"
            )
        seen.add(axis.name)
        if axis.name not in declared:
            unknown_parameter(axis.name, declared, axis.span, diagnostics)
            continue
        for value in axis.values:
            if len(value) != declared[axis.name]:
                wanted = _components(declared[axis.name])
                message = f"`{axis.name}` has {wanted} in the deck, but a value here has {_components(len(value))}"
                diagnostics.error(Code.WRONG_COUNT, message, axis.span, "write a vector in brackets: NAME=[1,2,3]")
                break
        else:
            if axis.is_range and declared[axis.name] != 1:
                message = f"`{axis.name}` has {declared[axis.name]} components, but a range needs a single number"
                diagnostics.error(Code.WRONG_COUNT, message, axis.span, "list vectors: NAME=[1,2,3],[4,5,6]")


def _components(count: int) -> str:
    return "one component" if count == 1 else f"{count} components"


def _list_cases(request: StudyDesign, diagnostics: Diagnostics) -> CaseTable | None:
    """List the cases of a grid or of zipped lists. In a grid, the last parameter varies fastest."""
    for axis in request.axes:
        if axis.is_range and axis.count is None:
            what = "range" if axis.distribution is None else "distribution"
            message = f"the {what} of `{axis.name}` does not give a number of values"
            diagnostics.error(Code.WRONG_COUNT, message, axis.span, "use --sample N for all parameters, or A:B:N")
            return None
    listed = [axis.list_values() for axis in request.axes if not _is_ragged(axis)]
    if len(listed) < len(request.axes):
        return None
    names = tuple(axis.name for axis in request.axes)
    widths = tuple(values.shape[1] for values in listed)
    if request.zipped:
        lengths = {len(values) for values in listed if len(values) > 1} or {1}
        if len(lengths) > 1:
            sizes = ", ".join(f"{name} {len(values)}" for name, values in zip(names, listed, strict=True))
            message = f"lists combined with --zip must have equal lengths: {sizes}"
            diagnostics.error(Code.WRONG_COUNT, message, request.axes[-1].span)
            return None
        count = max(lengths)
        columns = [np.broadcast_to(values, (count, values.shape[1])) for values in listed]
    else:
        count = int(np.prod([float(len(values)) for values in listed])) if listed else 1
        if count > MOST_CASES:
            message = f"the grid has {count:.3g} cases"
            diagnostics.error(
                Code.INVALID_VALUE, message, request.axes[-1].span, f"at most {MOST_CASES:,}; or --sample N"
            )
            return None
        columns, outer, inner = [], 1, count
        for values in listed:
            inner //= len(values)
            columns.append(np.tile(np.repeat(values, inner, axis=0), (outer, 1)))
            outer *= len(values)
    return CaseTable(names, widths, np.hstack(columns) if columns else np.zeros((1, 0)))


def _is_ragged(axis: Axis) -> bool:
    return bool(axis.values) and len({len(value) for value in axis.values}) > 1


def _sample_cases(request: StudyDesign, sampling: Sampling, diagnostics: Diagnostics) -> CaseTable | None:
    """Return points of a quasi-random sequence or a random sample between the bounds. Parameters with a single value
    are constant.
    """
    for axis in request.axes:
        if len(axis.values) > 1:
            message = f"`{axis.name}` is a list, but a sample needs two bounds"
            diagnostics.error(Code.CONFLICTING_KEYWORDS, message, axis.span, f"-p {axis.name}=LOW:HIGH")
            return None
    ranges = [axis for axis in request.axes if axis.is_range]
    if not ranges:
        message = "no parameter has bounds or a distribution for the sample"
        diagnostics.error(Code.MISSING_KEYWORD, message, sampling.span, "-p NAME=LOW:HIGH")
        return None
    size = sampling.size * {"saltelli": len(ranges) + 2, "morris": len(ranges) + 1}.get(sampling.method, 1)
    if size > MOST_CASES:  # before the points need memory
        message = f"the sample has {size:.3g} cases"
        diagnostics.error(Code.INVALID_VALUE, message, sampling.span, f"at most {MOST_CASES:,}")
        return None
    if sampling.method in ("sobol", "saltelli") and sampling.size & (sampling.size - 1):
        below = 1 << (sampling.size.bit_length() - 1)
        message = f"a Sobol sample of {sampling.size} cases is not balanced: use a power of two"
        diagnostics.warning(Code.INVALID_VALUE, message, sampling.span, f"--sample {below} or {2 * below}")
    if sampling.method in DESIGNED:
        try:
            points = designed_points(sampling.method, len(ranges), sampling.size, sampling.seed)
        except ImportError:
            message = f"a sample by {sampling.method} needs SALib"
            diagnostics.error(Code.INVALID_VALUE, message, sampling.span, "pip install 'rbsolve[indices]'")
            return None
        if sampling.method == "morris" and any(axis.distribution is not None for axis in ranges):
            points = INNER + (1.0 - 2.0 * INNER) * points
    else:
        points = _points(sampling.method, len(ranges), sampling.size, sampling.seed)
    if request.correlations:
        if sampling.method in DESIGNED:
            message = f"indices of a sample by {sampling.method} need independent parameters"
            diagnostics.error(Code.CONFLICTING_KEYWORDS, message, request.correlations[0].span, "use another method")
            return None
        found = correlate(points, [axis.name for axis in ranges], request.correlations, diagnostics)
        if found is None:
            return None
        points = found
    shares = iter(points.T)
    columns = []
    for axis in request.axes:
        if axis.is_range:
            columns.append(axis.sample(next(shares))[:, None])
        else:
            columns.append(np.broadcast_to(np.array(axis.values), (size, len(axis.values[0]))))
    widths = tuple(column.shape[1] for column in columns)
    return CaseTable(tuple(axis.name for axis in request.axes), widths, np.hstack(columns))


DESIGNED = ("saltelli", "morris")
INNER = 1.0 / 8.0
"""For a distribution without bounds, the outermost levels of Morris' design."""


def designed_points(method: str, dimensions: int, size: int, seed: int) -> Floats:
    """Return points of the unit cube (cases, dimensions) for sensitivity indices.

    Saltelli's design has (dimensions + 2) points for each of `size` base points. Morris' design has (dimensions + 1)
    points for each of `size` paths. Raise ImportError without SALib.
    """
    import warnings

    problem = {"num_vars": dimensions, "names": [f"{k}" for k in range(dimensions)], "bounds": [[0, 1]] * dimensions}
    with warnings.catch_warnings():  # an unbalanced Sobol sample is already reported by a diagnostic
        warnings.simplefilter("ignore", UserWarning)
        if method == "saltelli":
            from SALib.sample import sobol

            points: Floats = sobol.sample(problem, size, calc_second_order=False, seed=seed)
        else:
            from SALib.sample import morris

            points = morris.sample(problem, size, seed=seed)
    return points


def _points(method: str, dimensions: int, size: int, seed: int) -> Floats:
    """Return `size` points of the unit cube (size, dimensions)."""
    import warnings

    from scipy.stats import qmc

    if method == "random":
        return np.random.default_rng(seed).random((size, dimensions))
    kinds = {"lhs": qmc.LatinHypercube, "sobol": qmc.Sobol, "halton": qmc.Halton}
    sampler = kinds[method](d=dimensions, seed=seed)
    with warnings.catch_warnings():  # an unbalanced Sobol sample is already reported by a diagnostic
        warnings.simplefilter("ignore", UserWarning)
        points: Floats = sampler.random(size)
    return points


def _from_table(
    request: StudyDesign, table: tuple[Path, Span], declared: Mapping[str, int], diagnostics: Diagnostics
) -> CaseTable | None:
    path, span = table
    found = read_table(path, span, declared, diagnostics)
    if found is None:
        return None
    names, widths, values = found
    columns = [values]
    for axis in request.axes:
        if axis.name in names or axis.size != 1:
            message = f"with a table, `{axis.name}` takes one value and must not be a column of the table"
            diagnostics.error(Code.CONFLICTING_KEYWORDS, message, axis.span)
            return None
        value = axis.list_values()
        columns.append(np.broadcast_to(value, (len(values), value.shape[1])))
        names, widths = (*names, axis.name), (*widths, value.shape[1])
    return CaseTable(names, widths, np.hstack(columns))
