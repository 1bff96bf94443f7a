"""The forces of springs and bushings, and their exact derivatives.

A signal may determine the rest length or the stiffness of a spring. There are no derivatives with respect to this
signal, so forces may use the tension of such a spring only through a lag or a sample (accelerations.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, cross, dot, matrix_vector, scale, subtract, transpose_vector
from rbsolve.language.table import Variant
from rbsolve.solver.joints.kinds import VECTOR_1
from rbsolve.solver.joints.placement import column, end_velocities, ends
from rbsolve.solver.joints.turning import turning_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.bushing import displacement, times
from rbsolve.solver.links.general_bushing import forces_along
from rbsolve.solver.links.spring import elastic_force, tension
from rbsolve.solver.links.torsion_spring import DAMPING, LEAST, bend_of, moment_of, twist_of
from rbsolve.solver.model.rows import row3
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.measures.accelerations import reactive
from rbsolve.solver.signals.measures.adjoints import add_relative_turn, add_spin, add_turn, clear
from rbsolve.solver.signals.measures.distance import add_distance, add_distance_rate, line_of
from rbsolve.solver.signals.measures.joint_angle import add_turning_rate
from rbsolve.solver.signals.measures.observed import add_position, add_relative_velocity

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def spring_tension(model: Model, t: float, i: int, state: State) -> float:
    """Return the tension of a spring [N]."""
    return tension(model, model.signals.measures.joint[model.signals.subject[i]], state)[0]


@subroutine
def spring_tension_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `spring_tension` at a constant rest length."""
    table, m = model.signals.measures, model.signals.subject[i]
    spring = table.joint[m]
    end = ends(table, m, state)
    _, slope = elastic_force(model, spring, state, tension(model, spring, state)[1])
    clear(out)
    add_distance(out, end, scale(slope, line_of(end)[1]))
    add_distance_rate(out, end, end_velocities(table, m, state, end), model.springs.damping[spring])


@subroutine
def bushing_force(model: Model, t: float, i: int, state: State) -> float:
    """Return a component of the force of a bushing [N], along its axes."""
    table, m = model.signals.measures, model.signals.subject[i]
    bushing, k = table.joint[m], table.component[m]
    d, rate, _, _, _ = displacement(model, bushing, state)
    stiffness, damping = row3(model.bushings.stiffness, bushing), row3(model.bushings.damping, bushing)
    force = add(times(stiffness, d), times(damping, rate))
    return force[0] if k == 0 else force[1] if k == 1 else force[2]


@subroutine
def bushing_force_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `bushing_force`."""
    table, m = model.signals.measures, model.signals.subject[i]
    bushing, k = table.joint[m], table.component[m]
    end = ends(table, m, state)
    move, axis = end_velocities(table, m, state, end), column(end.axes0, k)
    clear(out)
    add_position(out, end, end.R0, scale(model.bushings.stiffness[bushing, k], axis))
    add_relative_velocity(out, end, move, end.R0, scale(model.bushings.damping[bushing, k], axis))


@subroutine
def general_bushing_force(model: Model, t: float, i: int, state: State) -> float:
    """Return a component of the force of a general bushing [N], along its axes."""
    table, m = model.signals.measures, model.signals.subject[i]
    stored, resisted, _ = forces_along(model, table.joint[m], state, ends(table, m, state), table.component[m])
    return stored + resisted


@subroutine
def general_bushing_force_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `general_bushing_force`."""
    table, m = model.signals.measures, model.signals.subject[i]
    bushing, k = table.joint[m], table.component[m]
    end = ends(table, m, state)
    move = end_velocities(table, m, state, end)
    _, _, slope = forces_along(model, bushing, state, end, k)
    clear(out)
    for n in range(6):
        stiffness, damping = (
            model.general_bushings.stiffness[bushing, k, n],
            model.general_bushings.damping[bushing, k, n],
        )
        if n == k:
            stiffness += slope
        if n < 3:
            add_position(out, end, end.R0, scale(stiffness, column(end.axes0, n)))
            add_relative_velocity(out, end, move, end.R0, scale(damping, column(end.axes0, n)))
        else:
            add_relative_turn(out, end, scale(stiffness, turning_vector(end, VECTOR_1 + n - 3)))
            add_turning_rate(out, end, move, VECTOR_1 + n - 3, damping)


@subroutine
def torsion_moment(model: Model, t: float, i: int, state: State) -> float:
    """Return the moment of a torsion spring [N m]."""
    spring = model.signals.measures.joint[model.signals.subject[i]]
    q, _, g, w = twist_of(model.pairs, spring, state)
    return moment_of(model, spring, q, dot(g, w), state)[0]


@subroutine
def torsion_moment_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `torsion_moment`, which are zero where the twist is undefined."""
    table, m = model.signals.measures, model.signals.subject[i]
    spring = table.joint[m]
    clear(out)
    q, s, g, w = twist_of(model.pairs, spring, state)
    if s < LEAST:
        return
    end = ends(table, m, state)
    move, damping = end_velocities(table, m, state, end), model.pairs.numbers[spring, DAMPING]
    _, slope = moment_of(model, spring, q, dot(g, w), state)
    by_turn = add(scale(slope, g), scale(damping, transpose_vector(bend_of(q, s, g), w)))
    along = scale(damping, matrix_vector(end.axes1, g))
    add_relative_turn(out, end, matrix_vector(end.axes1, by_turn))
    add_spin(out, 1, end.R1, move.spin1, along)
    add_spin(out, 0, end.R0, move.spin0, scale(-1.0, along))
    # A rotation of body 1 also rotates the axes S of the relative angular velocity.
    add_turn(out, 1, end.R1, cross(along, subtract(move.spin1, move.spin0)))


def _kind(name: str, meaning: str, value: Callable[..., float], gradient: Callable[..., None]) -> SignalKind:
    return SignalKind(Variant(name, meaning), (), value, gradient=gradient)


TENSION = _kind("TENSION", "tension of a spring", spring_tension, spring_tension_gradient)
TENSION_WITH_SIGNALS = reactive("TENSION_WITH_SIGNALS", "tension of a spring that a signal changes", spring_tension)
BUSHING_FORCE = _kind("BUSHING_FORCE", "force of a bushing", bushing_force, bushing_force_gradient)
GENERAL_BUSHING_FORCE = _kind(
    "GENERAL_BUSHING_FORCE", "force of a general bushing", general_bushing_force, general_bushing_force_gradient
)
TORSION_MOMENT = _kind("TORSION_MOMENT", "moment of a torsion spring", torsion_moment, torsion_moment_gradient)
