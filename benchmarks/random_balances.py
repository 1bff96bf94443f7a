"""Checks Newton's and Euler's equations of random mechanisms: `python benchmarks/random_balances.py 100 --seed 7`.

The script computes every force from the deck, or reads it from a sensor, with formulas that do not come from rbsolve.
The script compares the forces on each body with the mass times the measured acceleration. Velocities and accelerations
must be the derivatives of positions and velocities, also for moving observers. Derivatives follow from splines through
the output rows. Errors are shown with their seed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from random_mechanisms import COORDINATES, LATER, Array, Body, Joint, Mechanism
from scipy.interpolate import make_interp_spline

import rbsolve

STEP, ROWS = 1e-3, 2e-3  # steps of the method and of the output [s]
EDGE = 6  # rows at both ends, at which derivatives of splines are inaccurate
EXACT = 1e-6  # limit of balances, relative to the largest force
# Limits of derivatives: a method of order four, and one of order two.
LIMITS = {"EXPLICIT_RUNGE_KUTTA": 1e-4, "GENERALIZED_ALPHA": 0.1}
METHODS = (
    ("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES"),
    *(
        ("GENERALIZED_ALPHA", formulation)
        for formulation in ("LIE_R3_SO3", "LIE_SE3", "EULER_PARAMETERS_2", "UNIFIED_VELOCITIES", "MINIMAL_COORDINATES")
    ),
)


class Wrench(NamedTuple):
    """A force and a moment about the point at which it acts, inertial components (rows, 3)."""

    body: str
    point: Array
    force: Array
    moment: Array

    @property
    def about_origin(self) -> Array:
        return self.moment + np.cross(self.point, self.force)


class Motion:
    """The measured motion of a mechanism, including particles and axes that move with bodies."""

    def __init__(self, mechanism: Mechanism, sensors: Mapping[str, Array], time: Array) -> None:
        self.mechanism, self.time, self._sensors = mechanism, time, sensors
        self._bodies = {body.name: body for body in mechanism.bodies}

    def of(self, quantity: str, name: str) -> Array:
        return np.asarray(self._sensors[f"{quantity}_{name}"])

    def sensor(self, name: str) -> Array:
        return np.asarray(self._sensors[name])

    def turn(self, name: str) -> Array:
        """Return the rotations (rows, 3, 3) of a body since the reference configuration."""
        if name == "GROUND":
            return np.broadcast_to(np.eye(3), (len(self.time), 3, 3))
        return self.of("R", name).reshape(-1, 3, 3) @ self._bodies[name].R_IB.T

    def particle(self, name: str, point: Array) -> Array:
        """Return the positions of the particle of a body that is at `point` at the reference configuration."""
        if name == "GROUND":
            return np.broadcast_to(point, (len(self.time), 3))
        return self.of("x", name) + self.turn(name) @ (point - self._bodies[name].position)

    def velocity(self, name: str, point: Array) -> Array:
        """Return the velocities of the same particle."""
        arm = self.particle(name, point) - self.of("x", name)
        return self.of("v", name) + np.cross(self.of("w", name), arm)


def _joint_wrench(motion: Motion, joint: Joint) -> Wrench:
    """Return the reaction and the drives of a joint, and the effort of gears, on B1."""
    mechanism, (body0, body1) = motion.mechanism, joint.bodies
    force, moment = motion.of("force", joint.name), motion.of("moment", joint.name)
    axes0, axes1 = motion.turn(body0) @ joint.R_IJ, motion.turn(body1) @ joint.R_IJ
    a, b, c = (axes0[:, :, i] for i in range(3))
    along, about = {
        "revolute": ([], [c]),
        "prismatic": ([c], []),
        "cylindrical": ([None, c], [c]),
        "screw": ([], [c]),
        "spherical": ([], [a, b, c]),
        "universal": ([], [c, axes1[:, :, 0]]),
        "planar": ([a, b], [None, None, c]),
        "rigid": ([], []),
    }[joint.kind]
    drive = motion.of("drive", joint.name) if COORDINATES[joint.kind] else np.zeros((len(motion.time), 0))
    for gear in mechanism.gears:
        for name, ratio in zip(gear.joints, (-gear.ratio, 1.0), strict=True):
            if name == joint.name:
                drive = drive + ratio * motion.sensor("effort")
    for k, axis in enumerate(along):
        force = force + (0.0 if axis is None else drive[:, k : k + 1] * axis)
    for k, axis in enumerate(about):
        moment = moment + (0.0 if axis is None else drive[:, k : k + 1] * axis)
    return Wrench(body1, motion.particle(body1, joint.point), force, moment)


def _pairs(motion: Motion) -> Iterator[tuple[Wrench, str]]:
    """Yield the wrenches of joints, springs and curves, and the body on which each opposite wrench acts."""
    mechanism = motion.mechanism
    for joint in mechanism.joints:
        yield _joint_wrench(motion, joint), joint.bodies[0]
    for spring in mechanism.springs:
        (body0, body1), (point0, point1) = spring.bodies, spring.points
        start, end = motion.particle(body0, point0), motion.particle(body1, point1)
        length = np.linalg.norm(end - start, axis=1, keepdims=True)
        e = (end - start) / length
        rate = np.sum(e * (motion.velocity(body1, point1) - motion.velocity(body0, point0)), axis=1, keepdims=True)
        tension = spring.stiffness * (length - spring.rest) + spring.damping * rate
        yield Wrench(body1, end, -tension * e, np.zeros_like(e)), body0
    for body0, body1, point in mechanism.curves:
        force = motion.sensor("guide")
        yield Wrench(body1, motion.particle(body1, point), force, np.zeros_like(force)), body0


def wrenches(motion: Motion) -> Iterator[Wrench]:
    """Yield all forces on bodies, and on GROUND."""
    mechanism, n = motion.mechanism, len(motion.time)
    for body in mechanism.bodies:
        weight = np.broadcast_to(body.mass * mechanism.gravity, (n, 3))
        yield Wrench(body.name, _centre(motion, body), weight, np.zeros((n, 3)))
    for load in mechanism.loads:
        axes = load.scale(motion.time)[:, None, None] * (motion.turn(load.turns_with) @ load.R_IL)
        yield Wrench(load.body, motion.particle(load.body, load.point), axes @ load.force, axes @ load.moment)
    for one, other in _pairs(motion):
        yield one
        yield Wrench(other, one.point, -one.force, -one.moment)


def _centre(motion: Motion, body: Body) -> Array:
    return motion.of("x", body.name) + motion.of("R", body.name).reshape(-1, 3, 3) @ body.centre


def balances(motion: Motion) -> dict[str, float]:
    """Return the largest error of Newton's and Euler's equations of each body, relative to its largest force."""
    found, acting = {}, list(wrenches(motion))
    for body in motion.mechanism.bodies:
        x, w, alpha = (motion.of(quantity, body.name) for quantity in ("x", "w", "alpha"))
        R_IB = motion.of("R", body.name).reshape(-1, 3, 3)
        arm = R_IB @ body.centre
        acceleration = motion.of("a", body.name) + np.cross(alpha, arm) + np.cross(w, np.cross(w, arm))
        inertia = R_IB @ body.inertia @ np.swapaxes(R_IB, 1, 2)
        spin = np.einsum("tij,tj->ti", inertia, w)
        rates = (
            body.mass * acceleration,
            np.cross(x + arm, body.mass * acceleration) + np.einsum("tij,tj->ti", inertia, alpha) + np.cross(w, spin),
        )
        mine = [one for one in acting if one.body == body.name]
        for word, rate, parts in (
            ("force", rates[0], [one.force for one in mine]),
            ("moment", rates[1], [one.about_origin for one in mine]),
        ):
            largest = max(1.0, *(float(np.abs(part).max()) for part in (rate, *parts)))
            found[f"{word} on {body.name}"] = float(np.abs(rate - sum(parts)).max()) / largest
    return found


def derivatives(motion: Motion, names: Mapping[str, str]) -> dict[str, float]:
    """Compare each sensor with the derivative of another sensor. Return the largest difference for each sensor,
    relative to its size.
    """
    found = {}
    for rate, of in names.items():
        measured = motion.sensor(rate)
        slope = make_interp_spline(motion.time, motion.sensor(of), k=7).derivative()(motion.time)
        if measured.shape[1] == 3 and slope.shape[1] == 9:  # the angular velocity of a rotation matrix
            W = slope.reshape(-1, 3, 3) @ np.swapaxes(motion.sensor(of).reshape(-1, 3, 3), 1, 2)
            slope = np.stack([W[:, 2, 1], W[:, 0, 2], W[:, 1, 0]], axis=1)
        inside = slice(EDGE, -EDGE)
        size = max(1.0, float(np.abs(measured).max()))
        found[f"{rate} from {of}"] = float(np.abs(measured - slope)[inside].max()) / size
    return found


def observe(mechanism: Mechanism) -> dict[str, str]:
    """Add sensors of each body, as observed from the frame of the previous body. Return all rates of a mechanism."""
    kinds = (("x", "POSITION"), ("v", "VELOCITY"), ("a", "ACCELERATION"), ("R", "ORIENTATION"))
    kinds += (("w", "ANGULAR_VELOCITY"), ("alpha", "ANGULAR_ACCELERATION"))
    orders = (("v", "x"), ("a", "v"), ("w", "R"), ("alpha", "w"))
    found = {}
    for before, body in zip([mechanism.bodies[-1], *mechanism.bodies], mechanism.bodies, strict=False):
        for name, kind in kinds:
            mechanism.deck.sensor(
                f"{name}_seen_{body.name}", sensor_type=kind, object_name=body.name, frame_name=f"on_{before.name}"
            )
        found |= {f"{rate}_{body.name}": f"{of}_{body.name}" for rate, of in orders}
        found |= {f"{rate}_seen_{body.name}": f"{of}_seen_{body.name}" for rate, of in orders}
    return found


def errors(seed: int, method: tuple[str, str]) -> dict[str, float] | None:
    """Return the errors of a random mechanism that are above their limits, or None if its deck is refused."""
    integrator, formulation = method
    mechanism = Mechanism(seed, guided=integrator == "GENERALIZED_ALPHA")
    rates, deck = observe(mechanism), mechanism.deck
    options = {"tableau": "RK44"} if integrator == "EXPLICIT_RUNGE_KUTTA" else {}
    deck.time_integrator("method", integrator_type=integrator, formulation=formulation, **options)
    deck.analysis(
        "run",
        simulation_time_range=(0, LATER),
        time_step_size=STEP,
        output_step_size=ROWS,
        time_integrator_name="method",
    )
    try:
        results = rbsolve.solve(deck)
    except rbsolve.DeckError:
        return None
    motion = Motion(mechanism, results, results.time)
    found = {name: error for name, error in balances(motion).items() if not error < EXACT}
    limit = LIMITS[integrator]
    return found | {name: error for name, error in derivatives(motion, rates).items() if not error < limit}


def main() -> int:
    """Check random mechanisms, each with one method, and print the errors to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=100, help="mechanisms")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first mechanism")
    arguments = parser.parse_args()
    wrong = refused = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        method = METHODS[seed % len(METHODS)]
        found = errors(seed, method)
        refused += found is None
        if found:
            wrong += 1
            print(
                f"mechanism {seed}, {' '.join(method)}:", *(f"  {v:.1e} {name}" for name, v in found.items()), sep="\n"
            )
    print(f"{arguments.count} mechanisms: {wrong} with errors, {refused} refused")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
