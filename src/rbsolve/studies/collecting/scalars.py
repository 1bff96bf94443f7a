"""Computes scalars from histories: the last value, extremes, the root mean square, and the value at a given time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.display.mappings import UnknownNameError
from rbsolve.results.contents.columns import find_columns
from rbsolve.results.contents.units import split_units, with_unit
from rbsolve.results.scalars.instant import instant_of
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.results.scalars.scalar import Scalar as Response
from rbsolve.studies.running.shards import SUMMARIES, summarize

if TYPE_CHECKING:
    from rbsolve.studies.collecting.reader import StudyResults

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar of one component of a sensor, or of all its components.

    `kind` is final, max, min, rms, peak (the largest absolute value), range (max minus min) or at. `time` [s] applies
    only to the kind `at`.
    """

    kind: str
    sensor: str
    time: float | None = None

    @property
    def word(self) -> str:
        """Return the prefix of the sensor in a header."""
        return f"at {self.time:g} s" if self.kind == "at" else self.kind


def split(study: StudyResults, sensor: str) -> tuple[str, list[int]]:
    """Return the sensor's name and its columns. For example, `tip.x1`, `tip.x` or `tip.1` is one column. Raise
    ScalarError if the data do not exist.
    """
    try:
        name, columns = find_columns(study.sensors, sensor)
    except UnknownNameError as error:
        raise ScalarError(str(error)) from error
    return name, list(columns)


def response(study: StudyResults, text: str) -> tuple[Floats, str]:
    """Return the values (cases,) and the unit of a scalar, which a text such as `max(tip.x3) - 2*#L` defines. Cases
    without a value are NaN.

    Raise ScalarError for an invalid scalar.
    """
    fixed: dict[str, Any] = dict(study.file["deck/parameters"].attrs)
    varied = study.parameters
    known = {name: values if np.ndim(values) else float(values) for name, values in fixed.items()}
    known |= {name: 0.0 if values.ndim == 1 else values[0] for name, values in varied.items()}
    asked = Response(text, study.sensors, known)
    for name in asked.parameters:
        if name not in varied and not _is_constant(study, name):
            raise ScalarError(
                f"scalar `{asked.text}`: #{name} follows from other parameters; name these parameters instead"
            )
    numbers = {name: _measure(study, asked, name, known, varied) for name in asked.calls}
    if asked.is_one_number:
        return next(iter(numbers.values())), asked.unit
    found = np.empty(len(study))
    for i in range(len(study)):
        own = known | {name: values[i] for name, values in varied.items() if values.ndim == 1}
        found[i] = asked.value_of({name: float(values[i]) for name, values in numbers.items()}, own)
    return found, asked.unit


def _is_constant(study: StudyResults, parameter: str) -> bool:
    """Return whether the deck defines a parameter by a number. The parameter is then equal in all cases."""
    texts: list[str] = []

    def read(name: str, found: Any) -> None:
        if isinstance(found, h5py.Dataset):
            texts.append(str(found.asstr()[()]))

    read("source", study.file["deck/source"])
    if "deck/files" in study.file:
        study.file["deck/files"].visititems(read)
    declared = re.compile(rf"#{re.escape(parameter)}\s*\}}\s*@SCALAR_VALUE\s*\{{([^}}]*)\}}")
    values = [value for text in texts for value in declared.findall(text)]
    return len(values) == 1 and "#" not in values[0]


def _measure(
    study: StudyResults, asked: Response, name: str, known: dict[str, Any], varied: dict[str, Floats]
) -> Floats:
    """Return one number from a history that the formula of a scalar contains, for all cases (cases,)."""
    call = asked.calls[name]
    if call.kind in (*SUMMARIES, "peak", "range"):
        return values(study, Scalar(call.kind, f"{call.sensor}.{call.column + 1}"))[:, 0]
    if call.sensor not in study:
        raise ScalarError(f"{name} needs the histories of {call.sensor}, which were not stored")
    found, rows, common = np.full(len(study), np.nan), study.rows, study.time
    own_times = study.file.get("times")
    for cases, histories in study.blocks(call.sensor):
        for i, history in zip(range(cases.start, cases.stop), histories, strict=True):
            time = common[: rows[i]] if own_times is None else own_times[i, : rows[i]]
            own = known | {name: values[i] for name, values in varied.items() if values.ndim == 1}
            found[i] = asked.measure(name, time, {call.sensor: history[: rows[i]]}, own).value
    return found


