"""Computes the residual and the mass, gyroscopic and stiffness matrices of each body, as Kynema defines them (errata).

All terms are in inertial components about the origin of the body frame. Translations come first. With the spatial
angular velocity omega, `v = (u', omega)` and `v' = (u'', omega')`. Variations are `dq = (du, dtheta)` with `dR =
dtheta~ R`, which is an increment on the left. Without the variation of the applied forces f, the variation of `r = M v'
+ g - f` is `M dv' + G dv + K dq`. The contribution of the weight is `weight_stiffness`.

The linearization needs another form. As `d(omega) = dtheta' - omega~ dtheta`, the same variation is `M dq'' + C dq' +
K_s dq` with

    C = G - M diag(0, omega~),    K_s = K - G diag(0, omega~) - M diag(0, omega'~).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rbsolve.solver.assembly.elements.projection import spatial_mass
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats


@dataclass(frozen=True, eq=False)
class BodyTerms:
    """The terms of every body, in SI units. The order is the order of the names in `bodies`."""

    bodies: tuple[str, ...]
    residual: Floats  # (nb, 6) M v' + g - f with the applied forces f, which equals the joint reactions
    mass: Floats  # (nb, 6, 6) M
    gyroscopic: Floats  # (nb, 6, 6) G
    stiffness: Floats  # (nb, 6, 6) K
    weight_stiffness: Floats  # (nb, 6, 6) contribution of the weight to K
    angular_velocity: Floats  # (nb, 3) omega
    angular_acceleration: Floats  # (nb, 3) omega'

    @property
    def small_motion_damping(self) -> Floats:
        """Return C of M dq'' + C dq' + K_s dq (nb, 6, 6)."""
        return self.gyroscopic - self.mass @ _spin_matrices(self.angular_velocity)

    @property
    def small_motion_stiffness(self) -> Floats:
        """Return K_s of M dq'' + C dq' + K_s dq (nb, 6, 6), without the contribution of the weight."""
        swung = self.gyroscopic @ _spin_matrices(self.angular_velocity) + self.mass @ _spin_matrices(
            self.angular_acceleration
        )
        return self.stiffness - swung


def body_terms(names: tuple[str, ...], model: Model, state: State, acceleration: Floats) -> BodyTerms:
    """Return the terms at a state with the applied forces. The accelerations (nb + 1, 6) are u'' (inertial) and w'
    (body axes).
    """
    bodies, n = model.bodies, len(names)
    R, m = state.R[:n], bodies.mass[:, None, None]
    own = [spatial_mass(*mass) for mass in zip(bodies.mass, bodies.centre, bodies.inertia, strict=True)]
    mass = _rotate(R, np.array(own).reshape(-1, 6, 6))
    w, eta = _times(R, state.w[:n]), _times(R, bodies.centre)
    u2, w1 = acceleration[:n, :3], _times(R, acceleration[:n, 3:])
    rho, W, W1, E = mass[:, 3:, 3:], _tilde(w), _tilde(w1), m * _tilde(eta)
    spin, swing = _tilde(_times(rho, w)), _tilde(_times(rho, w1))
    inertia_forces = np.concatenate([_times(W @ W, m[:, :, 0] * eta), _times(W, _times(rho, w))], axis=1)
    applied = np.concatenate([state.force[:n], _times(R, state.moment[:n])], axis=1)
    gyroscopic, stiffness, weight_stiffness = np.zeros((3, n, 6, 6))
    gyroscopic[:, :3, 3:] = -_tilde(_times(W, m[:, :, 0] * eta)) - W @ E
    gyroscopic[:, 3:, 3:] = W @ rho - spin
    stiffness[:, :3, 3:] = -(W1 + W @ W) @ E
    stiffness[:, 3:, 3:] = _tilde(u2) @ E + (rho @ W1 - swing) + W @ (rho @ W - spin)
    weight_stiffness[:, 3:, 3:] = -_tilde(np.broadcast_to(model.gravity, (n, 3))) @ E
    return BodyTerms(
        bodies=names,
        residual=_times(mass, np.concatenate([u2, w1], axis=1)) + inertia_forces - applied,
        mass=mass,
        gyroscopic=gyroscopic,
        stiffness=stiffness,
        weight_stiffness=weight_stiffness,
        angular_velocity=w,
        angular_acceleration=w1,
    )


def _tilde(v: Floats) -> Floats:
    """Return the matrices (n, 3, 3) of the cross products v x."""
    matrices: Floats = np.cross(v[:, None, :], np.eye(3)).swapaxes(1, 2)
    return matrices


def _times(A: Floats, v: Floats) -> Floats:
    """Return the products A v of matrices (n, k, k) and vectors (n, k)."""
    return np.asarray(np.einsum("nij,nj->ni", A, v))


def _rotate(R: Floats, M: Floats) -> Floats:
    """Return the product diag(R, R) M diag(R, R)^T."""
    both = np.zeros_like(M)
    both[:, :3, :3] = both[:, 3:, 3:] = R
    rotated: Floats = both @ M @ both.swapaxes(1, 2)
    return rotated


def _spin_matrices(w: Floats) -> Floats:
    """Return the matrices diag(0, w~)."""
    turning = np.zeros((len(w), 6, 6))
    turning[:, 3:, 3:] = _tilde(w)
    return turning
