"""Provides histories for plots in a browser, in single precision, with a JSON header. The size of an answer does not
grow with the length of the run.

The answer consists of the length of the header (`uint32`), the header, and `float32` arrays. The header is UTF-8,
padded with blanks to a multiple of 4. All numbers are little endian. The header contains:

    start        time [s] from which `time` counts
    rows         rows of each array
    envelope     false: arrays are values; true: each column is two arrays, least and greatest value of each bucket
    total_rows   rows in the file
    sensors      name, units, observer, components (labels of the columns) and so on of each sensor

The arrays are `time` (rows,), followed by the columns of each sensor. A column is (rows,) values, or the least and the
greatest values. NaN is a gap.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.contents.stored import StoredResults
from rbsolve.solver.model.flat import Floats

MEDIA_TYPE = "application/x-rbsolve-histories"
DEFAULT_PIXELS = 1000
MOST_PIXELS = 20_000
_BLOCK = 64  # number of rows in a block with cached minimum and maximum
_KEPT_SENSORS = 64
FEW_CONTACTS = 200  # number of contacts up to which all contacts are listed
MOST_EVENTS = 1000
DIAGNOSTICS = "diagnostics/"
"""Prefix of the name of a history of the run itself, such as its step size."""
OF_STEPS = tuple(DIAGNOSTICS + name for name in ("step_size", "newton_iterations", "jacobian_updates"))
"""Histories that describe the steps before a row. In the first row, NaN replaces the zeros, because no step ends there.
"""
CONTACTS = "contacts/"
"""Prefix of the name of a contact. The histories of a contact are its force on B1, and the point where this force acts.
"""


class Histories:
    """The histories of one file, for many requests. Overviews of long histories are cached."""

    def __init__(self, results: StoredResults) -> None:
        self.results = results
        self.time = results.time
        self._blocks = lru_cache(_KEPT_SENSORS)(self._far)

    def encode(
        self,
        names: Sequence[str],
        start: float | None = None,
        end: float | None = None,
        pixels: int = DEFAULT_PIXELS,
    ) -> bytes:
        """Return the sensors of `names` between two times [s], in at most `pixels` buckets. Raise KeyError for an
        unknown name.
        """
        pixels = min(max(pixels, 2), MOST_PIXELS)
        first, last = self._range(start, end)
        bounds = None if last - first <= pixels else _bounds(first, last, pixels)
        kept = np.arange(first, last) if bounds is None else (bounds[:-1] + bounds[1:] - 1) // 2
        origin = float(self.time[0]) if len(self.time) else 0.0
        arrays = [self.time[kept] - origin]
        for name in names:
            arrays += self._columns(name, first, last, bounds)
        header = {
            "start": origin,
            "rows": len(kept),
            "envelope": bounds is not None,
            "total_rows": len(self.time),
            "sensors": [describe(self.results, name) for name in names],
        }
        return pack(header, arrays)

    def list_sensors(self) -> bytes:
        """Return a header with all sensors and no rows."""
        origin = float(self.time[0]) if len(self.time) else 0.0
        sensors = [describe(self.results, name) for name in self.results]
        header = {"start": origin, "rows": 0, "envelope": False, "total_rows": len(self.time), "sensors": sensors}
        header["diagnostics"] = [describe(self.results, name) for name in diagnostics_of(self.results)]
        header["events"] = events_of(self.results)
        return pack(header, [])

    def _range(self, start: float | None, end: float | None) -> tuple[int, int]:
        """Return the rows in a range of time, and one more row on each side. So lines reach the edges of a plot."""
        rows = len(self.time)
        first = 0 if start is None else int(np.searchsorted(self.time, start, side="left")) - 1
        last = rows if end is None else int(np.searchsorted(self.time, end, side="right")) + 1
        first = min(max(first, 0), max(rows - 1, 0))
        return first, min(max(last, first), rows)

    def _columns(self, name: str, first: int, last: int, bounds: NDArray[np.int64] | None) -> list[Floats]:
        if bounds is None:
            return list(self._rows(name, first, last).T)
        if (last - first) // (len(bounds) - 1) < 2 * _BLOCK:
            rows = self._rows(name, first, last)
            least, greatest = _reduce(rows, rows, bounds - first)
        else:
            inside = np.append(bounds[:-1] // _BLOCK, -(-last // _BLOCK))
            near, far = self._blocks(name)
            least, greatest = _reduce(near[: inside[-1]], far[: inside[-1]], inside)
        return [part for pair in zip(least.T, greatest.T, strict=True) for part in pair]

    def _rows(self, name: str, first: int, last: int) -> Floats:
        """Return some rows of a history: (n, k) for a sensor, or (n, 1) for a history of the run itself. Raise KeyError
        for an unknown name.
        """
        if name in self.results:
            return self.results.rows(name, first, last)
        recorded = _recorded_contacts(self.results)
        if name in recorded:
            return self._contact(recorded.index(name), first, last)
        if name not in diagnostics_of(self.results):
            raise KeyError(name)
        values = self.results.history(name, first, last)
        if name in OF_STEPS and first == 0 and len(values) and values[0] == 0.0:
            values = np.append(np.nan, values[1:])
        return values[:, None]

    def _contact(self, index: int, first: int, last: int) -> Floats:
        parts = (self.results.history(f"motion/contact_{part}", first, last)[:, index] for part in ("force", "place"))
        return np.concatenate([*parts], axis=1)

    def _far(self, name: str) -> tuple[Floats, Floats]:
        """Return the least and greatest values (blocks, k) in blocks of `_BLOCK` rows."""
        rows = self._rows(name, 0, len(self.time))
        bounds = np.append(np.arange(0, len(rows), _BLOCK), len(rows))
        return _reduce(rows, rows, bounds)


def describe(results: StoredResults, name: str) -> dict[str, Any]:
    """Return the attributes of a sensor or of a history of the run itself, as JSON. Raise KeyError for an unknown name."""
    if name not in results and name in diagnostics_of(results):
        attributes = results.file[name].attrs
        unit, about = (str(attributes.get(key, "")) for key in ("units", "long_name"))
        label = name.removeprefix(DIAGNOSTICS)
        words = {"type": "DIAGNOSTIC", "object": "", "observer": "", "resolved_in": ""}
        return {"name": name, **words, "units": unit, "components": [label], "long_name": about}
    if name not in results and name in _recorded_contacts(results):
        about = name.removeprefix(CONTACTS)
        words = {"type": "CONTACT", "object": about, "observer": "", "resolved_in": "", "units": "N, N, N, m, m, m"}
        labels = ["F1", "F2", "F3", "x1", "x2", "x3"]
        return {
            "name": name,
            **words,
            "components": labels,
            "long_name": "force on B1 and its point of action, inertial",
        }
    sensor = results.sensors[name]
    return {
        "name": sensor.name,
        "type": sensor.sensor_type,
        "object": sensor.object,
        "observer": sensor.observer,
        "resolved_in": sensor.resolved_in,
        "units": sensor.units,
        "components": list(sensor.components),
        "long_name": sensor.long_name,
    }


def diagnostics_of(results: StoredResults) -> list[str]:
    """Return the names of the run's own histories."""
    return [f"{DIAGNOSTICS}{name}" for name in results.file.get("diagnostics", ()) if name != "time"]


