"""Displays mappings by name in terminals and notebooks, and creates the error for an unknown name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from html import escape
from typing import TypeVar

T = TypeVar("T")

MOST_SHOWN = 30  # maximum number of shown items


class UnknownNameError(KeyError):
    """The error for a name that a mapping does not contain. str() suggests a similar name."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


def unknown(what: str, name: object, known: Sequence[str]) -> UnknownNameError:
    """Return the error for an unknown name."""
    close = get_close_matches(str(name), known, 1)
    listed = ", ".join(known[:20]) + (", ..." if len(known) > 20 else "")
    hint = f"did you mean {close[0]}?" if close else f"the names are {listed or 'none'}"
    return UnknownNameError(f"there is no {what} {name}: {hint}")


class ByName(Mapping[str, T]):
    """A mapping whose names IPython and notebooks complete in brackets: `results["<TAB>`."""

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)


class Named(ByName[T]):
    """A read-only mapping by name. `what` is a plural noun for its items, such as "sensors"."""

    def __init__(self, what: str, things: Mapping[str, T]) -> None:
        self._what = what
        self._things = things

    def __getitem__(self, name: str) -> T:
        try:
            return self._things[name]
        except KeyError:
            singular = {"bodies": "body"}.get(self._what, self._what.removesuffix("s"))
            raise unknown(singular, name, list(self._things)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def __contains__(self, name: object) -> bool:
        return name in self._things

    def __repr__(self) -> str:
        header, rows, left = _cells(self)
        if not rows:
            return f"no {self._what}"
        return f"{len(self)} {self._what}\n{text_table(header, rows)}{and_more(left)}"

    def _repr_html_(self) -> str:
        header, rows, left = _cells(self)
        return html_table(header, rows) + escape(and_more(left))


def _cells(things: Mapping[str, object]) -> tuple[list[str], list[list[str]], int]:
    names = list(things)[:MOST_SHOWN]
    rows = [[name, " ".join(repr(things[name]).split())] for name in names]
    return ["name", "value"], rows, len(things) - len(names)


def and_more(left: int) -> str:
    """Return a line with the number of items that a table omits."""
    return f"\n... and {left} more" if left > 0 else ""


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with aligned columns."""
    table = [list(header), *map(list, rows)]
    widths = [max(len(row[k]) for row in table) for k in range(len(header))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table)
    return "\n".join(lines)


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as HTML. The cells are plain text."""

    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f"<table><thead>{line(header, 'th')}</thead><tbody>{body}</tbody></table>"


def rename(names: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
    """Return new names that differ from the names in `taken`. If a name is taken, `_` is appended until it is free."""
    known = {*taken}
    found = {}
    for name in names:
        free = name
        while free in known:
            free += "_"
        known.add(free)
        found[name] = free
    return found
