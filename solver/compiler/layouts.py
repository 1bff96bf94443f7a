"""Describes the types of kernel arguments as data. A type states where each number and array is in a table of words
(`records.py`).
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from rbsolve.solver.compiler.variables import Variables, first_of_cases


class Layout(NamedTuple):
    """The type of a value in a table. Layouts with equal names are equal."""

    # The kind is none, bool, int, float, array, record, pointer (to a record), variables, or subroutine. The kinds
    # buffer (floats) and number (of several cases) occur only in signatures.
    kind: str
    name: str
    # The detail depends on the kind: (dtype, dimensions) of an array; {field: (Layout, place)} of a record or
    # variables; the target of a pointer; the subroutine.
    detail: Any = None


NONE, BOOL, INTEGER, FLOAT = (Layout(kind, kind) for kind in ("none", "bool", "int", "float"))
BUFFER = Layout("buffer", "buffer")
TITLES: dict[str, str] = {}
"""The layouts of records, by name. A name contains only a digest of the layout."""


def array(dimensions: int, dtype: str = "float64") -> Layout:
    """Return the layout of a contiguous array."""
    return Layout("array", f"{dtype}[{dimensions}]", (dtype, dimensions))


def record(title: str, members: dict[str, tuple[Layout, int]]) -> Layout:
    """Return the layout of a record from the layouts and places of its fields. The name of the layout contains a digest
    of these data.

    The name is short, because numba puts the names of all argument types into the name of each function. It compares
    and stores these names thousands of times.
    """
    said = ", ".join(f"{field}: {layout.name}" for field, (layout, _) in members.items())
    digest = hashlib.blake2b(f"{title}({said})".encode(), digest_size=10).hexdigest()
    name = f"{title.rsplit('.', 1)[-1]}_{digest}"
    TITLES[name] = title
    return Layout("record", name, members)


def variables(kind: type[Variables]) -> Layout:
    """Return the layout of a reference to variables."""
    members = {name: (FLOAT if of == "float" else INTEGER, at) for name, (of, at) in kind.places.items()}
    named = record(f"{kind.__module__}.{kind.__qualname__}", members)
    return Layout("variables", f"&{named.name}", members)


def variables_of_cases(kind: type[Variables], count: int) -> Layout:
    """Return the layout of a reference to the variables of several cases."""
    number, members = Layout("number", f"{CASES}{64 * count}"), dict(variables(kind).detail)
    for n, name in enumerate(kind.of_case):
        members[name] = number, first_of_cases(kind) + n * count
    named = record(f"{kind.__module__}.{kind.__qualname__}", members)
    return Layout("variables", f"&{named.name}", members)


def pointer_to(record: Layout) -> Layout:
    """Return the layout of a reference to a record."""
    return Layout("pointer", f"*{record.name}", record)


CASES = "void"
"""The prefix of the dtype of an array with numbers of several cases. The number of bits of an item follows the prefix.
"""


def cases_in(layouts: tuple[Layout, ...]) -> str:
    """Return the dtype of the numbers of several cases in some arguments. The text is empty if there are no such
    numbers.
    """
    for layout in layouts:
        inner: tuple[Layout, ...] = ()
        if layout.kind == "array" and layout.detail[0].startswith(CASES):
            return str(layout.detail[0])
        if layout.kind == "number":
            return layout.name
        if layout.kind in ("record", "variables"):
            inner = tuple(member for member, _ in layout.detail.values())
        elif layout.kind == "pointer":
            inner = (layout.detail,)
        found = cases_in(inner) if inner else ""
        if found:
            return found
    return ""


def as_cases(layouts: tuple[Layout, ...]) -> tuple[Layout, ...]:
    """Return the arguments of an entry. If some arguments contain numbers of several cases, single numbers and arrays
    also become such numbers.
    """
    dtype = cases_in(layouts)
    if not dtype:
        return layouts
    instead = {FLOAT: Layout("number", dtype), BUFFER: array(1, dtype)}
    return tuple(instead.get(layout, layout) if layout.detail is None else layout for layout in layouts)
