"""Finds the times at which formulas of time switch. Adaptive steps end at these times (solver/functions/corners.py)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.solver.functions.encode import FUNCTION_KINDS
from rbsolve.solver.functions.registry import CODES, COMPOSED
from rbsolve.solver.functions.switching import Ahead, Operand, switches
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.signals.registry import SIGNAL_KINDS
from rbsolve.solver.signals.sided import SIDED, first_of_program

_FORMULAS = CODES["EXPRESSION"], COMPOSED
_KINDS = [kind.name for kind in SIGNAL_KINDS]
_FUNCTION, _EXPRESSION, _SIDED = (_KINDS.index(name) for name in ("FUNCTION_1D", "EXPRESSION", SIDED.name))


class Formula(NamedTuple):
    """A formula of time, and its block of the deck."""

    block: Described
    look: Callable[[Ahead], Operand]


def corners_of_formulas(
    description: Description, model: Model, places: dict[str, int], start: float, stop: float, diagnostics: Diagnostics
) -> Floats:
    """Return the times (n,) between two times at which formulas switch, in increasing order. `places` contains the
    indices of the signals.

    The midpoints between switches are included, because the function may be zero at both switches and nonzero between
    them.
    """
    times: set[float] = set()
    for block, look in formulas_of_time(description, model, places):
        found = switches(model.functions, start, stop, look)
        times.update(found.times)
        times.update(0.5 * (one + other) for one, other in itertools.pairwise(found.times))
        if not found.are_all:
            diagnostics.note(
                Code.INVALID_VALUE,
                f"the formula of {block.name} switches too often: steps end at the first {len(found.times)} "
                "switches, but may not end at later switches",
                block.span_of("EXPRESSION"),
                "use steps that resolve the switches, or a HYSTERESIS, whose switches are located",
            )
    return np.array(sorted(times))


def formulas_of_time(description: Description, model: Model, places: dict[str, int]) -> Iterator[Formula]:
    """Yield functions and signals that are formulas of time. `places` contains the indices of the signals."""
    yield from _functions(description, model)
    yield from _signals(description, model, places)


def _functions(description: Description, model: Model) -> Iterator[Formula]:
    """Yield the formulas of functions, except formulas that only serve as force laws."""
    laws = {*model.springs.function.tolist(), *model.pairs.function.tolist()}
    laws.update(model.general_bushings.function.ravel().tolist())
    for index, block in enumerate(description.all_of(*FUNCTION_KINDS)):
        if model.functions.kind[index] in _FORMULAS and index not in laws:
            yield Formula(block, partial(_function, index=index))


def _signals(description: Description, model: Model, places: dict[str, int]) -> Iterator[Formula]:
    """Yield the formulas of signals that depend only on time. The switching times of other formulas are not known in
    advance.
    """
    for block in description.all_of("SIGNAL"):
        i = places[block.name]
        if model.signals.kind[i] in (_EXPRESSION, _SIDED):
            yield Formula(block, partial(_signal, model=model, i=i))


def _function(ahead: Ahead, index: int) -> Operand:
    return ahead.function(index, ahead.time())


def _signal(ahead: Ahead, model: Model, i: int) -> Operand:
    signals, kind = model.signals, int(model.signals.kind[i])
    if kind == _FUNCTION:
        return ahead.function(int(signals.subject[i]), ahead.time())
    if kind not in (_EXPRESSION, _SIDED):
        return None
    inputs = signals.inputs[signals.first_input[i] : signals.first_input[i + 1]].tolist()
    given = [_signal(ahead, model, k) for k in inputs]
    first = first_of_program(model, i) if kind == _SIDED else int(signals.first[i])
    return ahead.program(signals.data, first, int(signals.first[i + 1]), ahead.time(), given)
