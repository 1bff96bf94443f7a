"""Point-to-point springs and dampers. Their force acts along the line between two material points.

The force on body 0 is `f = N(L, L') d`, where d is the unit vector of the line between the points. The change of f is
df = P d(line) + S d(rate of the line) with

    P = N_L d d^T + N_L' d ((I - d d^T) rate / L)^T + N (I - d d^T) / L,      S = N_L' d d^T.

An energy-conserving step uses the squared length. The force acts along the mean line, multiplied by 2 f/(l0 + l1). Here
f is the mean of the force law between both elongations. The damper acts along the mean line with the mean rate, so that
it never adds energy.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.geometry.vector import (
    IDENTITY,
    cross,
    dot,
    matrix_product,
    outer,
    product_transpose,
    scale,
    skew,
    subtract,
    transpose_vector,
)
from rbsolve.language.described import Description
from rbsolve.language.many import length_of
from rbsolve.language.recall import recallable
from rbsolve.language.table import BlockSchema, number, reference
from rbsolve.solver.forces.discrete.arms import half_sum, line
from rbsolve.solver.forces.discrete.laws import mean_law
from rbsolve.solver.forces.kind import ForceKind, Measure, Seen, between_bodies
from rbsolve.solver.forces.tangents.blocks import clear, scale_matrix, total
from rbsolve.solver.forces.wrench import add_force
from rbsolve.solver.functions.law import SpringLaw
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.points import material_point
from rbsolve.solver.links.spring import elastic_force, rest_length, tension
from rbsolve.solver.model.arrays import Model, Springs
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.flat import Floats, Ints, floats_of, ints_of
from rbsolve.solver.model.rows import add_block, row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.forces.anatomy import Anatomy
    from rbsolve.solver.model.arrays import State


@subroutine
def is_changed(springs: Springs, i: int) -> bool:
    """Return whether a signal changes spring `i`. The stored energy is then not a function of the elongation."""
    is_actuated: bool = springs.rest_signal[i] >= 0 or springs.factor_signal[i] >= 0
    return is_actuated


@subroutine
def apply(model: Model, t: float, state: State) -> None:
    """Add the wrenches of all springs to both of their bodies."""
    springs = model.springs
    for i in range(springs.body0.shape[0]):
        force, _, rate, direction, arm0, arm1 = tension(model, i, state)
        resisted = force if is_changed(springs, i) else springs.damping[i] * rate
        add_power(state, -resisted * rate)
        add_force(state, springs.body0[i], arm0, scale(force, direction))
        add_force(state, springs.body1[i], arm1, scale(-force, direction))


@subroutine
def _line_derivatives(model: Model, i: int, state: State) -> tuple[Vector, Matrix, Matrix]:
    """Return the force on body 0, and the matrices P and S of its derivatives."""
    springs = model.springs
    force, elongation, _, d, _, _ = tension(model, i, state)
    _, p0, v0 = material_point(state, springs.body0[i], row3(springs.point0, i))
    _, p1, v1 = material_point(state, springs.body1[i], row3(springs.point1, i))
    line, rate = subtract(p1, p0), subtract(v1, v0)
    _, stiffness = elastic_force(model, i, state, elongation)
    damping = springs.damping[i]
    along = outer(d, d)
    length = dot(d, line)
    if length == 0.0:
        # If the line has no direction, a spring with zero rest length pulls back in all directions.
        isotropic = stiffness if rest_length(model, i, state) == 0.0 else 0.0
        return (0.0, 0.0, 0.0), scale_matrix(isotropic, IDENTITY), scale_matrix(0.0, along)
    across = scale(damping / length, subtract(rate, scale(dot(d, rate), d)))
    P = total(scale_matrix(stiffness - force / length, along), scale_matrix(force / length, IDENTITY))
    return scale(force, d), total(P, outer(d, across)), scale_matrix(damping, along)


@subroutine
def _add_columns(
    element: Floats, n: int, column: int, sign: float, moved: Matrix, turned: Matrix, arms: tuple[Matrix, Matrix]
) -> None:
    """Add the columns of one body to element[n]. A column contains the change of the force f due to the motion of the
    body's particle, minus the change due to the rotation of the body.

    The wrenches on the two bodies are `(f, arms[0] f)` and `(-f, -arms[1] f)`.
    """
    for end in range(2):
        row, s = 6 * end, -sign if end == 0 else sign
        arm = arms[0] if end == 0 else arms[1]
        add_block(element, n, row, column, s, moved)
        add_block(element, n, row, column + 3, -s, turned)
        add_block(element, n, row + 3, column, s, matrix_product(arm, moved))
        add_block(element, n, row + 3, column + 3, -s, matrix_product(arm, turned))


@subroutine
def tangent(model: Model, t: float, i: int, state: State, element: Floats) -> None:
    """Compute the negative derivatives of the wrenches of spring `i` on [body0, body1].

    A particle of a body moves by `dx - R p~ dpsi`. Its velocity changes by `-R (w x p)~ dpsi + du - R p~ dw`.
    """
    clear(element)
    springs = model.springs
    b0, b1 = springs.body0[i], springs.body1[i]
    force, P, S = _line_derivatives(model, i, state)
    R0, R1, p0, p1 = row9(state.R, b0), row9(state.R, b1), row3(springs.point0, i), row3(springs.point1, i)
    arms = product_transpose(skew(p0), R0), product_transpose(skew(p1), R1)
    for end in range(2):
        R, p = (R0, p0) if end == 0 else (R1, p1)
        sign = -1.0 if end == 0 else 1.0
        lever, spin = matrix_product(R, skew(p)), cross(row3(state.w, b0 if end == 0 else b1), p)
        turn = total(matrix_product(P, lever), matrix_product(S, matrix_product(R, skew(spin))))
        _add_columns(element, 0, 6 * end, sign, P, turn, arms)
        _add_columns(element, 1, 6 * end, sign, S, matrix_product(S, lever), arms)
        # The rotation of the body itself changes `R^T f` by `(R^T f) x dpsi`.
        local = transpose_vector(R, force)
        add_block(element, 0, 6 * end + 3, 6 * end + 3, sign, matrix_product(skew(p), skew(local)))


@subroutine
def _tension_over_line(model: Model, i: int, h: float, before: Vector, after: Vector) -> float:
    """Return the mean tension of spring `i` and of its damper over a step, divided by the length. The result is the
    factor of the mean line in the force on body 0.
    """
    springs = model.springs
    l0, l1 = math.sqrt(dot(before, before)), math.sqrt(dot(after, after))
    if l0 + l1 == 0.0:
        return 0.0
    rest = springs.rest_length[i]
    law = mean_law(model.functions, springs.function[i], springs.stiffness[i], l0 - rest, l1 - rest)
    factor = 2.0 * law / (l0 + l1)
    middle = half_sum(before, after)
    square = dot(middle, middle)
    if square > 0.0:
        factor += springs.damping[i] * (l1 - l0) * (l0 + l1) / (2.0 * h * square)
    return factor


def discrete_gradient(arm: Any) -> Callable[..., None]:
    """Return the function that adds the wrenches of every spring to both bodies in an energy-conserving step, with arms
    of discrete/arms.py.
    """

    def springs_over_step(model: Any, t: float, h: float, start: Any, middle: Any, end: Any) -> None:
        springs = model.springs
        for i in range(springs.body0.shape[0]):
            b0, b1 = springs.body0[i], springs.body1[i]
            c0, c1 = row3(springs.point0, i), row3(springs.point1, i)
            before, after = line(start, b0, c0, b1, c1), line(end, b0, c0, b1, c1)
            force = scale(_tension_over_line(model, i, h, before, after), half_sum(before, after))
            add_force(middle, b0, arm(start, middle, end, b0, c0), force)
            add_force(middle, b1, arm(start, middle, end, b1, c1), scale(-1.0, force))

    return springs_over_step


@recallable
def arrays(description: Description, anatomy: Anatomy) -> Springs:
    """Return the arrays of point-to-point springs. The default rest length is the distance in the reference
    configuration.
    """
    blocks = list(description.all_of("SPRING_DAMPER"))
    ends = [[anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]] for block in blocks]
    points = [(block["POINT1_NAME"], block["POINT2_NAME"]) for block in blocks]
    reference_lengths = [length_of(anatomy.geometry.points[q] - anatomy.geometry.points[p]) for p, q in points]
    return Springs(
        body0=ints_of([pair[0] for pair in ends]),
        body1=ints_of([pair[1] for pair in ends]),
        point0=floats_of([anatomy.point(pair[0], p) for pair, (p, _) in zip(ends, points, strict=True)], (3,)),
        point1=floats_of([anatomy.point(pair[1], q) for pair, (_, q) in zip(ends, points, strict=True)], (3,)),
        stiffness=floats_of([block["STIFFNESS"] for block in blocks], ()),
        damping=floats_of([block["DAMPING"] for block in blocks], ()),
        rest_length=floats_of(
            [block.get("REST_LENGTH", length) for block, length in zip(blocks, reference_lengths, strict=True)], ()
        ),
        function=ints_of([anatomy.function(block.get("FORCE_FUNCTION_NAME")) for block in blocks]),
        rest_signal=ints_of([anatomy.signal(block.get("SIGNAL_NAME")) for block in blocks]),
        factor_signal=ints_of([anatomy.signal(block.get("STIFFNESS_SIGNAL_NAME")) for block in blocks]),
        interval=ints_of([anatomy.interval(block.kind, block.name, 0) for block in blocks]),
    )


# The following functions are for sensors. A positive force pulls the two points together. It acts on body 0 along the
# line from point 0 to point 1.


def changed_springs(model: Model) -> Any:
    """Return the indices (ns,) of springs that a signal changes. Their stored energy is not a function of their
    elongation.
    """
    return np.asarray((model.springs.rest_signal >= 0) | (model.springs.factor_signal >= 0))


def _numbers_or_signals(seen: Seen, numbers: Floats, signals: Ints) -> Floats:
    """Return constant numbers (n,), or the values of the given signals instead (rows, n)."""
    if np.all(signals < 0):
        return numbers
    return np.where(signals >= 0, seen.signal[:, np.maximum(signals, 0)], numbers)


def _elongations(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the elongations (rows, n), which are lengths minus rest lengths."""
    springs = model.springs
    rest = _numbers_or_signals(seen, springs.rest_length[..., which], springs.rest_signal[which])
    return np.asarray(np.linalg.norm(seen.end1.x - seen.end0.x, axis=-1) - rest, dtype=float)


