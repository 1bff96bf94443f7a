"""Generates `deck.pyi`, which declares the signatures of `Deck` for editors and type checkers. Run `python -m
rbsolve.building.stub` to update this file.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

from rbsolve.building.builder import method_name
from rbsolve.building.deck import method_doc
from rbsolve.language.table import BlockSchema, Keyword, Type
from rbsolve.parser.schema.registry import OBJECT_BLOCKS

PAGE = Path(__file__).with_name("deck.pyi")
LENGTH = 120  # maximum length of a line of a docstring, in characters
INDENTATION = " " * 8

_HEAD = '''\
# Made by `python -m rbsolve.building.stub` from the table of blocks.

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from numpy.typing import NDArray

from rbsolve.building.builder import Builder, Reference
from rbsolve.language.table import BlockSchema

Number = float | str
Numbers = Sequence[float | str] | Sequence[Sequence[float]] | NDArray[Any] | str
Rows = Sequence[Sequence[float]] | NDArray[Any]
Place = Sequence[float | str] | NDArray[Any] | str

def method_doc(block: BlockSchema) -> str: ...

class Deck(Builder):
    """A deck written in Python: a method for each block."""
'''


def stub() -> str:
    """Return the text of the whole stub file."""
    return _HEAD + "".join(f"\n{_method(block)}" for block in OBJECT_BLOCKS)


def _method(block: BlockSchema) -> str:
    arguments = [
        f"        {keyword.name.lower()}: {_annotation(keyword)} | None = ...,\n" for keyword in block.keywords
    ]
    doc = "\n".join(_wrap(line) for line in method_doc(block).split("\n")).strip()
    return (
        f"    def {method_name(block)}(\n        self,\n        name: str,\n        *,\n{''.join(arguments)}"
        f'    ) -> Reference:\n        """{doc}\n        """\n'
    )


def _annotation(keyword: Keyword) -> str:
    if keyword.type is Type.CONTAINER:
        return "Rows" if keyword.children_alternate else "Mapping[str, Number] | Sequence[Mapping[str, Number]]"
    if keyword.type is Type.CHOICE and keyword.is_scalar:
        return f"Literal[{', '.join(repr(word) for word in keyword.choices)}]".replace("'", '"')
    if keyword.type is Type.FLAG:
        return "bool"
    if keyword.takes_places:
        return "Place"
    if keyword.type is Type.POINTS:
        return "Sequence[str] | Numbers"
    if keyword.type in (Type.NUMBER, Type.INTEGER, Type.NUMBER_OR_WORD):
        scalar = "int | str" if keyword.type is Type.INTEGER else "Number"
        return scalar if keyword.is_scalar else f"{scalar} | Numbers" if _may_be_one(keyword) else "Numbers"
    if keyword.type in (Type.EXPRESSION, Type.SIGNAL_EXPRESSION):
        return "Number"
    return (
        "str" if keyword.is_scalar else "str | Sequence[str | int]" if _may_be_one(keyword) else "Sequence[str | int]"
    )


def _may_be_one(keyword: Keyword) -> bool:
    return not keyword.counts or 1 in keyword.counts


def _wrap(line: str) -> str:
    """Return a long line of a docstring as several lines with the same indentation."""
    escaped = line.replace("\\", "\\\\")
    return fill(
        escaped, LENGTH, initial_indent=INDENTATION, subsequent_indent=f"{INDENTATION}    ", break_on_hyphens=False
    )


if __name__ == "__main__":
    PAGE.write_text(stub(), encoding="utf-8")
