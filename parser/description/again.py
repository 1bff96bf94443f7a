"""A deck described again with other parameters: only the blocks that name one are read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rbsolve.parser.description.builder import Builder
from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.description.parameters import Override, Parameters
from rbsolve.parser.description.references import Names
from rbsolve.parser.description.report import Checked, Report
from rbsolve.parser.description.survey import survey
from rbsolve.parser.description.values import Values
from rbsolve.parser.diagnostics import Diagnostics
from rbsolve.parser.expansion.expand import is_expanded
from rbsolve.parser.syntax.tree import Block, SyntaxTree

# The choice of method looks at these as a whole.
WHOLE = ("TIME_INTEGRATOR",)


class Again:
    """What of a deck without errors depends on its design parameters."""

    def __init__(self, tree: SyntaxTree, first: Description) -> None:
        """`first` is the deck's description with any parameters."""
        self._first = first
        quiet = Report(Diagnostics(), tree.is_whole)
        found = survey(tree, quiet, Names(quiet))
        self._parameters = found.parameters
        self._open: list[tuple[Checked, Sequence[Block]]] = []
        for checked, blocks in found.definitions:
            named = [block for block in blocks if _names_parameter(block)]
            if named:
                self._open.append((checked, named))
        kinds = {checked.block.kind for checked, _ in self._open}
        self._is_divisible = not is_expanded(tree.blocks) and not kinds & set(WHOLE)

    def describe(self, overrides: Mapping[str, Override]) -> tuple[Description, Diagnostics] | None:
        """The description and what was found; None where the deck has to be described as a whole."""
        if not self._is_divisible:
            return None
        diagnostics = Diagnostics()
        report = Report(diagnostics)
        parameters = Parameters(report)
        builder = Builder(report, Names(report), Values(report, parameters))
        parameters.define(self._parameters)
        parameters.override(overrides)
        parameters.resolve()
        for checked, blocks in self._open:
            builder.add_all(checked, blocks)
        objects: dict[str, Mapping[str, Described]] = dict(self._first.objects)
        for kind, changed in builder.objects.items():
            objects[kind] = {**objects[kind], **changed}  # in the order of the deck, which both have
        return Description(objects, parameters.values(), self._first.sources), diagnostics


def _names_parameter(block: Block) -> bool:
    items = block.items or ()
    return any("#" in item.text for item in items) or any(_names_parameter(child) for child in block.body or ())
