"""Writes the diagnostics of checks and runs of all cases into study.h5, and makes a table of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline.findings import from_text
from rbsolve.results.sections.findings import put_findings
from rbsolve.solver.model.findings import Finding, warnings_among
from rbsolve.studies.collecting.tables import parameter_columns

if TYPE_CHECKING:
    from rbsolve.results.file.hdf5 import Dimensions
    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.collecting.where import ShardPlaces, Shards


def write_of_cases(file: h5py.File, dimensions: Dimensions, shards: Shards, places: ShardPlaces) -> NDArray[np.int64]:
    """Write the group /findings of a study. Return the number of warnings of each case (cases,)."""
    texts = np.full(len(places.shard), "", dtype=object)
    for index in range(len(shards)):
        mine = np.flatnonzero(places.shard == index)
        if len(mine) and "findings" in shards[index]:
            texts[mine] = shards[index]["findings"].asstr()[()][places.row[mine]]
    read: dict[str, tuple[Finding, ...]] = {text: from_text(text) for text in set(texts)}
    cases = [case for case, text in enumerate(texts) for _ in read[text]]
    put_findings(file, dimensions, [finding for text in texts for finding in read[text]], cases)
    return np.array([warnings_among(read[text]) for text in texts], dtype=np.int64)


def findings_table(study: StudyResults) -> dict[str, NDArray[Any]]:
    """Return all diagnostics by the titles of their columns: the case, its parameters, and the message."""
    by_case = study.findings
    cases = np.array([case for case, found in enumerate(by_case) for _ in found], dtype=np.int64)
    table: dict[str, NDArray[Any]] = {"case": cases}
    table |= {title: values[cases] for title, values in parameter_columns(study).items()}
    found = [finding for mine in by_case for finding in mine]
    for k, name in enumerate(Finding._fields):
        kind = {"time": float, "line": int, "count": int}.get(name, object)
        table[name] = np.array([finding[k] for finding in found], dtype=kind)
    return table
