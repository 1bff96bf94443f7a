"""Formulas that call functions, such as `0.1*lift(t) + offset(2*t)`. The called functions are evaluated before the
formula that contains them.

The data start with the number of calls. For each call, the data contain the called function, the length of the program
of its argument, and this program. The program of the formula comes last. Each call follows the calls in its argument.
In a program, CALLED k is the result of call k. The chain rule gives all derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.expressions.program import Opcode
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.functions.expression import flatten
from rbsolve.solver.functions.expression_kernel import BY_TIME, chain, run
from rbsolve.solver.functions.instructions import DEEPEST_STACK
from rbsolve.solver.functions.scratch import scratch
from rbsolve.solver.model.arrays import Functions

plain_functions(__name__)

MOST_CALLS = DEEPEST_STACK  # largest number of calls in a formula
MOST_LEVELS = 40  # largest depth of nested calls, each of which takes memory on the stack

Call = Callable[[Functions, int, float], tuple[float, float, float]]


def evaluate_composed(call: Call, functions: Functions, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t of the formula `functions.data[first:last]`. `call` evaluates a function of the
    model.
    """
    data = functions.data
    results = scratch()
    at = first + 1
    for k in range(int(data[first])):
        stop = at + 2 + int(data[at + 1])
        a, da, dda = run((data, at + 2, stop), t, None, 0, None, BY_TIME, results)
        g, by_a, by_aa = call(functions, int(data[at]), a)
        results[3 * k], results[3 * k + 1], results[3 * k + 2] = chain(g, by_a, by_aa, da, dda)
        at = stop
    return run((data, at, last), t, None, 0, None, BY_TIME, results)


def callees(function: Described) -> list[str]:
    """Return the functions that a formula calls, each once. For other functions, the list is empty."""
    program = function.get("EXPRESSION", ())
    return list(dict.fromkeys(operand for opcode, operand in program if opcode is Opcode.CALL))


def encode_composed(function: Described, index: Mapping[str, int], diagnostics: Diagnostics) -> list[float] | None:
    """Return the data of a formula with calls, or None after reporting an error."""
    calls: list[tuple[str, list[Any]]] = []
    waiting: list[list[Any]] = []
    for opcode, operand in function["EXPRESSION"]:
        count = opcode.operands
        taken = [step for steps in waiting[len(waiting) - count :] for step in steps] if count else []
        del waiting[len(waiting) - count :]
        if opcode is Opcode.CALL:
            waiting.append([(Opcode.CALLED, float(len(calls)))])
            calls.append((operand, taken))
        else:
            waiting.append([*taken, (opcode, operand)])
    place = function.span_of("EXPRESSION")
    owner = f"function '{function.name}'"
    if len(calls) > MOST_CALLS:
        message = f"the formula of {owner} calls functions {len(calls)} times; at most {MOST_CALLS} calls are allowed"
        diagnostics.error(Code.INVALID_VALUE, message, place, "move parts of it into other functions")
        return None
    numbers = [float(len(calls))]
    for name, argument in calls:
        program = flatten(argument, owner, place, diagnostics)
        if program is None or name not in index:
            return None
        numbers += [float(index[name]), float(len(program)), *program]
    program = flatten(waiting[0], owner, place, diagnostics)
    return None if program is None else [*numbers, *program]


def arguments_of(data: Any, first: int) -> list[tuple[int, int, int]]:
    """Return the calls of the composed function whose data start at `first`. For each call, return the called function,
    and the start and end of the program of its argument.
    """
    found = []
    at = first + 1
    for _ in range(int(data[first])):
        stop = at + 2 + int(data[at + 1])
        found.append((int(data[at]), at + 2, stop))
        at = stop
    return found


def check_calls(functions: Sequence[Described], diagnostics: Diagnostics) -> bool:
    """Return whether the calls of functions are valid. Report functions that call each other in a cycle or at too many
    levels.
    """
    known = {function.name: function for function in functions}
    levels: dict[str, int] = {}
    for start in known:
        path: list[str] = []
        stack = [start]
        while stack:
            name = stack[-1]
            if name in levels:
                stack.pop()
                continue
            inner = [callee for callee in callees(known[name]) if callee in known]
            if path[-1:] == [name]:
                levels[name] = 1 + max((levels[callee] for callee in inner), default=0)
                path.pop()
                stack.pop()
                continue
            circle = [callee for callee in inner if callee in path or callee == name]
            if circle:
                _report_circle(
                    [*path[path.index(circle[0]) if circle[0] in path else len(path) :], name], known, diagnostics
                )
                return False
            path.append(name)
            stack += [callee for callee in inner if callee not in levels]
    for name, level in levels.items():
        if level == MOST_LEVELS + 1:
            message = f"nested calls of functions have more than {MOST_LEVELS} levels, starting with {name}"
            diagnostics.error(Code.INVALID_VALUE, message, known[name].span_of("EXPRESSION"))
            return False
    return True


def _report_circle(members: list[str], known: Mapping[str, Described], diagnostics: Diagnostics) -> None:
    listed = " -> ".join(f"{name} (line {known[name].span.line})" for name in [*members, members[0]])
    message = f"functions call each other in a cycle: {listed}"
    hint = "remove one of the calls"
    diagnostics.error(Code.CIRCULAR_REFERENCE, message, known[members[0]].span_of("EXPRESSION"), hint)
