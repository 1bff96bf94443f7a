"""Caches described objects for a text that is read again after a small change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rbsolve.language.described import Described
from rbsolve.language.syntax.tree import Block
from rbsolve.parser.description.report import NameReference, Report

_Kept = tuple[Block, Described, Sequence[NameReference]]


class Memory:
    """A cache of objects without diagnostics, found by their blocks. It is valid for fixed values of the design
    parameters.

    A block counts as unchanged only if it is the same Python object. The reader of the editor returns the same Python
    objects for unchanged text. The references of an object are resolved again in each description. Before `begin`, the
    cache is empty.
    """

    def __init__(self) -> None:
        self._parameters: Mapping[str, Any] = {}
        self._before: dict[int, _Kept] = {}
        self._now: dict[int, _Kept] = {}
        self._is_whole = False

    def begin(self, parameters: Mapping[str, Any], is_whole: bool) -> None:
        """Start a description. For a damaged tree the cache is not used, because not all errors of such a tree are
        reported.
        """
        if parameters != self._parameters:
            self._before = {}
        self._parameters, self._is_whole = parameters, is_whole
        self._now = {}

    def recall(self, block: Block, report: Report) -> Described | None:
        """Return the object for a block, or None if the block must be read. Add the references of the object to the
        report.
        """
        kept = self._before.get(id(block)) if self._is_whole else None
        if kept is None:
            return None
        self._now[id(block)] = kept
        report.references.extend(kept[2])
        return kept[1]

    def keep(self, block: Block, described: Described, report: Report, start: int) -> None:
        """Store an object and its references, which are the references of the report from index `start` on."""
        if self._is_whole:
            self._now[id(block)] = block, described, report.references[start:]

    def end(self) -> None:
        """Remove the objects that are no longer in the text. If the text is damaged, the cache does not change."""
        if self._is_whole:
            self._before = self._now
        self._now = {}