def events_of(results: StoredResults) -> list[tuple[float, str, str]]:
    """Return the time [s], name and direction of the first events of a run."""
    if "events/time" not in results.file:
        return []
    times = results.file["events/time"][:MOST_EVENTS]
    names, directions = (results.file[f"events/{part}"].asstr()[:MOST_EVENTS] for part in ("name", "direction"))
    return list(zip(map(float, times), map(str, names), map(str, directions), strict=True))


def contacts_of(results: StoredResults) -> list[str]:
    """Return the names of contacts whose forces are recorded although no sensor measures them. If there are many such
    contacts, only contacts with a force at some time are listed.
    """
    names = _recorded_contacts(results)
    if len(names) <= FEW_CONTACTS:
        return names
    acts = np.any(results.history("motion/contact_force") != 0.0, axis=(0, 2))
    return [name for name, does in zip(names, acts, strict=True) if does]


def _recorded_contacts(results: StoredResults) -> list[str]:
    """Return the names of all contacts whose forces are in the results, in the order of the results."""
    if "motion/contact_force" not in results.file:
        return []
    return [f"{CONTACTS}{name}" for name in results.file["motion/contact_force"].attrs.get("contacts", ())]


def _bounds(first: int, last: int, pixels: int) -> NDArray[np.int64]:
    """Return the rows at which buckets start, and the end of the last bucket. Buckets that are at least twice as
    long as a block start at the start of a block.
    """
    bounds = np.linspace(first, last, pixels + 1).astype(np.int64)
    if (last - first) // pixels >= 2 * _BLOCK:
        bounds = bounds // _BLOCK * _BLOCK
    bounds[-1] = last
    return np.unique(bounds)


def _reduce(least: Floats, greatest: Floats, bounds: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return the least and greatest values (buckets, k) of the rows between the bounds. A result is NaN only if all
    values of its bucket are NaN.
    """
    starts = bounds[:-1]
    return np.fmin.reduceat(least, starts, axis=0), np.fmax.reduceat(greatest, starts, axis=0)


def pack(header: dict[str, Any], arrays: Sequence[Floats]) -> bytes:
    """Return a header and arrays in the format of this module."""
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with np.errstate(over="ignore"):  # values beyond single precision become infinite, which a plot can show
        data = b"".join(np.ascontiguousarray(array, dtype="<f4").tobytes() for array in arrays)
    return struct.pack("<I", len(text)) + text + data


EMPTY = pack({"start": 0.0, "rows": 0, "envelope": False, "total_rows": 0, "sensors": [], "diagnostics": []}, [])
"""The message for a run without rows."""
