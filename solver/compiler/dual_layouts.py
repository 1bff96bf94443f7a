"""Derives the layouts of kernel arguments with duals or taped numbers from the layouts with floats (`lifting.py`).

A kind of number has a name such as `dual3` or `tape1`. The name consists of the class of numbers, and of the number of
additional words.
"""

from __future__ import annotations

from typing import TypeVar

from rbsolve.solver.compiler.layouts import TITLES, Layout, pointer_to

_layouts: dict[tuple[str, str], Layout] = {}
_without: set[type] = set()
_titles: set[str] = set()
Kind = TypeVar("Kind", bound=type)


def without_derivatives(kind: Kind) -> Kind:
    """Declare that the arrays of a class of named tuples stay floats in kernels with derivatives."""
    _without.add(kind)
    _titles.add(f"{kind.__module__}.{kind.__qualname__}")
    return kind


def keeps_floats(values: tuple[object, ...]) -> bool:
    """Return whether the arrays of a named tuple stay floats."""
    return type(values) in _without


NUMBERS = "dual", "tape"


def words_after(number: str) -> int:
    """Return how many words follow the value, for numbers of this name."""
    return int(number[len(NUMBERS[0]) :])


def lift(layout: Layout, number: str) -> Layout:
    """Return the layout in which numbers of the given kind replace floats. Single numbers in the table of a record stay
    floats.
    """
    key = layout.name, number
    if key not in _layouts:
        _layouts[key] = _lift(layout, number)
    return _layouts[key]


def _lift(layout: Layout, dual: str) -> Layout:
    if layout.kind == "array":
        dtype, dimensions = layout.detail
        return Layout("array", f"{dual}[{dimensions}]", (dual, dimensions)) if dtype == "float64" else layout
    if layout.kind == "pointer":
        return pointer_to(lift(layout.detail, dual))
    if layout.kind == "record" and TITLES.get(layout.name) in _titles:
        return layout
    if layout.kind == "record":
        members = {
            field: (inner if inner.kind == "float" else lift(inner, dual), at)
            for field, (inner, at) in layout.detail.items()
        }
        return Layout("record", f"{layout.name}_{dual}", members)
    if layout.kind == "variables":
        members = {
            field: (lift(inner, dual), at * (1 + words_after(dual))) for field, (inner, at) in layout.detail.items()
        }
        return Layout("variables", f"{layout.name}_{dual}", members)
    if layout.kind == "float":
        return Layout("dual", dual)
    if layout.kind == "buffer":
        return Layout("array", f"{dual}[1]", (dual, 1))
    return layout


def number_in(layouts: tuple[Layout, ...]) -> str:
    """Return the name of the kind of duals or taped numbers in some arguments. It is empty if there are only floats."""
    for layout in layouts:
        name = layout.name.rpartition("_")[2] if layout.kind in ("record", "pointer", "variables") else layout.name
        if name.startswith(NUMBERS):
            return name.partition("[")[0]
        inner: tuple[Layout, ...] = ()
        if layout.kind == "record":
            inner = tuple(of for of, _ in layout.detail.values())
        if layout.kind == "pointer":
            inner = (layout.detail,)
        if found := number_in(inner):
            return found
    return ""
