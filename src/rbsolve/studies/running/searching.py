"""Carries out a fit or an optimization as the run of a job. The folder of the job contains the request and the data.

While the search runs, its folder contains the evaluations, so a search continues after the death of its process. It
also contains the progress, with the measured and computed curves at the latest iteration of a fit.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.fitting.fitting import Fitting
from rbsolve.fitting.fitting import Request as FitRequest
from rbsolve.fitting.solving import Iteration
from rbsolve.fitting.tables import read_table
from rbsolve.optimizing.optimizing import Optimizing, Step
from rbsolve.optimizing.optimizing import Request as OptimizeRequest
from rbsolve.search.journal import Journal, journal_of
from rbsolve.search.outputs import write_json

if TYPE_CHECKING:
    from rbsolve.fitting.curve import Curve
    from rbsolve.pipeline import CheckedDeck
    from rbsolve.studies.disk.folder import StudyFolder

REQUEST, DATA, PROGRESS = "request.json", "data", "progress.json"
"""Files and folders in the folder of a job: the request, the measurements, and the progress of the search."""
MARKS = {"fit": "fit.json", "optimize": "optimum.json"}
MOST_POINTS, MOST_ITERATIONS = 2000, 1000
"""Largest number of points of a curve, and of iterations, in the progress."""
LEAST_SECONDS = 0.25
"""Smallest time [s] between two reports of progress."""


def search_of(kind: str, given: Mapping[str, Any], data: Path, checked: CheckedDeck) -> Fitting | Optimizing:
    """Return the search of a request, which is a JSON document. `data` is the folder of the measurements.

    Raise SearchError or DataError, which are ValueErrors, for an impossible request.
    """
    common = {"parameters": given["parameters"], "most_iterations": given["max_iterations"], "threads": 1}
    if kind == "optimize":
        is_maximum = given["maximize"] is not None
        objective = given["maximize"] if is_maximum else given["minimize"]
        chosen = {"constraints": given["subject_to"], "starts": given["starts"], "seed": given["seed"]}
        return Optimizing(checked, OptimizeRequest(objective, is_maximum, **chosen, **common))
    tables = [read_table(data / name, given["time"]) for name in given["data"]]
    chosen = {name: given[name] for name in ("own", "free", "sigma", "hold_out", "loss")}
    return Fitting(checked, FitRequest(tables, matches=given["match"], **chosen, **common))


def keep_request(path: Path, search: Mapping[str, Any], data: Path) -> None:
    """Write the request and its data into the folder of a job. `search` contains the request under its kind."""
    (request,) = search.values()
    for name in request.get("data", ()):
        copy = path / DATA / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(data / name, copy)
    write_json(path / REQUEST, request)


def request_in(folder: StudyFolder) -> dict[str, Any]:
    """Return the request of the search of a job."""
    return _read(folder.path / REQUEST)


def told_of(folder: StudyFolder, kind: str) -> dict[str, Any]:
    """Return the iterations and curves of a search so far, and its result if it has ended."""
    result = folder.results / MARKS[kind]
    return {"kind": kind, **_read(folder.path / PROGRESS), "result": _read(result) or None}


def _read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found
    except FileNotFoundError:
        return {}


def solve_search(
    folder: StudyFolder, kind: str, checked: CheckedDeck, output: Path, interrupted: Callable[[], bool]
) -> tuple[str, str]:
    """Carry out the search of a job, a key of MARKS, and write its results beside `output`, which is the run at the best values. Return
    the status and the message of the search.

    Raise KeyboardInterrupt if the search is interrupted before its first run has ended.
    """
    given = json.loads((folder.path / REQUEST).read_text(encoding="utf-8"))
    search = search_of(kind, given, folder.path / DATA, checked)
    progress = _Progress(folder.path / PROGRESS, search)
    found: Any = search.solve(progress.note, interrupted, lambda number: Journal(journal_of(folder.path, number)))
    progress.write(found.curves if isinstance(search, Fitting) else ())
    flaws = search.write(found, output.parent, folder.deck(0), f"rbsolve {kind}")
    best = output.parent / "best.h5"
    if best.exists():
        os.replace(best, output)
    return found.status, "; ".join([found.message, *flaws])


class _Progress:
    """Writes the iterations of a search, several times a second at most."""

    def __init__(self, path: Path, search: Any) -> None:
        self._path, self._search = path, search
        self._iterations: list[dict[str, Any]] = []
        self._next = 0.0

    def note(self, iteration: Iteration | Step) -> None:
        """Record an iteration."""
        fits = isinstance(iteration, Iteration)
        value = iteration.chi_square if isinstance(iteration, Iteration) else iteration.value
        names = [u.name for u in self._search.unknowns] if fits else [v.name for v in self._search.scaling.variables]
        values = dict(zip(names, iteration.x.tolist(), strict=True))
        start = 0 if isinstance(iteration, Iteration) else iteration.start
        self._iterations.append({"start": start, "number": iteration.number, "value": value, "parameters": values})
        if time.monotonic() >= self._next:
            self.write(self._search.curves(iteration.computed) if isinstance(iteration, Iteration) else ())
            self._next = time.monotonic() + LEAST_SECONDS

    def write(self, curves: Sequence[Curve]) -> None:
        """Write the iterations so far, and curves."""
        shown = self._iterations[-MOST_ITERATIONS:]
        write_json(self._path, {"iterations": shown, "curves": [_thin(curve) for curve in curves]})


def _thin(curve: Curve) -> dict[str, Any]:
    """Return a curve with a limited number of points."""
    every = -(-len(curve.time) // MOST_POINTS)
    numbers = {name: getattr(curve, name)[::every].tolist() for name in ("time", "measured", "computed", "is_held_out")}
    return {"experiment": curve.experiment, "column": curve.column, "unit": curve.unit, **numbers}
