"""Makes the table of a batch. For each deck, it contains the results file, the status, and scalars of the sensors."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.display.mappings import UnknownNameError
from rbsolve.results.contents.columns import find_columns
from rbsolve.results.contents.units import split_units, with_unit
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.runs.results import Results
from rbsolve.store import records
from rbsolve.studies.collecting.scalars import Scalar, reduce
from rbsolve.studies.collecting.tables import named_columns

if TYPE_CHECKING:
    from rbsolve.store.database import Database
    from rbsolve.studies.disk.folder import StudyFolder

TABLE = "table.csv"


def batch_columns(folder: StudyFolder, database: Database, scalars: Sequence[Scalar] = ()) -> dict[str, NDArray[Any]]:
    """Return the columns (decks,) of the table, by their titles. If no deck has a requested sensor, raise ScalarError."""
    manifest = folder.manifest
    cases = range(manifest.cases)
    ended = {number for chunk in records.done_chunks(database, manifest.id) for number in chunk.cases.tolist()}
    failed = {failure.number: failure for failure in records.failures(database, manifest.id)}
    status = ["failed" if k in failed else "complete" if k in ended else "pending" for k in cases]
    results = [folder.result_of(k) for k in cases]
    origins = manifest.origins or [""] * manifest.cases
    decks = [os.path.join(origin, Path(deck).name) for origin, deck in zip(origins, manifest.decks, strict=True)]
    files = [str(path.relative_to(folder.path)) if path.exists() else "" for path in results]
    found = {
        "case": np.arange(manifest.cases),
        "deck": np.array(decks, dtype=object),
        "results": np.array(files, dtype=object),
    }
    found |= named_columns(folder.table.columns(), {})
    found |= {"status": np.array(status, dtype=object)}
    for name in ("reason", "message"):
        found[name] = np.array([getattr(failed[k], name) if k in failed else "" for k in cases], dtype=object)
    return found | _scalar_columns(results, scalars)


def _scalar_columns(results: Sequence[Path], scalars: Sequence[Scalar]) -> dict[str, NDArray[Any]]:
    """Return the scalars of each results file. If a deck lacks the sensor or has no results, its scalars are NaN."""
    columns: dict[str, NDArray[np.float64]] = {}
    known: dict[str, bool] = {scalar.sensor: False for scalar in scalars}
    for k, path in enumerate(results if scalars else ()):
        with suppress(ResultsError), Results.open(path) as opened:
            for scalar in scalars:
                with suppress(UnknownNameError):
                    name, places = find_columns(opened.sensors, scalar.sensor)
                    known[scalar.sensor] = True
                    sensor, time = opened.sensors[name], opened.time
                    values = reduce(scalar, time, opened[name])
                    units = split_units(sensor.units, len(sensor.components))
                    for place in places:
                        label = name if len(sensor.components) == 1 else f"{name}.{sensor.components[place]}"
                        title = with_unit(f"{label} {scalar.word}", units[place])
                        columns.setdefault(title, np.full(len(results), np.nan))[k] = values[place]
    for name, is_known in known.items():
        if not is_known:
            raise ScalarError(f"no deck of the batch has a sensor {name} with results")
    return dict(columns)
