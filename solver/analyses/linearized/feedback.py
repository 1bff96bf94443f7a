"""Computes the contributions of signals to the linearized equations of a model.

Forces and the time derivatives (slopes) of signal states depend on the motion and on signal states. This module
linearizes both.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.subroutines import call4
from rbsolve.solver.forces.registry import apply_forces_alone
from rbsolve.solver.integrators.generalized_alpha.signal_states import PROBE
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import Model, State, copy_state
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.signals.driving import driving_signals
from rbsolve.solver.signals.evaluation import evaluate_signals, put_element_slopes, with_partials
from rbsolve.solver.signals.sensitivity import MEASURED, put_sensitivities


class Feedback(NamedTuple):
    """Derivatives of the applied forces (6 nb) and of the slopes of the states (nx), with respect to the motion and the
    states.

    The motion consists of the increments [dx, dpsi] of the bodies and their velocities [u, w]. Each derivative is a
    product of three matrices. These are the derivatives of forces with respect to driving signals, of signals with
    respect to measures and states, and of measures with respect to the motion.
    """

    pushes: Floats  # (6 nb, nd)
    driving: Floats  # (nd, nm + nx)
    slopes: Floats  # (nx, nm + nx)
    measures_by_pose: Floats  # (nm, 6 nb)
    measures_by_velocity: Floats

    @property
    def measures(self) -> int:
        """Return the number of measures."""
        return len(self.measures_by_pose)

    @property
    def force_by_pose(self) -> Floats:
        """Return the derivatives of forces with respect to increments (6 nb, 6 nb)."""
        return np.asarray(self.pushes @ self.driving[:, : self.measures] @ self.measures_by_pose)

    @property
    def force_by_velocity(self) -> Floats:
        """Return the derivatives of forces with respect to velocities (6 nb, 6 nb)."""
        return np.asarray(self.pushes @ self.driving[:, : self.measures] @ self.measures_by_velocity)

    @property
    def force_by_state(self) -> Floats:
        """Return the derivatives of forces with respect to states (6 nb, nx)."""
        return np.asarray(self.pushes @ self.driving[:, self.measures :])

    @property
    def slope_by_pose(self) -> Floats:
        """Return the derivatives of slopes with respect to increments (nx, 6 nb)."""
        return np.asarray(self.slopes[:, : self.measures] @ self.measures_by_pose)

    @property
    def slope_by_velocity(self) -> Floats:
        """Return the derivatives of slopes with respect to velocities (nx, 6 nb)."""
        return np.asarray(self.slopes[:, : self.measures] @ self.measures_by_velocity)

    @property
    def slope_by_state(self) -> Floats:
        """Return the derivatives of slopes with respect to states (nx, nx)."""
        return self.slopes[:, self.measures :]


@kernel
def _fill(model: Model, t: float, state: State, local: Floats, by: Floats, slopes_by: Floats, slopes: Floats) -> None:
    """Compute all values and the slopes of all states. Also compute the derivatives of both with respect to measures
    and states.
    """
    evaluate_signals(model, t, state)
    put_element_slopes(model, t, state, slopes)
    put_sensitivities(model, t, state, local, by, slopes_by)


@kernel
def _fill_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Write the gradient of a measure to `out`."""
    call4(model.signals.gradient[i], model, i, state, out)


@kernel
def _fill_forces(model: Model, t: float, state: State) -> None:
    """Compute the applied forces for the signal values in the state."""
    apply_forces_alone(model, t, state)


class Sensitivities(NamedTuple):
    """The time derivatives of all signal states. Also contains the derivatives of signals, and of these time
    derivatives, with respect to measures and states.
    """

    slopes: Floats  # (nx,)
    values_by: Floats  # (ng, nm + nx)
    slopes_by: Floats  # (nx, nm + nx)

    @property
    def by_states(self) -> Floats:
        """Return the derivatives of the slopes with respect to the states (nx, nx)."""
        return self.slopes_by[:, self.slopes_by.shape[1] - len(self.slopes) :]


def sensitivities(model: Model, state: State, t: float) -> Sensitivities:
    """Return the slopes and derivatives in a state. Signal values are written to `state.signal`. `model` must come from
    `with_partials`.
    """
    signals = model.signals
    measures, states = len(signals.measures.body0), int(signals.first_state[-1])
    inputs, own = int(np.diff(signals.first_input).max()), int(np.diff(signals.first_state).max())
    found = Sensitivities(
        np.zeros(states), np.zeros((len(signals.kind), measures + states)), np.zeros((states, measures + states))
    )
    _fill(model, t, state, np.zeros((1 + own, inputs + own)), found.values_by, found.slopes_by, found.slopes)
    return found


def feedback(model: Model, state: State, t: float) -> Feedback | None:
    """Return the derivatives, or None for a model without signals."""
    if len(model.signals.kind) == 0:
        return None
    model, state, nb = with_partials(model), copy_state(state), len(model.bodies.mass)
    found = sensitivities(model, state, t)
    gradients = _gradients(model, state, len(model.signals.measures.body0), nb)
    driving = driving_signals(model)
    pushes = np.array([_push(model, state, t, int(d)) for d in driving]).reshape(len(driving), 6 * nb).T
    return Feedback(pushes, found.values_by[driving], found.slopes_by, gradients[:, : 6 * nb], gradients[:, 6 * nb :])


def _gradients(model: Model, state: State, measures: int, nb: int) -> Floats:
    """Return the gradients of all measures (nm, 12 nb): with respect to increments, followed by velocities."""
    table, found = model.signals.measures, np.zeros((measures, 2, nb + 1, 6))
    out = np.zeros((3, 12))
    for i in np.flatnonzero(model.signals.kind < MEASURED).tolist():
        m = int(model.signals.subject[i])
        _fill_gradient(model, i, state, out)
        for end, body in enumerate((table.body0[m], table.body1[m], table.body2[m])):
            found[m, :, body] += out[end].reshape(2, 6)
    return found[:, :, :nb].reshape(measures, 12 * nb)


def _push(model: Model, state: State, t: float, signal: int) -> Floats:
    """Return the derivative (6 nb,) of the applied forces with respect to a signal."""
    kept = float(state.signal[signal])
    probe, sides = PROBE * max(1.0, abs(kept)), []
    for sign in (1.0, -1.0):
        state.signal[signal] = kept + sign * probe
        _fill_forces(model, t, state)
        sides.append(np.concatenate([state.force, state.moment], axis=1)[:-1].ravel())
    state.signal[signal] = kept
    return np.asarray((sides[0] - sides[1]) / (2.0 * probe))
