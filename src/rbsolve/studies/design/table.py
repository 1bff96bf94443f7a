"""Reads cases from a table of comma-separated values. The header contains the names of parameters. Each further row is
a case.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span
from rbsolve.studies.design.request import unknown_parameter

MOST_FINDINGS = 20
_SEPARATED = "separate columns with commas and write decimal points"
_UNNAMED = "a column has no name: remove it (row numbers of pandas: `to_csv(..., index=False)`)"
Found = tuple[tuple[str, ...], tuple[int, ...], NDArray[np.float64]]


def read_table(path: Path, span: Span, declared: Mapping[str, int], diagnostics: Diagnostics) -> Found | None:
    """Return the names, widths and values (rows, columns) of a table. The columns of a vector are `NAME.1`, `NAME.2`,
    ...
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        diagnostics.error(Code.INCLUDE_ERROR, f"cannot read the table {path}: {error.strerror or error}", span)
        return None
    except UnicodeDecodeError:
        diagnostics.error(Code.INCLUDE_ERROR, f"the table {path} is not UTF-8 text", span)
        return None
    source = Source(str(path), text)
    diagnostics.know_file(source)
    lines = csv.reader(text.splitlines())
    header = [name.strip().removeprefix("#") for name in next(lines, [])]
    columns = _columns(header, source, declared, diagnostics)
    if columns is None:
        return None
    rows = _rows(lines, len(header), source, diagnostics)
    if rows is None:
        return None
    names = tuple(columns)
    order = [index for name in names for index in columns[name]]
    return names, tuple(len(columns[name]) for name in names), np.array(rows, dtype=np.float64)[:, order]


def _columns(
    header: list[str], source: Source, declared: Mapping[str, int], diagnostics: Diagnostics
) -> dict[str, list[int]] | None:
    """Return the columns of each parameter. If the header does not match the deck, return None and add diagnostics."""
    before = len(diagnostics)
    found: dict[str, dict[int, int]] = {}
    place = Span(source, 1, 1, 1, 1 + len(source.line(1)))
    for index, title in enumerate(header):
        name, dot, component = title.rpartition(".")
        vector = dot and name in declared and component.isascii() and component.isdigit()
        columns = found.setdefault(name if vector else title, {}) if vector or title in declared else None
        number = int(component) if vector else 1
        if columns is None:
            separator = next((mark for mark in ";\t|" if mark in title), None)
            if separator or not title:
                hint = _SEPARATED if separator else _UNNAMED
                diagnostics.error(Code.WRONG_COUNT, "the header does not name the parameters", place, hint)
                break
            unknown_parameter(title, declared, place, diagnostics)
        elif number in columns:
            diagnostics.error(Code.DUPLICATE_NAME, f"the table has two columns `{title}`", place, "remove one of them")
        else:
            columns[number] = index
    for name, components in found.items():
        if sorted(components) != list(range(1, declared[name] + 1)):
            wanted = ", ".join(f"{name}.{k}" for k in range(1, declared[name] + 1)) if declared[name] > 1 else name
            diagnostics.error(Code.WRONG_COUNT, f"the table needs {wanted} for `{name}`", place)
    if not header:
        message = "the table is empty"
        diagnostics.error(
            Code.MISSING_KEYWORD, message, Span(source, 1, 1, 1, 1), "the first line names the parameters"
        )
    if len(diagnostics) > before:
        return None
    return {name: [components[k] for k in sorted(components)] for name, components in found.items()}


def _rows(
    lines: csv._reader,  # type: ignore[name-defined, unused-ignore]  # the type exists only for type checkers
    width: int,
    source: Source,
    diagnostics: Diagnostics,
) -> list[list[float]] | None:
    rows: list[list[float]] = []
    findings = 0
    for cells in lines:
        number = lines.line_num
        if not any(cell.strip() for cell in cells):
            continue
        try:
            row = [float(cell) for cell in cells]
        except ValueError:
            row = []
        if len(row) == width and all(map(math.isfinite, row)):
            rows.append(row)
            continue
        place = Span(source, number, 1, number, 1 + len(source.line(number)))
        if len(cells) != width:
            message = f"this row has {len(cells)} values, but the header has {width} names"
            diagnostics.error(Code.WRONG_COUNT, message, place)
        else:
            bad = next(cell for cell in cells if not _is_number(cell))
            diagnostics.error(Code.WRONG_TYPE, f"{bad.strip()!r} is not a number", place)
        findings += 1
        if findings == MOST_FINDINGS:
            break
    if not rows and not findings:
        diagnostics.error(Code.MISSING_KEYWORD, "the table has no rows", Span(source, 1, 1, 1, 1))
        return None
    return None if findings else rows


def _is_number(cell: str) -> bool:
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False
