"""Describes a deck again for other values of its parameters. Only values that depend on these parameters are read
again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from threading import local
from typing import NamedTuple

from rbsolve.language.described import Described, Description, LaterDescription, Value
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.recall import OpenDescribed
from rbsolve.language.syntax.tree import Block, SyntaxTree
from rbsolve.language.table import Keyword
from rbsolve.parser.description.builder import Builder
from rbsolve.parser.description.checks import CHECKS
from rbsolve.parser.description.overrides import Override
from rbsolve.parser.description.parameters import Parameters
from rbsolve.parser.description.references import Names
from rbsolve.parser.description.report import Checked, Report
from rbsolve.parser.description.rules import Candidate
from rbsolve.parser.description.short_forms import write_out
from rbsolve.parser.description.survey import survey
from rbsolve.parser.description.values import Values
from rbsolve.parser.expansion.expand import expand, is_expanded, names_read

_names_in = re.compile(r"#([A-Za-z0-9_]+)").findall

# If a parameter changes one of these blocks, the whole deck must be described again.
WHOLE = ("TIME_INTEGRATOR",)


class _Open(NamedTuple):
    """An object, some of whose values depend on parameters."""

    schema: Checked
    first: Described
    given: dict[str, Block]
    written: tuple[tuple[Keyword, Block], ...]
    """The keywords that depend on parameters, together with all other keywords of the same values. Each keyword is
    stored with its block.
    """
    keys: frozenset[str]
    """The keys under which the description stores the values of these keywords."""
    others: Mapping[str, Value]
    """The values that do not change."""


class Again:
    """The parts of a valid deck that depend on its design parameters."""

    def __init__(
        self, tree: SyntaxTree, overrides: Mapping[str, Override], first: Description, varied: Collection[str]
    ) -> None:
        """`first` is a description of the deck for one set of values of the parameters `varied`. All other parameters
        are constant. `overrides` contains the values for `first`.
        """
        self._first = first
        quiet = Report(Diagnostics(), tree.is_whole)
        found = write_out(survey(expand(tree, overrides, quiet), quiet, Names(quiet)), quiet)
        self._parameters = Parameters(quiet)
        self._parameters.define(found.parameters)
        self._open_names = self._parameters.that_follow({name.removeprefix("#") for name in varied})
        self._names = Names(quiet)
        self._of_threads = local()
        self._open: dict[str, list[_Open]] = {}  # objects with values that depend on parameters, by kind
        named = [(checked, block) for checked, blocks in found.definitions for block in blocks if self._is_open(block)]
        kinds = {checked.block.kind for checked, _ in named}
        decides = is_expanded(tree.blocks) and not self._open_names.isdisjoint(names_read(tree.blocks))
        self._is_divisible = not decides and not kinds & set(WHOLE)
        for checked, block in named if self._is_divisible else ():
            self._add(checked, block)

    def _is_open(self, block: Block) -> bool:
        return _names_any(self._open_names, block)

    def _add(self, checked: Checked, block: Block) -> None:
        """Find the values of an object that depend on parameters. If the name or the type of the object depends on a
        parameter, the whole deck must be described again.
        """
        name = block.items[0].text if block.items else ""
        first = self._first.of_kind(checked.block.kind).get(name)
        keyword_of = {child.keyword: checked.keywords[child.keyword] for child in block.body or ()}
        keys = frozenset(keyword_of[child.keyword].key for child in block.body or () if self._is_open(child))
        if first is None or not keys or checked.selector in keys:
            self._is_divisible = False
            return
        keyed = [(keyword_of[child.keyword], child) for child in block.body or ()]
        written = tuple((keyword, child) for keyword, child in keyed if keyword.key in keys)
        given = {keyword.key: child for keyword, child in reversed(keyed)}
        others = {key: value for key, value in first.values.items() if key not in keys}
        self._open.setdefault(first.kind, []).append(_Open(checked, first, given, written, keys, others))

    def describe_later(self, overrides: Mapping[str, Override]) -> Description:
        """Return the description of a case, without diagnostics. An object that depends on the parameters is read when
        it is first used.
        """
        return LaterDescription(self._first, frozenset(self._open), lambda: self.describe(overrides))

    def describe(self, overrides: Mapping[str, Override]) -> tuple[Description, Diagnostics] | None:
        """Return the description and the diagnostics, or None if the whole deck must be described again."""
        if not self._is_divisible:
            return None
        kept = self._of_threads.__dict__
        reader = kept.pop("reader", None) or _Reader(self._first, self._parameters, self._names, self._open)
        described, diagnostics = reader.describe(overrides)
        if not diagnostics.reported:  # after a diagnostic, the reader cannot be used for another case
            kept["reader"] = reader
        return described, diagnostics


class _Reader:
    """Describes one case after another, until a diagnostic is reported."""

    def __init__(
        self, first: Description, parameters: Parameters, names: Names, opened: Mapping[str, Sequence[_Open]]
    ) -> None:
        self._first, self._open = first, opened
        self._nothing_found = Diagnostics()
        for source in first.sources:
            self._nothing_found.know_file(source)
        self._report = Report(Diagnostics())
        self._parameters = parameters.fresh(self._report)
        self._builder = Builder(self._report, names, Values(self._report, self._parameters))

    def describe(self, overrides: Mapping[str, Override]) -> tuple[Description, Diagnostics]:
        """Return the description of a case, and its diagnostics."""
        self._report.diagnostics = diagnostics = self._nothing_found.copy()
        self._report.references.clear()
        parameters = self._parameters
        parameters.forget()
        parameters.override(overrides)
        parameters.resolve()
        objects: dict[str, Mapping[str, Described]] = dict(self._first.objects)
        for kind, items in self._open.items():
            # The objects keep their order in the deck.
            objects[kind] = {**objects[kind], **{item.first.name: self._read_again(item) for item in items}}
        return Description(objects, parameters.values(), self._first.sources, self._first.notes), diagnostics

    def _read_again(self, item: _Open) -> Described:
        """Return an object with its values for a case."""
        first = item.first
        candidate = Candidate(item.schema, first.name, first.span)
        candidate.given = item.given
        candidate.values = dict(item.others)
        self._builder.read_values(candidate, item.written)
        check = CHECKS.get(item.schema.block.definition)
        if check is not None:
            check(candidate, self._report)
        return OpenDescribed.of(first.kind, first.name, first.span, candidate.values, item.keys)


def _names_any(parameters: frozenset[str], block: Block) -> bool:
    """Return whether a block names one of the given parameters. The set contains names without `#`."""
    items = block.items or ()
    if any("#" in item.text and not parameters.isdisjoint(_names_in(item.text)) for item in items):
        return True
    return any(_names_any(parameters, child) for child in block.body or ())
