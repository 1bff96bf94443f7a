"""Converts columns of a file with comma-separated values to entries of a table, for `@TABLE_FILE {data.csv, time,
force}`.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from rbsolve.language.diagnostics import Code, Diagnostics, Source
from rbsolve.language.syntax.tree import Block, Item

TABLE_FILE = "TABLE_FILE"
ENTRIES, COLUMNS = "TABLE_ENTRIES", ("TIME", "FUNCTION_VALUE")
_number = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?").fullmatch


def table_entries(block: Block, source: Source, diagnostics: Diagnostics) -> Block | None:
    """Return the equivalent block `@TABLE_ENTRIES`. If the columns cannot be found, report errors and return None.

    `block` has three items: the file, the first column and the second column. Cells are separated by commas or
    semicolons. In a file without these characters, tabs separate cells. Empty lines and text after a `#` or `!` are
    ignored. A column is named by its heading in the first line, or by its number, counted from 1. The places of the
    entries are in the file of the table.
    """
    rows = _rows(source)
    if not rows:
        diagnostics.error(Code.INVALID_VALUE, f"{source.name} has no line with values", block.items_span or block.span)
        return None
    headings = rows.pop(0) if rows and not all(_number(cell.text) for cell in rows[0]) else []
    columns = [
        _column(item, headings, len(rows[0]) if rows else len(headings), source, diagnostics)
        for item in (block.items or ())[1:]
    ]
    first, second = columns
    if first is None or second is None:
        return None
    body = []
    for row in rows:
        if len(row) <= max(first, second):
            message = f"this line has {len(row)} columns, but the table needs {max(first, second) + 1}"
            diagnostics.error(Code.WRONG_COUNT, message, row[-1].span)
            return None
        body += [_parameter(COLUMNS[0], row[first]), _parameter(COLUMNS[1], row[second])]
    return block._replace(keyword=ENTRIES, items=None, body=tuple(body))


def _rows(source: Source) -> list[list[Item]]:
    """Return the cells of every line that is not empty."""
    separator = re.compile("[,;]" if re.search("[,;]", source.text) else "\t")
    rows = []
    for number, line in enumerate(source.text.split("\n"), 1):
        text = re.split("[#!]", line, maxsplit=1)[0]
        if not text.strip():
            continue
        row = []
        column = 1
        for piece in separator.split(text):
            first = column + len(piece) - len(piece.lstrip())
            bare = piece.strip()
            row.append(Item(bare.strip('"'), False, source, number, first, number, first + max(len(bare), 1)))
            column += len(piece) + 1
        rows.append(row)
    return rows


def _column(item: Item, headings: list[Item], count: int, source: Source, diagnostics: Diagnostics) -> int | None:
    """Return the index of a column by its heading or its number."""
    names = [heading.text for heading in headings]
    if item.text in names:
        return names.index(item.text)
    if item.text.isdigit() and 1 <= int(item.text) <= max(count, len(names)):
        return int(item.text) - 1
    close = get_close_matches(item.text, names, 1)
    hint = (
        f"did you mean `{close[0]}`?" if close else f"it has {', '.join(names) or f'{count} columns without headings'}"
    )
    diagnostics.error(Code.INVALID_VALUE, f"{source.name} has no column {item.text}", item.span, hint)
    return None


def _parameter(keyword: str, cell: Item) -> Block:
    """Return `@KEYWORD {cell}` at the place of the cell."""
    place = cell[3:]
    return Block(keyword, (cell,), None, cell.source, *place[:2], *place, *place[2:])
