"""Layouts of kernel arguments with duals, derived from layouts with floats (`lifting.py`)."""

from __future__ import annotations

from rbsolve.solver.compiler.layouts import Layout, pointer_to

_layouts: dict[tuple[str, int], Layout] = {}


def lift(layout: Layout, count: int) -> Layout:
    """The layout with duals of `count` derivatives in place of floats. Single numbers in the table of a record remain floats."""
    key = layout.name, count
    if key not in _layouts:
        _layouts[key] = _lift(layout, count)
    return _layouts[key]


def _lift(layout: Layout, count: int) -> Layout:
    dual = f"dual{count}"
    if layout.kind == "array":
        dtype, dimensions = layout.detail
        return Layout("array", f"{dual}[{dimensions}]", (dual, dimensions)) if dtype == "float64" else layout
    if layout.kind == "pointer":
        return pointer_to(lift(layout.detail, count))
    if layout.kind == "record":
        members = {
            field: (inner if inner.kind == "float" else lift(inner, count), at)
            for field, (inner, at) in layout.detail.items()
        }
        return Layout("record", f"{layout.name}_{dual}", members)
    if layout.kind == "variables":
        members = {field: (lift(inner, count), at * (1 + count)) for field, (inner, at) in layout.detail.items()}
        return Layout("variables", f"{layout.name}_{dual}", members)
    if layout.kind == "float":
        return Layout("dual", dual)
    if layout.kind == "room":
        return Layout("array", f"{dual}[1]", (dual, 1))
    return layout


def derivatives_in(layouts: tuple[Layout, ...]) -> int:
    """The number of derivatives of the duals in some arguments; 0 if there are no duals."""
    for layout in layouts:
        name = layout.name.rpartition("_")[2] if layout.kind in ("record", "pointer", "variables") else layout.name
        if name.startswith("dual"):
            return int(name.removeprefix("dual").partition("[")[0])
        if layout.kind == "record":
            count = derivatives_in(tuple(inner for inner, _ in layout.detail.values()))
            if count:
                return count
        if layout.kind == "pointer" and (count := derivatives_in((layout.detail,))):
            return count
    return 0