def _elongation_rates(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the time derivatives of the lengths (rows, n). The time derivatives are 0 while the two points
    coincide.
    """
    line = seen.end1.x - seen.end0.x
    length = np.linalg.norm(line, axis=-1)
    along = np.sum(line * (seen.end1.v - seen.end0.v), axis=-1)
    return np.asarray(along / np.where(length > 0.0, length, 1.0), dtype=float)


def _by_function(
    model: Model, which: Ints, values: Floats, elongation: Floats, face: Callable[[SpringLaw, Floats], Floats]
) -> Floats:
    """Return the given values (rows, n). For springs with a function, they are replaced by the values of `face`."""
    function = model.springs.function[which]
    for n in np.flatnonzero(function >= 0):
        values[:, n] = face(SpringLaw(model.functions, int(function[n])), elongation[:, n])
    return values


def _tensions(model: Model, which: Ints, seen: Seen) -> Floats:
    springs, elongation = model.springs, _elongations(model, which, seen)
    elastic = _by_function(model, which, springs.stiffness[..., which] * elongation, elongation, SpringLaw.force)
    elastic = elastic * _numbers_or_signals(seen, np.ones(len(which)), springs.factor_signal[which])
    return np.asarray(elastic + springs.damping[..., which] * _elongation_rates(model, which, seen), dtype=float)


def energy(model: Model, which: Ints, seen: Seen) -> Floats:
    """Return the stored energy (rows, n), which is the integral of each force law."""
    springs, elongation = model.springs, _elongations(model, which, seen)
    stiffness = springs.stiffness[..., which]
    stored = _by_function(model, which, 0.5 * stiffness * elongation**2, elongation, SpringLaw.energy)
    return np.asarray(
        _numbers_or_signals(seen, np.ones(len(which)), springs.factor_signal[which]) * stored, dtype=float
    )


BLOCK = BlockSchema(
    kind="SPRING_DAMPER",
    definition="SPRING_DAMPER_DEFINITION",
    name_keyword="SPRING_DAMPER_NAME",
    title="Springs and dampers",
    meaning="A spring and a damper along the line between two points of two bodies.",
    family="SPRING",
    section="Forces",
    one_of=(("STIFFNESS", "DAMPING", "FORCE_FUNCTION_NAME"),),
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "The bodies B0 and B1.", counts=(2,), required=True),
        reference("POINT1_NAME", "POINT", "The material point of B0.", required=True),
        reference("POINT2_NAME", "POINT", "The material point of B1.", required=True),
        number("STIFFNESS", "Force per elongation.", unit="N/m", default=0.0),
        number("DAMPING", "The damping force per rate of elongation.", unit="N s/m", default=0.0),
        number(
            "REST_LENGTH",
            "The length at which the spring exerts no force.",
            unit="m",
            minimum=0.0,
            default_text="the length at the reference configuration",
        ),
        reference(
            "FORCE_FUNCTION_NAME",
            "FUNCTION",
            "The force as a function of the elongation, instead of a stiffness.",
            unit="N",
            excludes=("STIFFNESS",),
        ),
        reference("SIGNAL_NAME", "SIGNAL", "A signal for the rest length.", unit="m", excludes=("REST_LENGTH",)),
        reference(
            "STIFFNESS_SIGNAL_NAME",
            "SIGNAL",
            "A signal that multiplies the elastic force.",
            default_text="1",
        ),
    ),
    example="""\
@SPRING_DAMPER_DEFINITION {
  @SPRING_DAMPER_NAME {Strut} {
    @CONNECTED_TO_BODIES {GROUND, Arm} @POINT1_NAME {O} @POINT2_NAME {P}
    @STIFFNESS {1.e3} @DAMPING {5} @REST_LENGTH {2.5}
  }
  @SPRING_DAMPER_NAME {Cable} {
    @CONNECTED_TO_BODIES {Arm, Tool} @POINT1_NAME {O} @POINT2_NAME {P} @FORCE_FUNCTION_NAME {Hardening}
  }
}""",
)

SPRING = ForceKind(
    name="spring",
    plural="springs",
    block=BLOCK,
    field="springs",
    arrays=arrays,
    apply=apply,
    **between_bodies("springs"),
    tangent=tangent,
    energy=energy,
    keeps=lambda model: not np.any(model.springs.damping) and not np.any(changed_springs(model)),
    discrete_gradient=discrete_gradient,
    measures=(
        Measure("ELONGATION", ("elongation",), "m", "elongation", _elongations),
        Measure("ELONGATION_RATE", ("rate",), "m/s", "elongation rate", _elongation_rates),
        Measure("FORCE", ("tension",), "N", "tension", _tensions),
    ),
    glyph="coil",
)
