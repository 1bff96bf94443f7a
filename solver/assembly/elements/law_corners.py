"""Finds the corners of the force laws of springs and bushings, and adds signals by which steps end at these corners.

A force law is a function of a coordinate, such as the elongation of a spring. Where its slope or curvature jumps, a
step of an explicit method loses its order. The error estimates of adaptive steps also miss jumps of the third
derivative, at the points of a spline. For each coordinate whose law has corners, the plan of the signals gets a
signal that stores the interval between two corners (solver/signals/interval.py). The value of a law may jump too.
Adaptive steps do not locate such jumps, because they do not resolve a motion that stays on a jump.

Generalized-alpha needs no such signals. Corners do not reduce its order, and the error of adaptive steps stays at the
tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from rbsolve.language.described import Described, Description, Value
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.assembly.elements.signals import SignalPlan
from rbsolve.solver.functions.dispatch import corners_of, value_at
from rbsolve.solver.functions.registry import CODES, COMPOSED
from rbsolve.solver.functions.switching import Ahead, Operand, switches
from rbsolve.solver.links.law import BESIDE, beside
from rbsolve.solver.model.arrays import Functions, Model
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.signals.interval import BUSHING_INTERVAL, SPRING_INTERVAL, TORSION_INTERVAL, name_of_interval
from rbsolve.solver.signals.kind import SignalKind, SignalRow

DISTINCT = 1e-6  # smallest relative change of a slope or a curvature at a corner
LEAST = 1e-9  # sharpness of a point at which only a third derivative may jump
REACH = 100.0  # range of the coordinates in which corners of formulas are found, relative to the size of the model
MOST = 64  # largest number of corners of a law that are located
_FORMULAS = CODES["EXPRESSION"], COMPOSED


class _Law(NamedTuple):
    """A force law that is a function of a coordinate."""

    block: Described
    kind: SignalKind
    subject: int
    place: int
    """The index of the coordinate among the coordinates of the block."""
    function: int
    reach: float
    """The range of the coordinate on both sides of zero in which corners of formulas are found."""


def with_intervals(plan: SignalPlan, description: Description, model: Model, method: Method) -> SignalPlan:
    """Return the plan with a signal for each coordinate whose force law has corners that the method locates."""
    if method.integrator not in EXPLICIT_TYPES:
        return plan
    blocks, rows = list(plan.blocks), list(plan.rows)
    known: dict[tuple[int, float], list[float]] = {}
    for law in _laws(description, model):
        key = law.function, law.reach
        if key not in known:
            known[key] = located_corners(model.functions, *key, is_adaptive=method.is_adaptive)
        if known[key]:
            values = {"SIGNAL_TYPE": Value(law.kind.name, law.block.span)}
            blocks.append(
                Described("SIGNAL", name_of_interval(law.block.kind, law.block.name, law.place), law.block.span, values)
            )
            rows.append(SignalRow((), known[key], law.subject, memory=(0.0, 0.0), passes=False))
    return SignalPlan(blocks, rows) if len(rows) > len(plan.rows) else plan


def _laws(description: Description, model: Model) -> Iterator[_Law]:
    """Yield the force laws of all springs and bushings."""
    springs, bushings = model.springs, model.general_bushings
    laws = np.concatenate([springs.function, model.pairs.function, bushings.function.ravel()])
    reach = _reach(model) if np.isin(model.functions.kind[laws[laws >= 0]], _FORMULAS).any() else math.inf
    kinds = (
        ("SPRING_DAMPER", SPRING_INTERVAL, springs.function[:, None], reach),
        ("TORSION_SPRING", TORSION_INTERVAL, model.pairs.function[:, None], 4.0 * math.pi),
        ("GENERAL_BUSHING", BUSHING_INTERVAL, bushings.function, reach),
    )
    for name, kind, functions, wide in kinds:
        for i, block in enumerate(description.all_of(name)):
            for k, function in enumerate(functions[i].tolist()):
                if function >= 0:
                    yield _Law(block, kind, functions.shape[1] * i + k, k, function, wide)


def _reach(model: Model) -> float:
    """Return the range of lengths in which corners of formulas are found."""
    springs, bushings = model.springs, model.general_bushings
    points = [springs.point0, springs.point1, springs.rest_length, bushings.point0, bushings.point1]
    size = max(float(np.max(np.abs(numbers), initial=0.0)) for numbers in points)
    return REACH * (size if size > 0.0 else 1.0)


def located_corners(functions: Functions, index: int, reach: float, *, is_adaptive: bool) -> list[float]:
    """Return the corners (n,) of a function in increasing order, at most the `MOST` sharpest ones. Fixed steps locate
    jumps of the value, and adaptive steps the points of splines.
    """
    candidates = {corner for corner in corners_of(functions, index) if math.isfinite(corner)}
    if functions.kind[index] in _FORMULAS:
        candidates.update(switches(functions, -reach, reach, partial(_law_at, index=index)).times)
    found = []
    for corner in candidates:
        sharpness, jumps = _sharpness(functions, index, corner)
        least = 0.0 if is_adaptive else LEAST
        if sharpness > least and not (jumps and is_adaptive):
            found.append((sharpness, corner))
    return sorted(corner for _, corner in sorted(found)[-MOST:])


def _law_at(ahead: Ahead, index: int) -> Operand:
    return ahead.function(index, ahead.time())


def _sharpness(functions: Functions, index: int, corner: float) -> tuple[float, bool]:
    """Return how much a function changes at a corner: more than 1 if the slope jumps, `DISTINCT` if the curvature
    jumps, and `LEAST` if neither jumps in a curved function. Otherwise 0. Also return whether the value jumps.
    """
    distance = beside(corner)
    (left, slope0, bend0), (right, slope1, bend1) = (
        value_at(functions, index, corner - distance),
        value_at(functions, index, corner + distance),
    )
    if not np.all(np.isfinite((left, slope0, bend0, right, slope1, bend1))):
        return 0.0, False
    steepest, sharpest = max(abs(slope0), abs(slope1)), max(abs(bend0), abs(bend1))
    if abs(right - left) > 4.0 * distance * steepest + BESIDE * max(abs(left), abs(right)):
        return math.inf, True
    change = abs(slope1 - slope0)
    if change > DISTINCT * steepest + 4.0 * distance * sharpest:
        return 1.0 + change, False
    if abs(bend1 - bend0) > DISTINCT * sharpest:
        return DISTINCT, False
    return LEAST if sharpest > 0.0 else 0.0, False
