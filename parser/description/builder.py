"""Checks the syntax tree against the table, block by block, and builds the description."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rbsolve.language.described import Described, Description, Value
from rbsolve.language.diagnostics import Code, Diagnostics, Source
from rbsolve.language.growth import without_garbage_collection
from rbsolve.language.syntax.tree import Block, Item, SyntaxTree
from rbsolve.language.table import Keyword
from rbsolve.parser.description.checks import CHECKS
from rbsolve.parser.description.memory import Memory
from rbsolve.parser.description.methods import check_options
from rbsolve.parser.description.overrides import Override
from rbsolve.parser.description.parameters import Parameters
from rbsolve.parser.description.references import Names
from rbsolve.parser.description.report import Checked, Report, keyword_in_text
from rbsolve.parser.description.rules import Candidate, check_rules
from rbsolve.parser.description.short_forms import write_out
from rbsolve.parser.description.survey import Found, survey
from rbsolve.parser.description.values import Values
from rbsolve.parser.expansion.expand import expand
from rbsolve.parser.schema.registry import OBJECT_BLOCKS


def describe(
    tree: SyntaxTree,
    sources: Iterable[Source],
    overrides: Mapping[str, Override],
    diagnostics: Diagnostics,
    memory: Memory | None = None,
) -> Description:
    """Check a deck against the table of blocks.

    `overrides` replaces design parameters by name (with or without `#`). A string is parsed like text in a deck. All
    diagnostics are appended to `diagnostics`. The description is complete only if there are no errors. If `memory` is
    from an earlier version of the text, objects with unchanged blocks are taken from it.
    """
    sources = tuple(sources)
    report = Report(diagnostics, tree.is_whole, tree.is_whole)
    if not tree.is_whole:
        report.mention_words(sources)
    written = tree.blocks
    tree = expand(tree, overrides, report)
    if report.is_whole and not tree.is_whole:
        report = Report(diagnostics, is_whole=False, included_twice=report.included_twice)
        report.mention_words(sources)
    names = Names(report)
    parameters = Parameters(report)
    builder = Builder(report, names, Values(report, parameters), memory)
    with without_garbage_collection():
        found = write_out(survey(tree, report, names), report)
        parameters.functions = _names_of("FUNCTION", found)
        parameters.define(found.parameters)
        parameters.override(overrides)
        parameters.resolve()
        if memory is not None:
            memory.begin(parameters.values(), tree.is_whole)
        for checked, blocks in found.definitions:
            builder.add_all(checked, blocks)
        builder.memory.end()
        if not tree.lacks_files:
            names.resolve(report.references)
        if tree.is_whole:
            names.report_unused(OBJECT_BLOCKS)
            parameters.report_unused(written, overrides)
        check_options(builder.objects, builder.integrators.values(), report)
        report.tell_held_back()
    return Description(builder.objects, parameters.values(), sources, parameters.notes)


def _names_of(family: str, found: Found) -> frozenset[str]:
    """Return the names of the objects of a family."""
    return frozenset(
        block.items[0].text
        for checked, blocks in found.definitions
        if checked.block.family == family
        for block in blocks
        if block.items
    )


class Builder:
    """Collects objects by kind and name."""

    def __init__(self, report: Report, names: Names, values: Values, memory: Memory | None = None) -> None:
        self.report = report
        self.names = names
        self.values = values
        self.memory = Memory() if memory is None else memory
        self.objects: dict[str, dict[str, Described]] = {}
        self.integrators: dict[str, Candidate] = {}
        self._lone: dict[str, Item] = {}

    def add_all(self, checked: Checked, blocks: Iterable[Block]) -> None:
        """Describe the objects of one container."""
        objects = self.objects.setdefault(checked.block.kind, {})
        for block in blocks:
            item = self._name(checked, block)
            described = self.memory.recall(block, self.report) or self._describe(checked, block, item)
            if described is not None and item is not None:
                objects.setdefault(described.name, described)

    def _describe(self, checked: Checked, block: Block, item: Item | None) -> Described | None:
        """Describe one object as far as its values can be read. Return None if the object has no braces with keywords."""
        kind, report = checked.block.kind, self.report
        candidate = Candidate(checked, "" if item is None else item.text, block.span if item is None else item.span)
        if block.body is None:
            message = f"{candidate.describe()} needs a second pair of braces with its keywords"
            report.error(Code.MISSING_KEYWORD, message, candidate.span)
            return None
        findings, references = report.diagnostics.reported, len(report.references)
        self.read(candidate, block.body)
        check_rules(candidate, report)
        check = CHECKS.get(checked.block.definition)
        if check is not None:
            check(candidate, report)
        described = Described(kind, candidate.name, candidate.span, candidate.values)
        if kind == "TIME_INTEGRATOR":  # `check_options` also checks integrators
            if item is not None:
                self.integrators.setdefault(candidate.name, candidate)
        elif report.diagnostics.reported == findings:
            self.memory.keep(block, described, report, references)
        return described

    def _name(self, checked: Checked, block: Block) -> Item | None:
        """Return the item that names an object, or None if there is none. If the name is already used, the second
        object is still checked.
        """
        items = block.items
        if items is None or len(items) != 1:
            count = "none" if not items else str(len(items))
            message = f"`@{block.keyword}` needs one name, but has {count}"
            span = items[1].span if items else block.items_span or block.span
            self.report.error(Code.WRONG_COUNT, message, span)
            return items[0] if items else None
        item = items[0]
        if not self.values.is_name(item):
            return item
        if checked.block.alone:
            first = self._lone.setdefault(checked.block.kind, item)
            if first is not item and self.report.is_included_twice(item, first):
                return item
            if first is not item:
                message = f"a deck can have only one {checked.name}, but {checked.name} {first.text} is on line {first.span.line}"
                self.report.error(Code.REPEATED_KEYWORD, message, item.span, "remove one of the two")
                return item
        self.names.declare(checked.block, item)
        return item

    def read(self, candidate: Candidate, body: Sequence[Block]) -> None:
        """Read the keywords of an object."""
        keywords, given = candidate.schema.keywords, candidate.given
        written: list[tuple[Keyword, Block]] = []
        for block in body:
            child = _signal_in(block, keywords) or block
            keyword = keywords.get(child.keyword)
            if keyword is None:
                self._unknown(candidate, child)
                continue
            key = keyword.key
            if key == "COMMENTS":
                continue
            if keyword.repeats:
                given.setdefault(key, child)
            elif key in given:
                name, first = keyword_in_text(child), keyword_in_text(given[key])
                hint = None if name == first else f"`@{name}` is a synonym of `@{first}`"
                message = f"`@{name}` occurs twice in {candidate.describe()}"
                self.report.error(Code.REPEATED_KEYWORD, message, child.span, hint)
                continue
            else:
                given[key] = child
            written.append((keyword, child))
        self.read_values(candidate, written)

    def read_values(self, candidate: Candidate, written: Iterable[tuple[Keyword, Block]]) -> None:
        """Read the values of an object's keywords. Repeated keywords are combined into one value."""
        values = candidate.values
        repeated: dict[str, list[Value | None]] = {}
        for keyword, block in written:
            value = self.values.read(keyword, block)
            if keyword.repeats:
                repeated.setdefault(keyword.key, []).append(value)
            elif value is not None:
                values[keyword.key] = value
        for key, several in repeated.items():
            good = [value for value in several if value is not None]
            if len(good) == len(several):
                values[key] = Value(tuple(part for value in good for part in _parts(value)), good[0].span)

    def _unknown(self, candidate: Candidate, child: Block) -> None:
        """Report a keyword that the block does not have. The keyword that was probably meant then counts as given, so
        that it is not reported as missing.
        """
        keywords = candidate.schema.keywords
        where = f"`@{candidate.schema.block.name_keyword}`"
        near = self.report.unknown_keyword(child.keyword, child.span, where, keywords)
        if near is not None:
            candidate.meant.add(keywords[near].key)
        self.names.mention((child,))


def _signal_in(block: Block, keywords: Mapping[str, Keyword]) -> Block | None:
    """Return the only `@SIGNAL_NAME {s}` in the braces of a keyword, as in `@ACTUATOR {@SIGNAL_NAME {s}}`."""
    if block.items is not None or block.body is None:
        return None
    replaced, signal = keywords.get(block.keyword), keywords.get("SIGNAL_NAME")
    if replaced is None or signal is None:
        return None
    if signal.name not in replaced.excludes and replaced.name not in signal.excludes:
        return None
    return block.body[0] if [inner.keyword for inner in block.body] == [signal.name] else None


def _parts(value: Value) -> tuple[Any, ...]:
    return value.data if isinstance(value.data, tuple) else (value.data,)
