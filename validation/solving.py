"""Solve cases of the validation book and compare their quantities with the references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

import rbsolve
from rbsolve.runs.results import Results
from rbsolve.solver.analyses.linearized.linearize import LinearizationError
from rbsolve.validation.case import Case, Floats, Header, Observe, ObserveSmallMotions, Quantity


class Curves(NamedTuple):
    """The data of the picture of a comparison."""

    times: Floats
    """Times (n,) of the run [s]. A linearization has the single time 0."""
    found: Floats
    """Computed values (n, k)."""
    reference_times: Floats
    """Times (m,) at which values are compared."""
    reference: Floats
    """Reference values (m, k)."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A line of the book. `reference` and `found` belong to the component and the time [s] with the largest error.

    `source_error` is half a unit of the last digit that the source prints. It is 0 for a closed form.
    """

    case: str
    group: str
    quantity: str
    unit: str
    source: str
    deck: str
    bound: float
    time: float = float("nan")
    reference: float = float("nan")
    found: float = float("nan")
    failure: str = ""
    source_error: float = 0.0
    curves: Curves | None = field(default=None, compare=False, repr=False)

    @property
    def error(self) -> float:
        """Return the distance of the computed value from the reference, in the unit of the quantity."""
        return abs(self.found - self.reference)

    @property
    def agrees(self) -> bool:
        """Return whether the error is within the bound. A NaN is never within the bound."""
        return not self.failure and self.error <= self.bound

    @property
    def verdict(self) -> str:
        """Return the verdict as shown in tables."""
        return "agrees" if self.agrees else "differs" if not self.failure else "failed"

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as JSON, without numbers that JSON cannot write."""
        values = {**asdict(self), "error": self.error, "verdict": self.verdict}
        del values["curves"]
        return {
            key: None if isinstance(value, float) and not np.isfinite(value) else value for key, value in values.items()
        }


def find_deck(name: str) -> Path:
    """Return a deck of the book, which is a deck of the validation folder, or an example of `decks/`. Raise
    FileNotFoundError if the examples are missing.
    """
    own = Path(__file__).parent / "decks" / name
    return own if own.is_file() else folder_of_decks() / name


def folder_of_decks() -> Path:
    """Return the folder of the examples, which is in the package of an installation, or beside the sources in a
    checkout.

    Raise FileNotFoundError if neither contains the examples.
    """
    package = Path(rbsolve.__file__).parent
    for folder in (package / "decks", package.parents[1] / "decks"):
        if (folder / "heavy_top.deck").is_file():
            return folder
    raise FileNotFoundError(2, "the decks of the validation book are missing", str(package / "decks"))


def validate(cases: Iterable[Case]) -> Iterator[Comparison]:
    """Solve the cases in order, and yield their comparisons. If a run fails, the comparison fails for each of its
    quantities.
    """
    for case in cases:
        deck = find_deck(case.deck)
        try:
            yield from _linearize(case, deck) if case.linearized_at is not None else _solve(case, deck)
        except (rbsolve.DeckError, rbsolve.SolveError, LinearizationError) as error:
            yield from (_start(case, quantity, failure=str(error)) for quantity in case.quantities)


def _solve(case: Case, deck: Path) -> list[Comparison]:
    with rbsolve.solve(deck, parameters=case.parameters) as results:
        return [
            _compare(case, quantity, _history(quantity, results), results.time, deck) for quantity in case.quantities
        ]


def _linearize(case: Case, deck: Path) -> list[Comparison]:
    """Compare the numbers of a linearization like the numbers of a single output time."""
    small = rbsolve.linearize(deck, at=case.linearized_at, parameters=case.parameters)
    found = [
        (quantity, np.reshape(cast(ObserveSmallMotions, quantity.observe)(small), (1, -1)))
        for quantity in case.quantities
    ]
    return [_compare(case, quantity, numbers, np.zeros(1), deck) for quantity, numbers in found]


def _history(quantity: Quantity, results: Results) -> Floats:
    """Return the observed quantity (n, k)."""
    observe = quantity.observe
    history = results[observe] if isinstance(observe, str) else cast(Observe, observe)(results)
    return np.reshape(history, (len(results.time), -1))


def _start(case: Case, quantity: Quantity, **more: Any) -> Comparison:
    return Comparison(
        case.name, case.group, quantity.name, quantity.unit, case.source, case.deck, quantity.bound, **more
    )


def _compare(case: Case, quantity: Quantity, history: Floats, times: Floats, deck: Path) -> Comparison:
    """Compare a history (n, k) at `times` (n,) with the reference. Return the comparison at the component and the time
    with the largest error.
    """
    rows = _rows(quantity, times)
    time = times[rows]
    reference = _reference(quantity, time, deck)
    if not isinstance(quantity.reference, Header) or quantity.times != "end":
        reference = np.broadcast_to(
            reference.reshape(len(reference), -1), (len(time), reference.size // len(reference))
        )
    history = history[:, : reference.shape[1]]
    found = history[rows]
    if found.shape != reference.shape:
        raise ValueError(f"{case.name}, {quantity.name}: {found.shape} found, {reference.shape} in the reference")
    # a NaN counts as the largest error
    row, column = np.unravel_index(np.argmax(np.abs(found - reference)), found.shape)
    worst = {"reference": float(reference[row, column]), "found": float(found[row, column])}
    source_error = quantity.reference.error(deck) if isinstance(quantity.reference, Header) else 0.0
    curves = Curves(times, history, time, np.array(reference))
    return _start(case, quantity, time=float(time[row]), source_error=source_error, curves=curves, **worst)


def _reference(quantity: Quantity, time: Floats, deck: Path) -> Floats:
    """Return the reference values, with a row for each time, or a single row for all times."""
    if isinstance(quantity.reference, Header):
        numbers = quantity.reference.read(deck)
        return numbers.reshape(-1, 1) if isinstance(quantity.times, tuple) else numbers.reshape(1, -1)
    return np.asarray(quantity.reference(time), dtype=float)


def _rows(quantity: Quantity, times: Floats) -> NDArray[np.intp]:
    if quantity.times == "all":
        return np.arange(len(times))
    if isinstance(quantity.times, str):
        return np.array([len(times) - 1])
    rows = [int(np.argmin(np.abs(times - time))) for time in quantity.times]
    if not np.allclose(times[rows], quantity.times, rtol=0, atol=1e-9):
        raise ValueError(f"{quantity.name}: no output at {quantity.times} s")
    return np.array(rows)
