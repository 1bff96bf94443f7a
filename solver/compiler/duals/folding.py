"""Joins operations on taped numbers in the optimized LLVM code of a kernel.

The result of most operations is an operand of one other operation only. Such a result needs no node. In its place, the
other operation takes its operands, with the products of the slopes (chain rule). This leaves about a third of all nodes
on the tape.

The functions are calls in LLVM's text format, in which every value is assigned once. A call of an unexpected form is
not joined, so its node remains on the tape.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from llvmlite import binding, ir

from rbsolve.solver.compiler.duals.appending import APPEND, APPEND_STEEP, append_function
from rbsolve.solver.compiler.tape_nodes import MOST_OPERANDS

_CALL = re.compile(rf"  (%node[-\w.$]*) = (?:tail )?call (?:fastcc )?i64 @({APPEND_STEEP}|{APPEND})\d+\(([^()]*)\)")
_NAME = re.compile(r"%[-\w.$]+")
_ONE = "1.000000e+00"


class _Operation:
    """A call that appends a node."""

    def __init__(self, name: str, function: str, line: int) -> None:
        self.name, self.function, self.line = name, function, line
        self.slopes: dict[str, str] = {}
        """The slopes by the nodes of the operands."""
        self.text: list[str] = []
        """The lines that compute the slopes."""

    def add(self, node: str, slope: str) -> None:
        """Add an operand. If the operation already has this operand, their slopes are added."""
        if node in self.slopes:
            slope = self._compute(f"fadd double {self.slopes[node]}, {slope}")
        self.slopes[node] = slope

    def take_operands(self, other: _Operation) -> None:
        """Replace an operand by its own operands."""
        slope = self.slopes.pop(other.name)
        for node, inner in other.slopes.items():
            self.add(node, self._product(slope, inner))

    def _product(self, one: str, other: str) -> str:
        if _ONE in (one, other):
            return other if one == _ONE else one
        return self._compute(f"fmul double {one}, {other}")

    def _compute(self, operation: str) -> str:
        name = f"{self.name}.slope.{len(self.text)}"
        self.text.append(f"  {name} = {operation}")
        return name

    @property
    def call(self) -> str:
        """Return the call that appends the node."""
        given = [f"i64 {node}" for node in self.slopes] + [f"double {slope}" for slope in self.slopes.values()]
        called = f"{self.function}{len(self.slopes)}"
        return f"  {self.name} = tail call i64 @{called}({', '.join(given)})"


def fold(module: Any) -> Any:
    """Return an optimized module in which operations are joined."""
    text = str(module)
    if f"@{APPEND}" not in text:
        return module
    lines = text.split("\n")
    starts = [k for k, line in enumerate(lines) if line.startswith("define ")]
    called: set[tuple[str, int]] = set()
    for start in reversed(starts):
        end = lines.index("}", start)
        body, own = _fold_function(lines[start:end])
        lines[start:end] = body
        called |= own
    functions = _functions(module, called)
    for function in functions.functions:
        if f"@{function.name}(" not in text:
            given = [str(argument.type) for argument in function.arguments]
            lines.append(f"declare i64 @{function.name}({', '.join(given)}) nounwind")
    folded: Any = binding.parse_assembly("\n".join(lines))
    folded.link_in(functions)
    for function in folded.functions:
        if function.name.startswith(APPEND):
            function.linkage = "internal"
    return folded


def _functions(module: Any, called: Iterable[tuple[str, int]]) -> Any:
    """Return a module with the functions that append nodes."""
    made: Any = ir.Module("append")
    made.triple, made.data_layout = module.triple, module.data_layout
    for name, count in sorted(called):
        append_function(made, name, count)
    return binding.parse_assembly(str(made))


def _fold_function(lines: list[str]) -> tuple[list[str], set[tuple[str, int]]]:
    """Return the lines of a function after its operations are joined. Also return the functions that it then calls."""
    operations = {operation.name: operation for k, line in enumerate(lines) for operation in _operations_of(line, k)}
    own = {operation.line for operation in operations.values()}
    elsewhere = {name for k, line in enumerate(lines) if k not in own for name in _NAME.findall(line)}
    operations = _needed(operations, elsewhere)
    uses = Counter(node for operation in operations.values() for node in operation.slopes)
    done: dict[str, _Operation] = {}
    for name, operation in operations.items():
        for node in [node for node in operation.slopes if node in done]:
            inner = done[node]
            is_only_use = uses[node] == 1 and node not in elsewhere
            most = MOST_OPERANDS + 1 - len(operation.slopes)
            if inner.function == APPEND and (len(inner.slopes) == 1 or (is_only_use and len(inner.slopes) <= most)):
                uses.subtract([node])
                operation.take_operands(inner)
                uses.update([*inner.slopes])
        done[name] = operation
    left = _needed(operations, elsewhere)
    texts: dict[int, list[str]] = {line: [] for line in own}
    texts |= {each.line: [*each.text, *([each.call] if each.name in left else [])] for each in operations.values()}
    called = {(operation.function, len(operation.slopes)) for operation in left.values()}
    return [text for k, line in enumerate(lines) for text in texts.get(k, [line])], called


def _operations_of(line: str, place: int) -> list[_Operation]:
    """Return the operation of a line of code, if it has one."""
    found = _CALL.match(line)
    if not found:
        return []
    operation = _Operation(found[1], found[2], place)
    given = [argument.split()[-1] for argument in found[3].split(", ")]
    count = len(given) // 2
    for node, slope in zip(given[:count], given[count:], strict=True):
        operation.add(node, slope)
    return [operation]


def _needed(operations: dict[str, _Operation], elsewhere: set[str]) -> dict[str, _Operation]:
    """Return the operations whose nodes other code or other needed operations use."""
    needed, waiting = set[str](), [name for name in operations if name in elsewhere]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [node for node in operations[name].slopes if node in operations]
    return {name: operation for name, operation in operations.items() if name in needed}
