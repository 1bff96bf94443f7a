"""`@REPEAT {i, 1, 4} {...}`: what is in its second braces, once for each value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rbsolve.parser.description.parameters import Override, Parameters
from rbsolve.parser.description.report import Report
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.parser.expansion.substitution import Substitution
from rbsolve.parser.schema.wrappers import PARAMETERS, REPEAT
from rbsolve.parser.syntax.tree import Block, SyntaxTree

MOST_BLOCKS = 2_000_000
_HINT = f"write `@{REPEAT} {{i, 1, 4}} {{...}}`"
_name = re.compile(r"#?([A-Za-z0-9_]+)").fullmatch


def expanded(tree: SyntaxTree, overrides: Mapping[str, Override], diagnostics: Diagnostics) -> SyntaxTree:
    """The tree with its repetitions written out; bounds may be expressions of design parameters that stand outside of them.

    Items keep their places; the sources of these know which values they belong to.
    """
    if not any(block.keyword == REPEAT for block in _all(tree.blocks)):
        return tree
    expansion = _Expansion(tree, overrides, diagnostics)
    blocks = expansion.run()
    return tree._replace(
        blocks=blocks,
        is_whole=tree.is_whole and not expansion.lacks_blocks,
        lacks_files=tree.lacks_files or expansion.lacks_blocks,
    )


class _Expansion:
    """Writes out the repetitions of one tree."""

    def __init__(self, tree: SyntaxTree, overrides: Mapping[str, Override], diagnostics: Diagnostics) -> None:
        self._tree = tree
        self._report = Report(diagnostics, tree.is_whole)
        self._parameters = Parameters(
            Report(Diagnostics())
        )  # what is wrong with them is reported when they are described
        definitions = (block for block in _all(tree.blocks, outside=REPEAT) if block.keyword == PARAMETERS)
        for definition in definitions:
            self._parameters.define(definition.body or ())
        self._parameters.override(overrides)
        self._parameters.resolve()
        self._parameters.report = self._report
        self._room = MOST_BLOCKS
        self.lacks_blocks = False

    def run(self) -> tuple[Block, ...]:
        """The blocks of the whole tree."""
        return tuple(self._written(self._tree.blocks, Substitution({}, self._parameters.names)))

    def _written(self, blocks: Iterable[Block], values: Substitution) -> Iterator[Block]:
        for block in blocks:
            self._room -= 1
            whole = values.head(block) if values.values else block
            if block.keyword == REPEAT:
                yield from self._repeated(whole, values)
            elif block.body is None:
                yield whole
            else:
                yield whole._replace(body=tuple(self._written(block.body, values)))

    def _repeated(self, block: Block, values: Substitution) -> Iterator[Block]:
        """The body of a repetition for each of its values."""
        found = self._range(block, values)
        if found is None or block.body is None:
            self.lacks_blocks = True
            return
        name, first, last = found
        needed = (last - first + 1) * sum(1 for _ in _all(block.body))
        if needed > self._room:
            message = f"this writes {needed:,} blocks, and a deck has room for {MOST_BLOCKS:,}"
            self._report.error(Code.INVALID_VALUE, message, block.items_span or block.span, "repeat less often")
            self.lacks_blocks = True
            return
        for value in range(first, last + 1):
            yield from self._written(block.body, values.with_value(name, value))

    def _range(self, block: Block, values: Substitution) -> tuple[str, int, int] | None:
        """Variable, first and last value; None (and an error) where they are wrong."""
        items = block.items or ()
        if len(items) != 3:
            message = f"`@{REPEAT}` takes a variable, its first and its last value, and this is {len(items) or 'none'}"
            self._report.error(Code.WRONG_COUNT, message, block.items_span or block.span, _HINT)
            return None
        if block.body is None:
            message = f"`@{REPEAT}` has no second pair of braces with what is repeated"
            self._report.error(Code.MISSING_KEYWORD, message, block.span, _HINT)
            return None
        match = _name(items[0].text)
        if match is None:
            message = f"`{items[0].text}` is not the name of a variable"
            self._report.error(Code.WRONG_TYPE, message, items[0].span, "it consists of letters, digits and `_`")
            return None
        if match[1] in values.values or match[1] in self._parameters.names:
            message = f"#{match[1]} has a value already, and `@{REPEAT}` gives it others"
            self._report.error(Code.DUPLICATE_NAME, message, items[0].span, "give the variable another name")
            return None
        bounds = [self._parameters.number(item) for item in items[1:]]
        for item, bound in zip(items[1:], bounds, strict=True):
            if bound is not None and bound != round(bound):
                message = f"`@{REPEAT}` counts in whole numbers, and this is {bound:g}"
                self._report.error(Code.WRONG_TYPE, message, item.span)
                return None
        if bounds[0] is None or bounds[1] is None:
            return None
        if bounds[1] < bounds[0]:
            message = f"nothing is written: the last value {bounds[1]:g} is less than the first, {bounds[0]:g}"
            self._report.diagnostics.warning(Code.INVALID_VALUE, message, items[2].span)
        return match[1], int(bounds[0]), int(bounds[1])


def _all(blocks: Iterable[Block], outside: str = "") -> Iterator[Block]:
    """All blocks at all levels, without what is inside those of a keyword."""
    stack = [iter(blocks)]
    while stack:
        block = next(stack[-1], None)
        if block is None:
            stack.pop()
            continue
        yield block
        if block.body and block.keyword != outside:
            stack.append(iter(block.body))
