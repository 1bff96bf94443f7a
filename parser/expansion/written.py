"""Converts the tree of a deck to text, for `rbsolve check --expand`. Parsing the text returns the same tree."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rbsolve.language.syntax.tree import Block, Item, SyntaxTree
from rbsolve.parser.description.overrides import Override, override_text
from rbsolve.parser.schema.shapes import FILE_NAME
from rbsolve.parser.schema.wrappers import PARAMETER_NAME, SCALAR_VALUE, VECTOR_VALUE

INDENTATION = "  "
LINE_LENGTH = 100
_PADDING = re.compile(
    r"(?<=[0-9]) ++(?=[-+*/^),])"
)  # a value that is shorter than the name of its variable is followed by spaces


def write_deck(tree: SyntaxTree, overrides: Mapping[str, Override], folder: str = "") -> str:
    """Return an expanded tree as the text of a deck in `folder`. Overridden design parameters get their new values."""
    values = {f"#{name.removeprefix('#')}": override_text(value) for name, value in overrides.items()}
    return "".join(f"{line}\n" for line in _lines(_rebase(folder, tree.blocks), "", values))


def _rebase(folder: str, blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return blocks with adjusted file paths. In `blocks`, paths are relative to the file of the block; in the result,
    they are relative to `folder`.
    """
    return tuple(
        block._replace(
            items=tuple(_file_seen_from(folder, item) for item in block.items)
            if block.items and block.keyword == FILE_NAME
            else block.items,
            body=block.body and _rebase(folder, block.body),
        )
        for block in blocks
    )


def _file_seen_from(folder: str, item: Item) -> Item:
    home = os.path.dirname(item.source.name)
    if home == folder:
        return item
    path = os.path.join(home, item.text.replace("\\", "/"))
    return item._replace(text=os.path.relpath(path, folder or "."), quoted=True)


def _lines(blocks: Sequence[Block], indentation: str, values: Mapping[str, str]) -> Iterator[str]:
    name = ""
    for block in blocks:
        if block.keyword == PARAMETER_NAME and block.items:
            name = block.items[0].text
        if block.keyword in (SCALAR_VALUE, VECTOR_VALUE) and name in values:
            yield f"{indentation}@{block.keyword} {{{values[name]}}}"
        elif block.body is None:
            yield indentation + _parameter(block)
        else:
            yield from _container(block, indentation, values)


def _container(block: Block, indentation: str, values: Mapping[str, str]) -> Iterator[str]:
    head = f"{indentation}{_parameter(block)} {{" if block.items is not None else f"{indentation}@{block.keyword} {{"
    lines = list(_lines(block.body or (), indentation + INDENTATION, values))
    is_flat = all(child.body is None and child.keyword != "COMMENTS" for child in block.body or ())
    joined = " ".join([head, *(line.strip() for line in lines), "}"])
    if is_flat and len(joined) <= LINE_LENGTH and block.items is not None:
        yield joined
        return
    yield head
    yield from lines
    yield indentation + "}"


def _parameter(block: Block) -> str:
    if block.items is None:
        return f"@{block.keyword} {{}}"
    if block.keyword == "COMMENTS":
        return f"@COMMENTS {{{', '.join(item.text for item in block.items)}}}"
    return f"@{block.keyword} {{{', '.join(map(_item, block.items))}}}"


def _item(item: Item) -> str:
    if item.quoted:
        return f'"{item.text}"'
    text = " ".join(item.text.split())
    return _PADDING.sub("", text) if item.source.instance else text
