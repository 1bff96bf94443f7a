"""Solve cases of the validation book and compare their quantities with the references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rbsolve
from rbsolve.results.reader import Results
from rbsolve.validation.case import Case, Floats, Header, Quantity


@dataclass(frozen=True, slots=True)
class Comparison:
    """One line of the book. `reference` and `found` belong to the component and the time [s] with the largest error."""

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

    @property
    def error(self) -> float:
        """Distance of what was found from the reference, in the unit of the quantity."""
        return abs(self.found - self.reference)

    @property
    def agrees(self) -> bool:
        """Whether the error is within the bound; an error that is not a number never is."""
        return not self.failure and self.error <= self.bound

    @property
    def verdict(self) -> str:
        """The verdict as tables show it."""
        return "agrees" if self.agrees else "differs" if not self.failure else "failed"

    def as_json(self) -> dict[str, Any]:
        """All of it, without numbers that JSON cannot write."""
        values = {**asdict(self), "error": self.error, "verdict": self.verdict}
        return {
            key: None if isinstance(value, float) and not np.isfinite(value) else value for key, value in values.items()
        }


def find_deck(name: str) -> Path:
    """A deck of the book: one of its own, or an example of `decks/`. Raises FileNotFoundError when those are missing."""
    own = Path(__file__).parent / "decks" / name
    return own if own.is_file() else folder_of_decks() / name


def folder_of_decks() -> Path:
    """Where the examples are: in the package of an installation, beside the sources in a checkout.

    Raises FileNotFoundError when neither has them.
    """
    package = Path(rbsolve.__file__).parent
    for folder in (package / "decks", package.parents[1] / "decks"):
        if (folder / "heavy_top.deck").is_file():
            return folder
    raise FileNotFoundError(2, "the decks of the validation book are missing", str(package / "decks"))


def validate(cases: Iterable[Case]) -> Iterator[Comparison]:
    """Solve one case after the other. A run that fails is a comparison that failed, for each of its quantities."""
    for case in cases:
        deck = find_deck(case.deck)
        try:
            with rbsolve.solve(deck, parameters=case.parameters) as results:
                yield from [_compare(case, quantity, results, deck) for quantity in case.quantities]
        except (rbsolve.DeckError, rbsolve.SolveError) as error:
            yield from (_start(case, quantity, failure=str(error)) for quantity in case.quantities)


def _start(case: Case, quantity: Quantity, **more: Any) -> Comparison:
    return Comparison(
        case.name, case.group, quantity.name, quantity.unit, case.source, case.deck, quantity.bound, **more
    )


def _compare(case: Case, quantity: Quantity, results: Results, deck: Path) -> Comparison:
    rows = _rows(quantity, results)
    time = results.time[rows]
    history = results[quantity.observe] if isinstance(quantity.observe, str) else quantity.observe(results)
    found = np.reshape(history, (len(results.time), -1))[rows]
    reference = _reference(quantity, time, deck)
    if not isinstance(quantity.reference, Header) or quantity.times != "end":
        reference = np.broadcast_to(
            reference.reshape(len(reference), -1), (len(time), reference.size // len(reference))
        )
    found = found[:, : reference.shape[1]]
    if found.shape != reference.shape:
        raise ValueError(f"{case.name}, {quantity.name}: {found.shape} found, {reference.shape} in the reference")
    row, column = np.unravel_index(np.argmax(np.abs(found - reference)), found.shape)  # a NaN is the largest
    worst = {"reference": float(reference[row, column]), "found": float(found[row, column])}
    return _start(case, quantity, time=float(time[row]), **worst)


def _reference(quantity: Quantity, time: Floats, deck: Path) -> Floats:
    """One row for each time, or one for all."""
    if isinstance(quantity.reference, Header):
        numbers = quantity.reference.read(deck)
        return numbers.reshape(-1, 1) if isinstance(quantity.times, tuple) else numbers.reshape(1, -1)
    return np.asarray(quantity.reference(time), dtype=float)


def _rows(quantity: Quantity, results: Results) -> NDArray[np.intp]:
    if quantity.times == "all":
        return np.arange(len(results.time))
    if isinstance(quantity.times, str):
        return np.array([len(results.time) - 1])
    rows = [int(np.argmin(np.abs(results.time - time))) for time in quantity.times]
    if not np.allclose(results.time[rows], quantity.times, rtol=0, atol=1e-9):
        raise ValueError(f"{quantity.name}: no output at {quantity.times} s")
    return np.array(rows)
