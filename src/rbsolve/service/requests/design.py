"""Converts a request to the cases of a study."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span
from rbsolve.studies.design.request import METHODS, Axis, Sampling, StudyDesign, read_axis

JSON = dict[str, Any]


def request_of(deck: Path, given: JSON, design: JSON, diagnostics: Diagnostics) -> StudyDesign | None:
    """Return the design from one of `grid`, `zip`, `sample` and `table`, and from fixed `parameters`. If they are
    invalid, return None and add diagnostics.
    """
    reader = _Reader(diagnostics)
    fixed = [reader.axis(name, [value]) for name, value in given.pop("parameters", {}).items()]
    sampling, table, zipped = None, None, False
    axes: list[Axis | None] = []
    if design.get("sample") is not None:
        sample = design["sample"]
        axes = [reader.axis(name, value) for name, value in sample.get("parameters", {}).items()]
        place = reader.place("sample")
        if sample.get("method", "lhs") not in METHODS:
            diagnostics.error(Code.INVALID_VALUE, f"there is no method {sample['method']!r}", place, ", ".join(METHODS))
        sampling = Sampling(int(sample["size"]), sample.get("method", "lhs"), int(sample.get("seed", 0)), place)
    elif design.get("table") is not None:
        content, place = design["table"], reader.place("table")
        if fault := _uneven(content):
            diagnostics.error(Code.INVALID_VALUE, fault, place)
            return None
        table = (deck.with_name("cases.csv"), place)
        table[0].write_text(content if isinstance(content, str) else _csv(content), encoding="utf-8")
    else:
        zipped = design.get("zip") is not None
        lists = design["zip"] if zipped else design.get("grid") or {}
        axes = [reader.axis(name, value) for name, value in lists.items()]
    if len(diagnostics):
        return None
    found = tuple(axis for axis in (*axes, *fixed) if axis is not None)
    return StudyDesign(deck, reader.place("deck"), found, zipped, sampling, table=table, **given)


def _uneven(table: str | JSON | list[JSON]) -> str | None:
    """Return the reason why columns or rows do not form a table."""
    if not table:
        return "the table has no cases"
    if isinstance(table, dict) and len({len(values) for values in table.values()}) != 1:
        return "the columns of a table must have equal lengths"
    if isinstance(table, list) and len({frozenset(row) for row in table}) != 1:
        return "the rows of a table must have values for the same parameters"
    return None


def _csv(table: JSON | list[JSON]) -> str:
    """Convert columns or rows of numbers to comma-separated values."""
    columns = {name: [row[name] for row in table] for name in table[0]} if isinstance(table, list) else table
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(columns), *(",".join(str(value) for value in row) for row in rows)]) + "\n"


class _Reader:
    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics

    def place(self, text: str) -> Span:
        """Return a place in the request, for diagnostics."""
        return Span(Source("<request>", text), 1, 1, 1, len(text) + 1)

    def axis(self, name: str, value: Any) -> Axis | None:
        """Read an axis: a list, a text such as 0.1:0.5:9, or one number."""
        place = self.place(f"{name}: {json.dumps(value)}"[:200])
        if isinstance(value, str):
            return read_axis(name, value, place, self._diagnostics)
        items = value if isinstance(value, list) else [value]
        if len(items) == 1 and isinstance(items[0], str):
            return read_axis(name, items[0], place, self._diagnostics)
        values = [tuple(item) if isinstance(item, list) else (item,) for item in items]
        if not values or not all(item and all(map(_is_number, item)) for item in values):
            hint = '"0.1:0.5:9", [1, 2, 5], 0.3 or [[0, 0, 1], [0, 1, 0]]'
            self._diagnostics.error(Code.WRONG_TYPE, f"the values of `{name}` cannot be read", place, hint)
            return None
        return Axis(name, place, values=tuple(tuple(map(float, item)) for item in values))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300
