"""The section /findings of a results file: what the check and the run have told, an entry each.

It is written when a run begins, with what the check found, and again when the run ends; its dimension can grow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import h5py

from rbsolve.results import hdf5
from rbsolve.solver.model.findings import Finding, warnings_among

if TYPE_CHECKING:
    from rbsolve.results.writer import ResultsWriter

GROUP = "findings"
SCALE = "finding"
WARNINGS = "warnings"
NUMBERS: dict[str, tuple[type, str, str]] = {
    "time": (float, "s", "when; NaN for what the check found"),
    "line": (int, "1", "line of the file, from 1 on; 0 where there is none"),
    "count": (int, "1", "how many findings this one stands for"),
}
WORDS = {
    "severity": "error, warning or note",
    "code": "what kind of finding it is",
    "message": "what was found",
    "object": "kind and name of the object of the deck",
    "hint": "what to do about it",
    "file": "file of the deck, relative to the master deck",
}


def write_findings(writer: ResultsWriter, findings: Sequence[Finding]) -> None:
    """Write findings in place of those that are there."""
    with writer.reporting():
        is_there = GROUP in writer.file
        group = writer.file[GROUP] if is_there else _created(writer)
        if is_there:
            del group.attrs[WARNINGS]
        hdf5.write_attributes(group.id, {WARNINGS: warnings_among(findings)})
        if not findings:
            return
        columns = dict(zip(Finding._fields, zip(*findings, strict=True), strict=True))
        for name in (SCALE, *Finding._fields):
            hdf5.write_list(group, name, range(len(findings)) if name == SCALE else columns[name])


def _created(writer: ResultsWriter) -> h5py.Group:
    group = writer.file.create_group(GROUP, track_order=True)
    hdf5.write_attributes(group.id, {"long_name": "what the check and the run found"})
    scale = writer.dimensions.add_growing(group, SCALE, {"units": "1", "long_name": "number of the finding"})
    for name in Finding._fields:
        kind, units, meaning = NUMBERS.get(name) or (str, "", WORDS[name])
        dataset = hdf5.create_list(group, name, kind)
        hdf5.write_attributes(dataset, {"units": units, "long_name": meaning} if units else {"long_name": meaning})
        writer.dimensions.attach(group, name, dataset, (scale,))
    return group


def read_findings(file: h5py.File) -> tuple[Finding, ...]:
    """The findings in a results file."""
    if GROUP not in file:
        return ()
    group = file[GROUP]
    columns = [(group[name].asstr() if name in WORDS else group[name])[...].tolist() for name in Finding._fields]
    # One NaN, so that equal findings are equal.
    return tuple(Finding(math.nan if math.isnan(time) else time, *rest) for time, *rest in zip(*columns, strict=True))
