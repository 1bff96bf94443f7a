"""Writes and reads the group /findings of a results file: the diagnostics of the check and the run.

At its start, a run writes the group with the diagnostics of the check. At its end, it writes the group again with all
diagnostics. The dimension of the group can grow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import h5py

from rbsolve.results.file import hdf5
from rbsolve.solver.model.findings import ERROR, Finding, warnings_among

if TYPE_CHECKING:
    from rbsolve.results.writer import ResultsWriter

GROUP = "findings"
SCALE = "finding"
WARNINGS = "warnings"
CASE = "case"
NUMBERS: dict[str, tuple[type, str, str]] = {
    CASE: (int, "1", "case of the study"),
    "time": (float, "s", "time; NaN for diagnostics of the check"),
    "line": (int, "1", "line of the file, starting at 1; 0 if unknown"),
    "count": (int, "1", "number of diagnostics that this diagnostic represents"),
}
WORDS = {
    "severity": "error, warning or note",
    "code": "the kind of diagnostic",
    "message": "what was found",
    "object": "kind and name of the object of the deck",
    "hint": "how to correct it",
    "file": "file of the deck, relative to the master deck",
}


def write_findings(writer: ResultsWriter, findings: Sequence[Finding]) -> None:
    """Replace the diagnostics of a run."""
    with writer.convert_errors():
        put_findings(writer.file, writer.dimensions, findings)


def put_findings(
    file: h5py.File, dimensions: hdf5.Dimensions, findings: Sequence[Finding], cases: Sequence[int] | None = None
) -> None:
    """Replace the diagnostics. In a study, each diagnostic has the number of its case."""
    fields = Finding._fields if cases is None else (CASE, *Finding._fields)
    is_there = GROUP in file
    group = file[GROUP] if is_there else _create(file, dimensions, fields, len(findings))
    if is_there:
        del group.attrs[WARNINGS]
    hdf5.write_attributes(group.id, {WARNINGS: warnings_among(findings)})
    if not findings:
        return
    columns: dict[str, Sequence[Any]] = dict(zip(Finding._fields, zip(*findings, strict=True), strict=True))
    columns |= {SCALE: range(len(findings)), CASE: cases or ()}
    for name in (SCALE, *fields):
        hdf5.write_list(group, name, columns[name])


def _create(file: h5py.File, dimensions: hdf5.Dimensions, fields: Sequence[str], expected: int) -> h5py.Group:
    group = file.create_group(GROUP, track_order=True)
    hdf5.write_attributes(group.id, {"long_name": "diagnostics of the check and the run"})
    scale = dimensions.add_growing(group, SCALE, expected, {"units": "1", "long_name": "number of the diagnostic"})
    for name in fields:
        kind, units, meaning = NUMBERS.get(name) or (str, "", WORDS[name])
        dataset = hdf5.create_list(group, name, kind, expected)
        hdf5.write_attributes(dataset, {"units": units, "long_name": meaning} if units else {"long_name": meaning})
        dimensions.attach(group, name, dataset, (scale,))
    return group


def read_findings(file: h5py.File) -> tuple[Finding, ...]:
    """Return the diagnostics in a results file. The file of a study has the diagnostics of all cases, case by case."""
    if GROUP not in file:
        return ()
    group = file[GROUP]
    columns = [(group[name].asstr() if name in WORDS else group[name])[...].tolist() for name in Finding._fields]
    # All NaN are the same object, so that equal diagnostics compare equal.
    return tuple(Finding(math.nan if math.isnan(time) else time, *rest) for time, *rest in zip(*columns, strict=True))


def read_by_case(file: h5py.File, cases: int) -> list[tuple[Finding, ...]]:
    """Return the diagnostics of each case in the file of a study."""
    found: list[list[Finding]] = [[] for _ in range(cases)]
    if GROUP in file:
        for case, finding in zip(file[GROUP][CASE][...].tolist(), read_findings(file), strict=True):
            found[case].append(finding)
    return [tuple(mine) for mine in found]


class Told(NamedTuple):
    """A kind of diagnostic that occurs in some cases of a study."""

    severity: str
    code: str
    cases: int
    first: int
    """The first case with such a diagnostic."""
    example: Finding
    """The first such diagnostic in the case `first`."""
    of_run: bool
    """Whether runs, and not checks, report this kind."""

    def __str__(self) -> str:
        """Return the diagnostic in one line."""
        cases = f"{self.cases} cases" if self.cases > 1 else "1 case"
        return f"{cases}: {self.severity}[{self.code}], e.g. case {self.first}: {self.example.told}"


def group_by_kind(by_case: Sequence[tuple[Finding, ...]]) -> list[Told]:
    """Return the kinds of warnings and notes in cases. The most frequent kind comes first."""
    kinds: dict[tuple[str, str, bool], Told] = {}
    for case, found in enumerate(by_case):
        mine = {(finding.severity, finding.code, not math.isnan(finding.time)): finding for finding in reversed(found)}
        for key, finding in mine.items():
            severity, code, of_run = key
            if severity != ERROR:
                before = kinds.get(key) or Told(severity, code, 0, case, finding, of_run)
                kinds[key] = before._replace(cases=before.cases + 1)
    return sorted(kinds.values(), key=lambda told: (-told.cases, told.code))
