"""What signals add to the varied equations of a model: forces that follow the motion and the states of elements, and how these move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.subroutines import call4
from rbsolve.solver.forces.registry import add_forces
from rbsolve.solver.integrators.generalized_alpha.elements import PROBE
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import Floats, Model, State, copied
from rbsolve.solver.signals.driving import driving_signals
from rbsolve.solver.signals.evaluation import evaluate_signals, with_partials
from rbsolve.solver.signals.sensitivity import MEASURED, put_sensitivities


class Feedback(NamedTuple):
    """Derivatives of the applied forces (6 nb) and of the slopes of the states (nx) by the increments [dx, dpsi] of the bodies, their
    velocities [u, w] and the states."""

    force_by_pose: Floats  # (6 nb, 6 nb)
    force_by_velocity: Floats
    force_by_state: Floats  # (6 nb, nx)
    slope_by_pose: Floats  # (nx, 6 nb)
    slope_by_velocity: Floats
    slope_by_state: Floats  # (nx, nx)


@kernel
def _fill(model, t, state, local, by, slopes_by):
    """All values, and their derivatives by measures and states."""
    evaluate_signals(model, t, state)
    put_sensitivities(model, t, state, local, by, slopes_by)


@kernel
def _fill_gradient(model, i, state, out):
    """The gradient of a measure."""
    call4(model.signals.gradient[i], model, i, state, out)


@kernel
def _fill_forces(model, t, state):
    """The applied forces for the signals' values as they are in the state."""
    add_forces(model, t, state, 1)


def feedback(model: Model, state: State, t: float) -> Feedback | None:
    """The derivatives; None for a model without signals."""
    signals = model.signals
    if len(signals.kind) == 0:
        return None
    model, state, nb = with_partials(model), copied(state), len(model.bodies.mass)
    measures, states = len(signals.measures.body0), len(state.element)
    inputs, own = int(np.diff(signals.first_input).max()), int(np.diff(signals.first_state).max())
    by, slopes_by = np.zeros((len(signals.kind), measures + states)), np.zeros((states, measures + states))
    _fill(model, t, state, np.zeros((1 + own, inputs + own)), by, slopes_by)
    gradients = _gradients(model, state, measures, nb)
    driving = driving_signals(model)
    pushes = np.array([_push(model, state, t, int(d)) for d in driving]).reshape(len(driving), 6 * nb).T
    forces, slopes = pushes @ by[driving], slopes_by
    by_pose, by_velocity = gradients[:, : 6 * nb], gradients[:, 6 * nb :]
    return Feedback(
        forces[:, :measures] @ by_pose,
        forces[:, :measures] @ by_velocity,
        forces[:, measures:],
        slopes[:, :measures] @ by_pose,
        slopes[:, :measures] @ by_velocity,
        slopes[:, measures:],
    )


def _gradients(model: Model, state: State, measures: int, nb: int) -> Floats:
    """Gradients of all measures (nm, 12 nb), by increments and then by velocities."""
    table, found = model.signals.measures, np.zeros((measures, 2, nb + 1, 6))
    out = np.zeros((3, 12))
    for i in np.flatnonzero(model.signals.kind < MEASURED).tolist():
        m = int(model.signals.subject[i])
        _fill_gradient(model, i, state, out)
        for end, body in enumerate((table.body0[m], table.body1[m], table.body2[m])):
            found[m, :, body] += out[end].reshape(2, 6)
    return found[:, :, :nb].reshape(measures, 12 * nb)


def _push(model: Model, state: State, t: float, signal: int) -> Floats:
    """The derivative (6 nb,) of the applied forces by a signal."""
    kept = float(state.signal[signal])
    probe, sides = PROBE * max(1.0, abs(kept)), []
    for sign in (1.0, -1.0):
        state.signal[signal] = kept + sign * probe
        _fill_forces(model, t, state)
        sides.append(np.concatenate([state.force, state.moment], axis=1)[:-1].ravel())
    state.signal[signal] = kept
    return np.asarray((sides[0] - sides[1]) / (2.0 * probe))
