"""A cache of described objects, for a text that is read again after a small change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rbsolve.language.described import Described
from rbsolve.language.syntax.tree import Block
from rbsolve.parser.description.report import NameReference, Report

_Kept = tuple[Block, Described, Sequence[NameReference]]


class Memory:
    """Objects without diagnostics, by their blocks, for fixed values of the design parameters.

    A block is unchanged only if it is the same Python object. For unchanged text, an editor's reader returns the same
    Python objects. References of an object are resolved again in each description. Before `begin`, the cache is empty.
    """

    def __init__(self) -> None:
        self._parameters: Mapping[str, Any] = {}
        self._before: dict[int, _Kept] = {}
        self._now: dict[int, _Kept] = {}
        self._is_whole = False

    def begin(self, parameters: Mapping[str, Any], is_whole: bool) -> None:
        """Start a description. The cache is not used for a damaged tree, because some of its errors are not
        reported."""
        if parameters != self._parameters:
            self._before = {}
        self._parameters, self._is_whole = parameters, is_whole
        self._now = {}

    def recall(self, block: Block, report: Report) -> Described | None:
        """Return the object for a block, or None if the block must be read. The references of the object are added to
        the report.
        """
        kept = self._before.get(id(block)) if self._is_whole else None
        if kept is None:
            return None
        self._now[id(block)] = kept
        report.references.extend(kept[2])
        return kept[1]

    def keep(self, block: Block, described: Described, report: Report, start: int) -> None:
        """Store an object and its references, which are the references in the report starting at index `start`."""
        if self._is_whole:
            self._now[id(block)] = block, described, report.references[start:]

    def end(self) -> None:
        """Remove the objects that are no longer in the text. A damaged text does not change the cache."""
        if self._is_whole:
            self._before = self._now
        self._now = {}
