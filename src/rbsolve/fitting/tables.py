"""Reads tables of measurements: CSV files with a row for each time and a column for each channel."""

from __future__ import annotations

import csv
import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.display.mappings import unknown

Floats = NDArray[np.float64]
_MISSING = ("", "nan", "na", "null", "none")


class DataError(ValueError):
    """The error that measurements are invalid. str() returns the place and the reason."""


@dataclass(frozen=True, slots=True)
class Table:
    """The measured columns (m,) at increasing times (m,) [s]. A value is NaN if a column has no measurement at this
    time.
    """

    name: str
    time: Floats
    columns: Mapping[str, Floats]

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the titles and of the numbers."""
        found = hashlib.sha256("\0".join(self.columns).encode())
        for values in (self.time, *self.columns.values()):
            found.update(np.ascontiguousarray(values).tobytes())
        return found.hexdigest()

    def column(self, name: str) -> str | None:
        """Return the title of a column. `name` is the title, or the title without its unit, such as `angle` for `angle
        [rad]`. Return None if there is no such column.
        """
        if name in self.columns:
            return name
        return next((title for title in self.columns if title.rpartition(" [")[0] == name), None)


def read_table(path: Path, time: str | None = None) -> Table:
    """Read a CSV file. Its first column is time unless `time` names another column.

    Columns are separated by commas, semicolons or tabs. Lines that start with # are comments. An empty cell is a
    missing measurement. Raise DataError with the line and the column of an error, and OSError if the file cannot be
    read.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not a text file: byte {error.start} is not UTF-8") from error
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
    if not lines:
        raise DataError(f"{path}: the file has no data")
    header_line, header = lines[0]
    delimiter = max(",;\t", key=header.count)
    titles = [cell.strip() for cell in next(csv.reader([header], delimiter=delimiter))]
    _check_titles(f"{path}:{header_line}", titles)
    rows = []
    for number, line in lines[1:]:
        cells = next(csv.reader([line], delimiter=delimiter))
        if len(cells) != len(titles):
            raise DataError(
                f"{path}:{number}: this line has {len(cells)} cells, but the header has {len(titles)} columns"
            )
        rows.append(
            [_number(cell, f"{path}:{number}: column {title}") for cell, title in zip(cells, titles, strict=True)]
        )
    values = np.array(rows, dtype=np.float64).reshape(len(rows), len(titles))
    columns = dict(zip(titles, values.T, strict=True))
    return _table(path.name, columns, time, [f"{path}:{number}" for number, _ in lines[1:]])


def table_of(columns: Mapping[str, Any], name: str = "data", time: str | None = None) -> Table:
    """Return a table from arrays by name, or from a pandas data frame. The first column is time unless `time` names
    another column.
    """
    arrays = {str(title): np.asarray(values, dtype=np.float64) for title, values in columns.items()}
    sizes = {title: array.shape for title, array in arrays.items()}
    if not arrays or len(set(sizes.values())) != 1 or len(next(iter(sizes.values()))) != 1:
        raise DataError(f"{name}: the columns must be arrays (m,) of equal length; their shapes are {sizes}")
    rows = len(next(iter(arrays.values())))
    return _table(name, arrays, time, [f"{name}: row {k}" for k in range(rows)])


def _table(name: str, columns: dict[str, Floats], time: str | None, places: list[str]) -> Table:
    """Return a table in which the time is separate from the other columns. `places` contains the names of the rows for
    messages.
    """
    title = next(iter(columns)) if time is None else _title(columns, time)
    if title is None:
        raise DataError(f"{name}: {unknown('column', time, list(columns))}")
    times = columns.pop(title)
    if len(times) < 2:
        raise DataError(f"{name}: {len(times)} rows of data are too few for a fit")
    for k, (before, now) in enumerate(zip([-math.inf, *times[:-1]], times, strict=True)):
        if not math.isfinite(now):
            raise DataError(f"{places[k]}: column {title}: the time is missing")
        if not now > before:
            raise DataError(
                f"{places[k]}: column {title}: the time {now:g} is not after the time {before:g} of the previous row"
            )
    return Table(name, times, columns)


def _title(columns: Mapping[str, Floats], name: str) -> str | None:
    return Table("", np.empty(0), columns).column(name)


def _check_titles(place: str, titles: list[str]) -> None:
    for k, title in enumerate(titles):
        if not title:
            raise DataError(f"{place}: column {k + 1} has no title")
        if title in titles[:k]:
            raise DataError(f"{place}: two columns have the name {title}")
    if all(_is_number(title) for title in titles):
        raise DataError(f"{place}: the first line consists of numbers, but must contain the column titles")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(cell: str, place: str) -> float:
    text = cell.strip()
    if text.lower() in _MISSING:
        return math.nan
    try:
        value = float(text)
    except ValueError:
        raise DataError(f"{place}: {text!r} is not a number") from None
    if not math.isfinite(value):
        raise DataError(f"{place}: {text} is not a finite number")
    return value
