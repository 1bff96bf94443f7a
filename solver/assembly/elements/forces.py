"""Creates the arrays of applied forces, and checks the functions of time that drive them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.expressions.evaluation import value_of
from rbsolve.language.joints import JOINT_KINDS
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.functions.composed import callees

DRIVEN_BY_TIME = {
    **{kind.block.kind: kind.of_time for kind in KINDS if kind.block is not None and kind.of_time},
    "JOINT_CONTROLLER": ("REFERENCE_FUNCTION_NAME", "FEEDFORWARD_FUNCTION_NAME"),
    **dict.fromkeys(JOINT_KINDS, ("ACTUATOR",)),
}
"""The keywords that name functions of time, for each kind of force."""


def force_arrays(description: Description, anatomy: Anatomy) -> dict[str, Any]:
    """Return the arrays of each kind of force, by field of the model."""
    return {kind.field: kind.arrays(description, anatomy) for kind in KINDS if kind.arrays is not None}


def check_start(description: Description, t: float, diagnostics: Diagnostics) -> None:
    """Report forces whose function has no value at the start time `t`."""
    for block, keyword, formula in forces_without_value(description, t):
        diagnostics.error(
            Code.INVALID_VALUE,
            f"function {formula.name} has no value at the start, t = {t:.9g} s",
            block.span_of(keyword),
            f"see its formula on line {formula.span_of('EXPRESSION').line}; with @START_TIME it is constant before a given time",
        )


def forces_without_value(description: Description, t: float) -> Iterator[tuple[Described, str, Described]]:
    """Yield each object whose force has no value at a given time, with the keyword and the function.

    Only formulas can have no value. Formulas that call other functions are checked during the run.
    """
    formulas = {
        block.name: block for block in description.all_of("FUNCTION_1D") if "EXPRESSION" in block and not callees(block)
    }
    for kind, keywords in DRIVEN_BY_TIME.items():
        for block, keyword in itertools.product(description.all_of(kind), keywords):
            named = block.get(keyword, ())
            for name in named if isinstance(named, tuple) else (named,):
                if name in formulas and not math.isfinite(_formula(formulas[name], t)):
                    yield block, keyword, formulas[name]


def _formula(function: Described, t: float) -> float:
    held = min(max(t, function.get("START_TIME", -math.inf)), function.get("END_TIME", math.inf))
    return value_of(function["EXPRESSION"], held)
