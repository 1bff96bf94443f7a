"""Writes all histories as a table, with a row per output time, a column per component, and units in the header."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.contents.units import split_units, with_unit
from rbsolve.results.file.target import whole

if TYPE_CHECKING:
    from rbsolve.results.contents.stored import StoredResults

SUFFIXES = (".csv", ".parquet")
_FORMULA = "=+-@\t\r\n"
_BLOCK_BYTES = 32e6


class MissingExtraError(RuntimeError):
    """The error that an optional package is missing. str() describes how to install it."""


def export(results: StoredResults, path: Path) -> None:
    """Write all sensors to a `.csv` or `.parquet` file, either completely or not at all."""
    if path.suffix not in SUFFIXES:
        raise ValueError(f"cannot export to {path.suffix or 'a file without suffix'}: use {', '.join(SUFFIXES)}")
    with whole(path) as temporary:
        if path.suffix == ".csv":
            with temporary.open("x", encoding="utf-8", newline="") as stream:
                write_csv(results, stream)
        else:
            _write_parquet(results, temporary)


def write_csv(results: StoredResults, stream: TextIO) -> None:
    """Write the table as comma-separated values. Reading the text returns exactly the same numbers."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(map(as_text, columns(results)))
    for block in _blocks(results):
        writer.writerows(block.tolist())


def as_text(words: str) -> str:
    """Return the words as a cell that spreadsheets do not interpret as a formula. If the words look like a formula, an
    apostrophe is put before them, because formulas can read and send files.
    """
    return f"'{words}" if words[:1] in _FORMULA and words else words


def columns(results: StoredResults) -> list[str]:
    """Return the header, which is `time [s]` followed by `sensor.component [unit]` for each column. The column of a
    sensor with one component has the sensor's name, unless another column has this name.
    """
    time = "time [s]"
    long, short = [time], [time]
    for sensor in results.sensors.values():
        units = split_units(sensor.units, len(sensor.components))
        for component, unit in zip(sensor.components, units, strict=True):
            long.append(with_unit(f"{sensor.name}.{component}", unit))
            short.append(with_unit(sensor.name, unit) if len(sensor.components) == 1 else long[-1])
    users = Counter(short)
    return [one if users[one] == 1 else other for one, other in zip(short, long, strict=True)]


def _blocks(results: StoredResults) -> Iterator[NDArray[np.float64]]:
    """Yield the table (rows, columns) in blocks of rows that fit in memory."""
    time = results.time
    width = 1 + sum(sensor.shape[1] for sensor in results.sensors.values())
    rows = max(1, int(_BLOCK_BYTES / (8 * width)))
    for start in range(0, len(time), rows):
        stop = min(start + rows, len(time))
        yield np.column_stack([time[start:stop], *(results.rows(name, start, stop) for name in results)])


def _write_parquet(results: StoredResults, path: Path) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("writing Parquet needs pyarrow: pip install 'rbsolve[parquet]'") from error
    schema = pyarrow.schema([(name, pyarrow.float64()) for name in columns(results)])
    with parquet.ParquetWriter(path, schema) as writer:
        for block in _blocks(results):
            writer.write_table(pyarrow.Table.from_arrays(list(np.asfortranarray(block).T), schema=schema))
