"""Linearizes the equations of a model about a state, in joint coordinates.

Let dq = (dx, dpsi) be the increments of the bodies, and dv the increments of (u, w). The varied equations are

    J dq = 0,    J dv + (J v)_q dq = 0,    J dv' + (J v' + gamma)_v dv + (J v' + gamma)_q dq = 0,
    M dv' + r_v dv + r_q dq + J^T dlambda = 0,     r = M v' + gyroscopic forces - applied forces + J^T lambda,

The changes y of the independent coordinates give dq = N y, dv = N y' + N1 y and dv' = N y'' + N2 y' + N3 y. N^T then
eliminates the changes of the multipliers. The result contains weight, prestress, gyroscopic and circulatory terms, and
the motion of the constraints. If some rows constrain velocities but not positions, there are fewer independent rates
than coordinates (velocity_rows.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.solver.analyses.constraint_rows import RowChanges, times
from rbsolve.solver.analyses.directions import names
from rbsolve.solver.analyses.elements import Tangents, accelerations, applied_forces, link_model, with_normals
from rbsolve.solver.analyses.independent_coordinates import Basis, SpanningTree, turn_matrices
from rbsolve.solver.analyses.linearized.body_terms import BodyTerms, body_terms
from rbsolve.solver.analyses.linearized.feedback import Feedback, feedback
from rbsolve.solver.analyses.linearized.modes import EPS, Modes, Rounding, find_modes, modes_of, modes_of_states
from rbsolve.solver.analyses.linearized.record import Complexes, Linearization
from rbsolve.solver.analyses.linearized.velocity_rows import IndependentRates, MovingBasis, independent_rates
from rbsolve.solver.assembly.elements.plain_signals import accept_plainly, jumping_at, steep_signals
from rbsolve.solver.assembly.initial.closure import move, typical_length
from rbsolve.solver.assembly.initial.saddle import mass_matrices
from rbsolve.solver.model.arrays import Model, State, copy_state
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.signals.driving import driving_memories, influential_signals, reactive_drivers, sides_on_switches
from rbsolve.solver.signals.side import owner_of

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

ROUNDINGS = 16.0  # errors of a matrix term (a product of sums), in units of round-off
LOOK_AHEAD = 1e-4  # interval for the change of the matrices, relative to the time in which the model moves by a radian or by its size
STEADY = 1e-3  # largest relative change of the matrices in this interval for which they count as constant
AT_REST = 1e-12  # largest acceleration that counts as round-off at rest, relative to the square of the fastest rate
DRIFTS = 4.0  # smallest growth that counts, relative to the change of the matrices per second


class LinearizationError(ValueError):
    """Raised if a state has no linearization. str() returns the reason."""


class OperatingPoint(NamedTuple):
    """A state and its forces. `acceleration` (nb + 1, 6) is None if the model is at rest."""

    state: State
    time: float
    acceleration: Floats | None
    multipliers: Floats


class Matrices(NamedTuple):
    """Mass, damping and stiffness (f, f), bounds of their round-off, and the basis of their coordinates."""

    mass: Floats
    damping: Floats
    stiffness: Floats
    rounding: Rounding
    basis: Basis
    loops: Loops | None
    rates: IndependentRates


class Loops(NamedTuple):
    """The equations with the states x of signals, `M y'' + C y' + K y = pushes x` and `x' = own x + seen y + felt y'`."""

    pushes: Floats  # (f, nx)
    own: Floats  # (nx, nx)
    seen: Floats  # (nx, f)
    felt: Floats  # (nx, f)


def linearize(
    compiled: CompiledModel,
    model: Model,
    state: State,
    t: float,
    multipliers: Floats | None,
    each_body: bool = False,
) -> Linearization:
    """Linearize the model about `state` at time `t`. With `each_body`, the result also contains the terms of each body.

    `multipliers` are the multipliers of an equilibrium. For a moving state, `multipliers` is None, and the
    accelerations are computed. Raise LinearizationError if nothing can move, if a body without inertia can move, or if
    a driving signal has a memory or no derivative.
    """
    for i in driving_memories(model):
        name = list(compiled.signal_index)[i]
        raise LinearizationError(
            f"signal {name} drives forces and depends on earlier steps, so the model cannot be linearized: "
            "add @PADE_ORDER to a DELAY; replace SAMPLE_AND_HOLD and HYSTERESIS by their input"
        )
    state = copy_state(state)
    _check_derivatives(compiled, model, state, t)
    tree = SpanningTree(model, *names(compiled))
    if multipliers is not None:
        place = OperatingPoint(with_normals(model, state, multipliers), t, None, multipliers)
    elif len(model.frictions.joint) and (np.any(state.u) or np.any(state.w)):
        raise LinearizationError(
            "friction that depends on joint reactions can be linearized only at rest, where it is constant"
        )
    else:
        place = moving_place(model, state, t)
    found = matrices(model, tree, place)
    if found.basis.free == 0:
        raise LinearizationError(
            "the model has no degree of freedom to linearize: joints and prescribed motions fix all bodies"
        )
    A = state_matrix(found)
    modes = _modes(found, A)
    drift = _drift(model, tree, place, found)
    nb = compiled.bodies
    motions = found.basis.N[:nb].copy()
    motions[:, 3:] = state.R[:nb] @ motions[:, 3:]
    bodies = tuple(list(compiled.body_index)[:nb])
    return Linearization(
        time=t,
        coordinates=tuple(c.name for c in found.basis.coordinates),
        units=tuple(c.unit for c in found.basis.coordinates),
        bodies=bodies,
        mass=found.mass,
        damping=found.damping,
        stiffness=found.stiffness,
        motions=motions,
        eigenvalues=modes.eigenvalues,
        shapes=modes.shapes,
        multiplicity=modes.multiplicity,
        steady=_is_steady(modes.eigenvalues, drift),
        state_matrix=A,
        rates=tuple(found.basis.coordinates[k].name for k in found.rates.chosen),
        rows_by_rates=found.rates.rows_by_rates,
        rows_by_coordinates=found.rates.rows_by_coordinates,
        elements=_element_names(compiled),
        body_terms=_terms_of_bodies(bodies, model, place) if each_body else None,
    )


def _terms_of_bodies(names: tuple[str, ...], model: Model, place: OperatingPoint) -> BodyTerms:
    acceleration = np.zeros((len(names) + 1, 6)) if place.acceleration is None else place.acceleration
    applied_forces(model, place.state, place.time)
    return body_terms(names, model, place.state, acceleration)


def _check_derivatives(compiled: CompiledModel, model: Model, state: State, t: float) -> None:
    """Raise an error if a signal that drives a force has no finite derivative in the state. Otherwise, store the sides
    of all switches in the state.
    """
    if not len(model.signals.kind):
        return
    names, influential = list(compiled.signal_index), influential_signals(model)
    for i in reactive_drivers(model).tolist():
        name = names[i]
        raise LinearizationError(
            f"signal {name} measures accelerations or forces, and affects forces: a linearization does not support this"
        )
    # The sides of the last step tell whether the motion slides along a switch.
    jumping = sides_on_switches(model, state).tolist()
    accept_plainly(model, t, state, has_past=False)
    for i in jumping or jumping_at(model, t, state, influential):
        raise LinearizationError(
            f"signal {owner_of(names[i])} jumps at the state at t = {t:.9g} s, and it drives a force, so it has no "
            "derivative: linearize about another state, or use a smooth function such as tanh(x/x0)"
        )
    for i in steep_signals(model, t, state, influential):
        raise LinearizationError(
            f"signal {names[i]} has no finite derivative at t = {t:.9g} s, and it drives a force: linearize about another state"
        )


def moving_place(model: Model, state: State, t: float) -> OperatingPoint:
    """Return a moving state with its consistent accelerations and multipliers."""
    try:
        state, solution = accelerations(model, state, t)
    except np.linalg.LinAlgError as error:
        raise LinearizationError("a body can move without inertia: give it all three moments of inertia") from error
    return OperatingPoint(state, t, solution.change, solution.multipliers)


def matrices(model: Model, tree: SpanningTree, place: OperatingPoint) -> Matrices:
    """Return the matrices of the varied equations in the independent coordinates."""
    state, nb = place.state, tree.bodies
    acceleration = np.zeros((nb + 1, 6)) if place.acceleration is None else place.acceleration
    basis = Basis(tree, state, place.acceleration)
    tangents = Tangents(link_model(model), state, acceleration, place.multipliers, place.time)
    K, D = tangents.by_pose, tangents.by_velocity
    M = mass_matrices(model.bodies, state)
    signals = feedback(model, state, place.time)
    if signals is not None:
        K, D = K.toarray() - signals.force_by_pose, D.toarray() - signals.force_by_velocity

    moving = None if basis.rows.changes is None else _moving_basis(basis, basis.rows.changes)
    mass, damping, stiffness = _reduce(M, D, K, basis.N, moving)
    terms = tangents.sizes
    sizes = None if moving is None else moving.sizes
    rounding = _reduce(np.abs(M), terms[1], terms[0], np.abs(basis.N), sizes)
    bounds = Rounding(*(ROUNDINGS * EPS * A for A in rounding))
    loops, rates = _loops(signals, basis.N, moving), independent_rates(basis, moving)
    return Matrices(0.5 * (mass + mass.T), damping, stiffness, bounds, basis, loops, rates)


def _loops(signals: Feedback | None, basis: Floats, moving: MovingBasis | None) -> Loops | None:
    """Return the equations of signal states in the independent coordinates."""
    if signals is None:
        return None
    nb = len(signals.force_by_pose) // 6
    N = basis[:nb].reshape(6 * nb, -1)
    seen = signals.slope_by_pose @ N
    if moving is not None:
        seen = seen + signals.slope_by_velocity @ moving.N1[:nb].reshape(6 * nb, -1)
    return Loops(N.T @ signals.force_by_state, signals.slope_by_state, seen, signals.slope_by_velocity @ N)


def state_matrix(found: Matrices) -> Floats:
    """Return the matrix A of `z' = A z` for `z = (y, s, x)`, with the independent rates s and the states x of signals.
    If a rate has no inertia, A is NaN.
    """
    rates, loops = found.rates, found.loops
    (f, r), n = rates.directions.shape, 0 if loops is None else len(loops.own)
    Z, Y = rates.directions, rates.drift
    A = np.zeros((f + r + n, f + r + n))
    mass, damping, stiffness = _of_rates(rates, *found[:3])
    if np.linalg.cond(mass) > 1.0 / EPS:
        return np.full_like(A, np.nan)
    A[:f, :f], A[:f, f : f + r] = Y, Z
    A[f : f + r, :f], A[f : f + r, f : f + r] = -np.linalg.solve(mass, stiffness), -np.linalg.solve(mass, damping)
    if loops is not None:
        A[f : f + r, f + r :] = np.linalg.solve(mass, Z.T @ loops.pushes)
        A[f + r :, :f], A[f + r :, f : f + r] = loops.seen + loops.felt @ Y, loops.felt @ Z
        A[f + r :, f + r :] = loops.own
    return A


def _of_rates(of: IndependentRates, M: Floats, C: Floats, K: Floats) -> tuple[Floats, Floats, Floats]:
    """Express `M y'' + C y' + K y` by the independent rates s. Return the factors of s' (r, r), of s (r, r) and of y
    (r, f).
    """
    Z, Y = of.directions, of.drift
    by_rates = C + M @ of.by_rates
    return Z.T @ M @ Z, Z.T @ by_rates @ Z, Z.T @ (K + M @ of.by_coordinates + by_rates @ Y)


def _modes(found: Matrices, A: Floats) -> Modes:
    """Return the modes of the linearization with the state matrix `A`. Raise LinearizationError if a rolling body has
    no inertia.
    """
    rates, loops = found.rates, found.loops
    if not len(rates.rows_by_rates):
        if loops is None or len(loops.own) == 0:
            return find_modes(found.mass, found.damping, found.stiffness, found.rounding)
        return modes_of(A, found.mass)
    if not np.all(np.isfinite(A)):
        raise LinearizationError(
            "a body that rolls can move without inertia: give it a mass and all three moments of inertia"
        )
    mass = _of_rates(rates, *found[:3])[0]
    _, damping, stiffness = _of_rates(rates.sizes, *found.rounding)
    sizes, (f, r) = ROUNDINGS * EPS * np.abs(A), rates.directions.shape
    sizes[f : f + r, : f + r] = np.abs(np.linalg.inv(mass)) @ np.concatenate([stiffness, damping], axis=1)
    return modes_of_states(A, sizes, found.mass, rates.chosen)


def _element_names(compiled: CompiledModel) -> tuple[str, ...]:
    """Return a name for each state of a signal. A state has the name of its signal, with a number if the signal has
    several states.
    """
    first = compiled.model.signals.first_state
    names: list[str] = []
    for name, i in compiled.signal_index.items():
        count = int(first[i + 1] - first[i])
        names += [name] if count == 1 else [f"{name}.{k + 1}" for k in range(count)]
    return tuple(names)


def _reduce(
    M: Floats, D: csr_matrix, K: csr_matrix, basis: Floats, moving: MovingBasis | None
) -> tuple[Floats, Floats, Floats]:
    """Return `N^T M N`, `N^T (D N + M N2)` and `N^T (K N + M N3 + D N1)` for a basis N (nb + 1, 6, f). Its changes N1,
    N2, N3 are None at rest.
    """
    nb = len(M)

    def flat(X: Floats) -> Floats:
        return X[:nb].reshape(6 * nb, -1)

    N = flat(basis)
    by_rates, by_changes = D @ N, K @ N
    if moving is not None:
        by_rates = by_rates + flat(M @ moving.N2[:nb])
        by_changes = by_changes + flat(M @ moving.N3[:nb]) + D @ flat(moving.N1)
    return N.T @ flat(M @ basis[:nb]), N.T @ by_rates, N.T @ by_changes


def _moving_basis(basis: Basis, changes: RowChanges) -> MovingBasis:
    """Return N1, N2, N3 of `dv = N y' + N1 y` and `dv' = N y'' + N2 y' + N3 y`. Each has the shape (nb + 1, 6, f).

    For three coordinates of y that form a rotation vector, the rates are `y' = d(Omega) + Omega x y`. Their second
    derivatives follow in the same way.
    """
    rows, tree, H = basis.rows, basis.tree, basis.H
    turn, turn_rate = turn_matrices(tree, rows.rate), turn_matrices(tree, rows.acceleration)
    right = -times(rows, changes.rate_q, basis.N)
    right[tree.coordinate_rows] -= turn @ H
    N1, H1 = basis.complete(right)
    right = -times(rows, changes.acceleration_v, basis.N)
    right[tree.coordinate_rows] -= turn @ H
    N2, _ = basis.complete(right)
    right = -times(rows, changes.acceleration_v, N1) - times(rows, changes.acceleration_q, basis.N)
    right[tree.coordinate_rows] -= turn_rate @ H + turn @ H1
    N3, _ = basis.complete(right)
    return MovingBasis(N1, N2, N3, changes)


def _drift(model: Model, tree: SpanningTree, place: OperatingPoint, here: Matrices) -> float:
    """Return the relative change of the matrices per second [1/s].

    If coordinates accelerate in the state, the change is infinite.
    """
    if place.acceleration is None:
        return 0.0
    state, acceleration = place.state, place.acceleration
    size = typical_length(model, state)
    v = np.concatenate([state.u, state.w], axis=1)
    speed = max(float(np.max(np.abs(state.w))), float(np.max(np.abs(state.u))) / size)
    lengths = np.array([size if c.unit == "m" else 1.0 for c in tree.coordinates])
    pull = float(np.max(np.abs(here.basis.rows.acceleration[tree.coordinate_rows]) / lengths, initial=0.0))
    own = 1.0 / np.sqrt(np.abs(np.diag(here.mass)))
    fastest = float(np.sqrt(np.max(np.abs(own[:, None] * here.stiffness * own), initial=0.0)))
    if pull > STEADY**2 * max(speed, fastest) ** 2:
        return np.inf
    rate = max(speed, np.sqrt(pull) if pull > AT_REST * fastest**2 else 0.0)
    if rate == 0.0:
        return 0.0
    h = LOOK_AHEAD / rate
    later = move(state, h * v + 0.5 * h * h * acceleration)
    v = v + h * acceleration
    later = later._replace(u=np.ascontiguousarray(v[:, :3]), w=np.ascontiguousarray(v[:, 3:]))
    there = matrices(model, tree, moving_place(model, later, place.time + h))
    if not np.array_equal(there.basis.chosen, here.basis.chosen):
        return np.inf
    largest = 0.0
    for one, other, least in zip(here[:3], there[:3], (1.0, rate, rate * rate), strict=True):
        scaled, change = own[:, None] * one * own, own[:, None] * (other - one) * own
        largest = max(largest, float(np.max(np.abs(change))) / max(float(np.max(np.abs(scaled))), least))
    return largest / h if largest <= STEADY * LOOK_AHEAD else np.inf


def _is_steady(eigenvalues: Complexes, drift: float) -> bool:
    """Return whether the matrices are constant, or change more slowly than all modes grow or decay.

    The second condition is needed because a run reaches a steady state only approximately.
    """
    growth = np.abs(eigenvalues.real)
    return bool(np.isfinite(drift)) and not np.any((growth > 0.0) & (growth <= DRIFTS * drift))
