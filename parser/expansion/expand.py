"""Expands the repetitions and template instances in the tree of a deck."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.syntax.tree import Block, SyntaxTree
from rbsolve.parser.description.overrides import Override
from rbsolve.parser.description.parameters import Parameters
from rbsolve.parser.description.report import Report
from rbsolve.parser.expansion.budget import MOST_LEVELS, MOST_NESTED, Budget, Full, Sizes
from rbsolve.parser.expansion.repeat import range_of
from rbsolve.parser.expansion.substitution import Substitution
from rbsolve.parser.expansion.templates import Templates
from rbsolve.parser.schema.templates import INSTANCE_NAME, INSTANCES, TEMPLATES
from rbsolve.parser.schema.wrappers import PARAMETERS, REPEAT

EXPANDED = frozenset((REPEAT, TEMPLATES, INSTANCES))


def expand(tree: SyntaxTree, overrides: Mapping[str, Override], report: Report) -> SyntaxTree:
    """Return the tree with its repetitions and instances expanded. Their values may be expressions of design parameters
    that are defined outside of them.

    Items keep their places. The source of a place also records the values of the variables.
    """
    if not is_expanded(tree.blocks):
        return tree
    expansion = _Expansion(tree, overrides, report)
    blocks = expansion.run()
    return tree._replace(
        blocks=blocks,
        is_whole=tree.is_whole and not expansion.lacks_blocks,
        lacks_files=tree.lacks_files or expansion.lacks_blocks,
    )


def is_expanded(blocks: Iterable[Block]) -> bool:
    """Return whether the blocks contain repetitions or instances to expand."""
    levels = [blocks]
    while levels:
        for block in levels.pop():
            if block.keyword in EXPANDED:
                return True
            if block.body:
                levels.append(block.body)
    return False


def names_read(blocks: Iterable[Block], in_template: bool = False) -> set[str]:
    """Return all names on whose values an expansion may depend, without the `#`. If other design parameters change, the
    expanded tree remains the same, because their names are not replaced.

    These names are in the bounds of repetitions, in formulas `#(...)`, and anywhere in templates and instances.
    """
    found: set[str] = set()
    for block in blocks:
        is_inside = in_template or block.keyword in (TEMPLATES, INSTANCES)
        is_read = is_inside or block.keyword == REPEAT
        for item in block.items or ():
            if is_read or "#(" in item.text:
                found.update(_words(item.text))
        found |= names_read(block.body or (), is_inside)
    return found


_words = re.compile(r"[A-Za-z0-9_]+").findall


class _Expansion:
    """Expands the repetitions and instances of one tree."""

    def __init__(self, tree: SyntaxTree, overrides: Mapping[str, Override], report: Report) -> None:
        self._tree = tree
        self._report = report
        # Errors of these parameters are reported later, by the description.
        self._parameters = Parameters(Report(Diagnostics()))
        outside = list(_all(tree.blocks, outside=EXPANDED))
        for definition in outside:
            if definition.keyword == PARAMETERS:
                self._parameters.define(definition.body or ())
        self._parameters.override(overrides)
        self._parameters.resolve()
        self._parameters.report = self._report
        templates = (block for block in outside if block.keyword == TEMPLATES)
        self._templates = Templates(templates, self._parameters, self._report)
        self._budget = Budget()
        self._sizes = Sizes(self._templates.blocks_of, self._parameters.look_up)
        self._outermost: Block | None = None  # the outermost repetition or instance that is being expanded
        self._nested = 0
        self.lacks_blocks = False

    def run(self) -> tuple[Block, ...]:
        """Return the blocks of the whole tree."""
        outermost = Substitution({}, self._parameters, self._report, self._budget)
        try:
            blocks = tuple(self._write(self._tree.blocks, outermost, ()))
        except Full as full:
            self.lacks_blocks = True
            block = self._outermost
            assert block is not None
            self._report.error(
                Code.INVALID_VALUE,
                str(full),
                block.items_span or block.span,
                "reduce the number of repetitions or instances",
            )
            return ()
        self.lacks_blocks |= self._budget.lacks_names
        if self._tree.is_whole and not self.lacks_blocks:
            self._templates.report_unused()
        return blocks

    def _write(self, blocks: Iterable[Block], values: Substitution, around: Collection[str]) -> Iterator[Block]:
        """Yield the expanded blocks. `around` contains the templates of the surrounding instances."""
        self._nested += 1
        for block in blocks:
            if values.values:
                self._budget.take(1)
            elif block.keyword in EXPANDED:
                self._outermost = block
                self._budget.reserve(self._sizes.of((block,)))
            if self._nested > MOST_NESTED:
                self._report_depth(block)
                break
            whole = values.head(block) if values.values else block
            if block.keyword == REPEAT:
                yield from self._repeat(whole, values, around)
            elif block.keyword == TEMPLATES:
                self._check_place(whole, values)
            elif block.keyword == INSTANCES:
                for child in block.body or ():
                    yield from self._instance(child, values, around)
            elif block.body is None:
                yield whole
            else:
                yield whole._replace(body=tuple(self._write(block.body, values, around)))
        self._nested -= 1

    def _report_depth(self, block: Block) -> None:
        self.lacks_blocks = True
        message = f"blocks, repetitions and templates are nested more than {MOST_NESTED} levels deep"
        self._report.error(Code.INVALID_VALUE, message, block.span)

    def _check_place(self, block: Block, values: Substitution) -> None:
        if values.values:
            message = f"`@{TEMPLATES}` is inside a repetition or a template"
            self._report.report_misplaced(message, block.span, "write it at the top level of the deck")
            self.lacks_blocks = True

    def _repeat(self, block: Block, values: Substitution, around: Collection[str]) -> Iterator[Block]:
        """Yield the expanded body of a repetition, once for each value of the variable."""
        found = range_of(block, values, self._parameters, self._report)
        if found is None or block.body is None:
            self.lacks_blocks = True
            return
        for value in found[1]:
            self._budget.take(1)
            yield from self._write(block.body, values.with_value(found[0], str(value)), around)

    def _instance(self, block: Block, values: Substitution, around: Collection[str]) -> Iterator[Block]:
        """Yield the expanded blocks of a template, with the values of an instance. `block` is the instance, or a
        repetition that contains instances.
        """
        if block.keyword == REPEAT:
            inside = None if block.body is None else (block._replace(keyword=INSTANCES, items=None),)
            yield from self._repeat(values.head(block)._replace(body=inside), values, around)
            return
        if block.keyword == "COMMENTS":
            return
        head = values.head(block) if values.values else block
        if block.keyword != INSTANCE_NAME:
            self._report.unknown_keyword(block.keyword, head.span, f"`@{INSTANCES}`", {INSTANCE_NAME: None})
            return
        body = block.body if block.body is None else tuple(self._write(block.body, values, around))
        made = self._templates.make(head._replace(body=body), values, around)
        if made is None or not self._is_shallow(head, around):
            self.lacks_blocks = True
            return
        yield from self._write(made.template.blocks, made.values, (*around, made.template.item.text))

    def _is_shallow(self, block: Block, around: Collection[str]) -> bool:
        if len(around) < MOST_LEVELS:
            return True
        message = f"templates are nested more than {MOST_LEVELS} levels deep"
        self._report.error(Code.INVALID_VALUE, message, block.items_span or block.span)
        return False


def _all(blocks: Iterable[Block], outside: Collection[str] = ()) -> Iterator[Block]:
    """Yield all blocks at all levels, except the contents of blocks whose keywords are in `outside`."""
    stack = [iter(blocks)]
    while stack:
        block = next(stack[-1], None)
        if block is None:
            stack.pop()
            continue
        yield block
        if block.body and block.keyword not in outside:
            stack.append(iter(block.body))
