"""Sorts the top level of a deck into definitions of objects, wrappers, and blocks of Dymore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rbsolve.language.diagnostics import Code
from rbsolve.language.syntax.tree import Block, SyntaxTree
from rbsolve.parser.description.references import Names
from rbsolve.parser.description.report import Checked, Report
from rbsolve.parser.schema import dymore, wrappers
from rbsolve.parser.schema.registry import BY_DEFINITION, BY_NAME_KEYWORD, TOP_LEVEL

CHECKED = {definition: Checked(block) for definition, block in BY_DEFINITION.items()}
_TOP_LEVEL = dict.fromkeys(TOP_LEVEL)
_NAME_KEYWORD = {definition: {block.name_keyword: None} for definition, block in BY_DEFINITION.items()}
_OF_PARAMETERS = (wrappers.PARAMETER_NAME, wrappers.SCALAR_VALUE, wrappers.VECTOR_VALUE)
_KNOWN = frozenset(TOP_LEVEL) | dymore.IN_MODEL


@dataclass(slots=True)
class Found:
    """The contents of a deck in their order: containers with their objects, and blocks of design parameters."""

    definitions: list[tuple[Checked, Sequence[Block]]] = field(default_factory=list)
    parameters: list[Block] = field(default_factory=list)


def survey(tree: SyntaxTree, report: Report, names: Names) -> Found:
    """Sort the blocks of a deck, and report misplaced blocks."""
    return _Survey(report, names).run(tree)


class _Survey:
    def __init__(self, report: Report, names: Names) -> None:
        self.report = report
        self.names = names
        self.found = Found()
        self._unsupported: dict[str, list[Block]] = {}

    def run(self, tree: SyntaxTree) -> Found:
        levels: list[tuple[Iterator[Block], bool]] = [(iter(tree.blocks), False)]
        while levels:
            blocks, in_ignored = levels[-1]
            block = next(blocks, None)
            if block is None:
                levels.pop()
            elif block.keyword in wrappers.WRAPPERS:
                inside = self._wrapper(block)
                levels.append((iter(inside), in_ignored or block.keyword != wrappers.MODEL))
            elif not in_ignored or block.keyword in _KNOWN:
                self._visit(block)
        self._report_unsupported()
        return self.found

    def _wrapper(self, block: Block) -> Sequence[Block]:
        """Return the contents of a wrapper. A note lists the ignored parts."""
        if block.items:
            message = f"`@{block.keyword}` needs blocks in its braces, not values"
            self.report.error(Code.WRONG_TYPE, message, block.items[0].span)
        body = block.body or ()
        if block.keyword == wrappers.MODEL:
            return body
        ours = [child for child in body if child.keyword in _KNOWN and not _is_switch(child)]
        if len(ours) < len(body) or not body:
            message = f"`@{block.keyword}` is ignored: it has no meaning for rigid bodies"
            self.report.diagnostics.note(Code.UNSUPPORTED_BLOCK, message, block.span)
        return ours

    def _visit(self, block: Block) -> None:
        keyword = block.keyword
        checked = CHECKED.get(keyword)
        if checked is not None:
            self._definition(checked, block)
        elif keyword == wrappers.PARAMETERS:
            if self._holds_blocks(block):
                for child in block.body or ():
                    if child.keyword in _KNOWN and not self.report.is_whole:
                        self._visit(child)
                    else:
                        self.found.parameters.append(child)
        elif keyword in dymore.UNSUPPORTED:
            self._unsupported.setdefault(keyword, []).append(block)
            self.names.mention((block,))
        elif keyword not in ("COMMENTS", wrappers.INCLUDE):
            self._unknown(block)

    def _holds_blocks(self, block: Block) -> bool:
        if block.items:
            message = f"`@{block.keyword}` needs blocks in its braces, not values"
            self.report.error(Code.WRONG_TYPE, message, block.items[0].span)
        return not block.items

    def _definition(self, checked: Checked, block: Block) -> None:
        """Add the objects of a container. If an object is of another kind, report it. It is still checked later, by the
        rules of its own kind.
        """
        if not self._holds_blocks(block):
            self.names.mention((block,))
            return
        body = self._ours(block)
        wanted = checked.block.name_keyword
        if all(child.keyword == wanted for child in body):
            self.found.definitions.append((checked, body))
            return
        for child in body:
            if child.keyword == wanted:
                self.found.definitions.append((checked, (child,)))
            elif child.keyword in _KNOWN and not self.report.is_whole:
                self._visit(child)
            elif child.keyword != "COMMENTS":
                self._report_misplaced(checked, block, child)

    def _ours(self, block: Block) -> Sequence[Block]:
        """Return the objects of a container, without objects of Dymore. These can occur if Dymore has a block of the
        same name.
        """
        markers = dymore.MARKS_OF_DYMORE.get(block.keyword)
        body = block.body or ()
        if markers is None:
            return body
        ours: list[Block] = []
        for child in body:
            if any(inner.keyword in markers for inner in child.body or ()):
                self._unsupported.setdefault(block.keyword, []).append(child)
                self.names.mention((child,))
            else:
                ours.append(child)
        return ours

    def _report_misplaced(self, checked: Checked, block: Block, child: Block) -> None:
        where = f"`@{block.keyword}`"
        own = BY_NAME_KEYWORD.get(child.keyword)
        if own is None:
            self.report.unknown_keyword(child.keyword, child.span, where, _NAME_KEYWORD[block.keyword])
            self.names.mention((child,))
            return
        message = f"`@{child.keyword}` is not a keyword of {where}"
        self.report.report_misplaced(message, child.span, f"`@{child.keyword}` belongs in `@{own.definition}`")
        self.found.definitions.append((CHECKED[own.definition], (child,)))

    def _unknown(self, block: Block) -> None:
        own = BY_NAME_KEYWORD.get(block.keyword)
        if own is not None:
            message = f"`@{block.keyword}` is outside of `@{own.definition}`"
            hint = f"write `@{own.definition} {{ @{block.keyword} {{...}} {{...}} }}`"
            self.report.report_misplaced(message, block.span, hint)
            self.found.definitions.append((CHECKED[own.definition], (block,)))
            return
        if block.keyword in _OF_PARAMETERS:
            message = f"`@{block.keyword}` is outside of `@{wrappers.PARAMETERS}`"
            self.report.report_misplaced(message, block.span, f"write `@{wrappers.PARAMETERS} {{...}}` around it")
            self.found.parameters.append(block)
            return
        self.report.unknown_keyword(block.keyword, block.span, "a deck", _TOP_LEVEL)
        for child in block.body or ():
            own = BY_NAME_KEYWORD.get(child.keyword)
            if own is not None and child.body is not None:
                self.found.definitions.append((CHECKED[own.definition], (child,)))
            else:
                self.names.mention((child,))

    def _report_unsupported(self) -> None:
        for keyword, blocks in self._unsupported.items():
            times = "" if len(blocks) == 1 else f" (it occurs {len(blocks)} times)"
            message = f"`@{keyword}` is a block of Dymore that is not supported{times}"
            if keyword in dymore.MARKS_OF_DYMORE:
                which = "an object of Dymore, which is" if not times else f"{len(blocks)} objects of Dymore, which are"
                message = f"`@{keyword}` contains {which} not supported"
            self.report.error(Code.UNSUPPORTED_BLOCK, message, blocks[0].span, dymore.advice(keyword))


def _is_switch(block: Block) -> bool:
    """Return whether a block is a switch of Dymore's process control. Such a switch can have the name of a master
    block, as in `@POST_PROCESSING_ANALYSIS {YES}`.
    """
    return block.keyword in wrappers.IGNORED_WRAPPERS and bool(block.items) and block.body is None