def titles(study: StudyResults, scalar: Scalar) -> list[str]:
    """Return the headers of the columns of `values`, such as `tip.x1 final [m]`."""
    name, columns = split(study, scalar.sensor)
    about = study.about(name)
    components = list(about["components"])
    units = split_units(str(about["units"]), len(components))
    labels = [name if len(components) == 1 else f"{name}.{components[k]}" for k in columns]
    return [with_unit(f"{label} {scalar.word}", units[k]) for label, k in zip(labels, columns, strict=True)]


def values(study: StudyResults, scalar: Scalar) -> Floats:
    """Return the scalar of every case (cases, columns). The scalar is NaN if a case ended too early."""
    if scalar.kind in ("peak", "range"):
        high, low = (values(study, Scalar(kind, scalar.sensor)) for kind in ("max", "min"))
        return high - low if scalar.kind == "range" else np.maximum(np.abs(high), np.abs(low))
    name, columns = split(study, scalar.sensor)
    if name in study and (scalar.kind == "at" or not study.has_summary(name)):
        parts = list(_blocks(study, name, scalar))
        found = np.concatenate(parts) if parts else np.empty((0, len(columns)))
        return found[:, columns]
    if scalar.kind == "at":
        raise ScalarError(
            f"the histories of {name} were not stored. --at needs them; --final, --max, --min and --rms do not",
        )
    return study.summary(name, scalar.kind)[:, columns]


def reduce(scalar: Scalar, time: Floats, rows: Floats) -> Floats:
    """Return the scalar of each column (k,), from the rows (n, k) of one run at the times (n,) [s]."""
    if scalar.time is not None:
        return _at(time, rows, scalar.time)
    final, high, low, rms = summarize(rows[None], np.array([len(rows)]))[:, 0]
    found: dict[str, Floats] = {"final": final, "max": high, "min": low, "rms": rms, "range": high - low}
    return found[scalar.kind] if scalar.kind in found else np.maximum(np.abs(high), np.abs(low))


def _blocks(study: StudyResults, name: str, scalar: Scalar) -> Iterator[Floats]:
    """Yield the scalar (m, k) of blocks of cases."""
    at, own_times = scalar.time, study.file.get("times")
    common = instant_of(study.time, at) if at is not None else None
    if at is not None and own_times is None and common is None:
        there = f"{study.time[0]:g} s to {study.time[-1]:g} s" if len(study.time) else "none"
        raise ScalarError(f"--at {at:g}: there are rows from {there}")
    for cases, rows in study.blocks(name):
        counts = study.rows[cases]
        if at is None:
            yield summarize(rows, counts)[SUMMARIES.index(scalar.kind)]
        elif own_times is not None:
            times = own_times[cases, : rows.shape[1]]
            several = zip(times, rows, counts, strict=True)
            yield np.array([_at(time[:count], own[:count], at) for time, own, count in several])
        elif common is not None:
            reaches = (counts > common.last)[:, None]
            shown = common.of(rows.swapaxes(0, 1)) if common.last < rows.shape[1] else np.nan
            yield np.where(reaches, shown, np.full((len(rows), rows.shape[2]), np.nan))


def is_between_rows(study: StudyResults, at: float) -> bool:
    """Return whether, in some case, the time `at` [s] lies between two rows."""
    own_times = study.file.get("times")
    for time in [study.time] if own_times is None else own_times:
        instant = instant_of(time[np.isfinite(time)], at)
        if instant is not None and not instant.is_row:
            return True
    return False


def _at(time: Floats, rows: Floats, at: float) -> Floats:
    """Return the values (k,) of rows (n, k) at a time, which are NaN outside the rows."""
    instant = instant_of(time, at)
    return np.full(rows.shape[1], np.nan) if instant is None else instant.of(rows)
