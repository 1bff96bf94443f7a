"""Writes a deck in the long form, without repetitions. The long form has a definition for each point, frame, triad,
mass property and pair of shapes in contact. Before the short forms existed, a user had to write such a deck.
"""

from __future__ import annotations

import re
from pathlib import Path

from rbsolve.editor.short_form import Deck
from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.reader import read_tree
from rbsolve.language.syntax.tree import Block
from rbsolve.parser.description.references import Names
from rbsolve.parser.description.report import Report
from rbsolve.parser.description.short_forms import write_out
from rbsolve.parser.description.survey import survey
from rbsolve.parser.formatting.layout import format_text
from rbsolve.parser.schema.templates import TEMPLATE_NAME
from rbsolve.parser.schema.wrappers import REPEAT
from rbsolve.pipeline import Options, expand_deck

AXES = {"AXIS_X": ("0, 0, 1", "1, 0, 0"), "AXIS_Y": ("1, 0, 0", "0, 1, 0"), "AXIS_Z": ("0, 1, 0", "0, 0, 1")}
"""The vectors e2 and e3 of the predefined triads."""


def long_form(path: Path) -> str:
    """Return the text of a deck in the long form. The text describes the same model."""
    expanded, _ = expand_deck(path, Options())
    diagnostics = Diagnostics()
    tree = read_tree(Source(str(path), expanded), diagnostics)
    report = Report(diagnostics)
    found = write_out(survey(tree, report, Names(report)), report)
    assert not diagnostics.has_errors
    parameters = [_written(block) for block in found.parameters]
    parts = ["@DESIGN_PARAMETERS_DEFINITION {", *parameters, "}"] if parameters else []
    for checked, blocks in found.definitions:
        parts += [f"@{checked.block.definition} {{", *map(_written, blocks), "}"]
    text = "\n".join(parts)
    for name, (e2, e3) in AXES.items():
        if name in text:
            vectors = f"@ORIENTATION_E2 {{{e2}}} @ORIENTATION_E3 {{{e3}}}"
            text = f"@TRIAD_DEFINITION {{\n@TRIAD_NAME {{{name}}} {{ {vectors} }}\n}}\n{text}"
            text = text.replace(name, name.lower())
    return text + "\n"


def _written(block: Block) -> str:
    """Return a block on one line. Names of generated objects become names that a deck may contain."""
    text = f"@{block.keyword}"
    if block.items is not None:
        items = (f'"{item.text}"' if item.quoted else " ".join(item.text.split()) for item in block.items)
        text += f" {{{', '.join(items).replace('@', '_at_')}}}"
    if block.body is not None:
        text += f" {{ {' '.join(map(_written, block.body))} }}"
    return text


def lines_of(text: str) -> int:
    """Return the number of lines that are neither empty nor comments. Each object, and each definition of a single
    object, is on one line, unless the line is too long for the formatter. Therefore the number does not depend on the
    layout of the deck.
    """
    bare = re.sub(r"!.*", "", text)
    deck, end_of_last = Deck(bare), 0
    spans = []
    for block, _ in deck.blocks:
        begin, end = deck.extent(block)
        if begin >= end_of_last and _fits_one_line(block):
            spans.append((begin, end))
            end_of_last = end
    for begin, end in reversed(spans):
        bare = bare[:begin] + " ".join(bare[begin:end].split()) + bare[end:]
    return sum(1 for line in format_text(bare).splitlines() if line.strip())


def _fits_one_line(block: Block) -> bool:
    """Return whether a block is an object, or a definition of a single object."""
    if block.keyword in (REPEAT, TEMPLATE_NAME) or block.body is None:
        return False
    return block.items is not None or (len(block.body) == 1 and block.body[0].keyword != REPEAT)
