"""Random mechanisms with closed equations of motion: their decks, and their accelerations for `hybrid_reference.py`. The
signal `u` drives the first joint.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
from hybrid_reference import Array, Mechanism, Values


def signal(name: str, content: str) -> str:
    """Return the block of a signal."""
    return f"@SIGNAL_DEFINITION {{ @SIGNAL_NAME {{{name}}} {{ {content} }} }}"


def chain(chance: random.Random, n: int) -> tuple[str, Mechanism]:
    """Return `n` carts on a line, each on a prismatic joint to the previous cart."""
    masses = [chance.uniform(0.5, 3) for _ in range(n)]
    springs, dampers = [chance.uniform(2, 60) for _ in range(n)], [chance.uniform(0, 2) for _ in range(n)]
    q, v = np.array([chance.uniform(-0.5, 0.5) for _ in range(n)]), np.array([chance.uniform(-1, 1) for _ in range(n)])
    text = []
    for k in range(n):
        text.append(
            f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b{k}}} {{ @MASS {{{masses[k]!r}}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}"
        )
        drive = "@ACTUATOR {@SIGNAL_NAME {u}}" if k == 0 else ""
        previous = f"b{k - 1}" if k else "GROUND"
        text.append(
            f"@PRISMATIC_JOINT_DEFINITION {{ @PRISMATIC_JOINT_NAME {{j{k}}} {{ @CONNECTED_TO_BODIES {{{previous}, b{k}}} "
            f"@AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_X}} @SPRING {{{springs[k]!r}, 0}} @DAMPER {{{dampers[k]!r}}} "
            f"@INITIAL_COORDINATE {{{float(q[k])!r}}} @INITIAL_RATE {{{float(v[k])!r}}} {drive} }} }}"
        )

    def accelerations(t: float, q: Array, v: Array, given: Values) -> Array:
        force = [-springs[k] * q[k] - dampers[k] * v[k] + (given["u"] if k == 0 else 0.0) for k in range(n)]
        a = [(force[k] - (force[k + 1] if k + 1 < n else 0.0)) / masses[k] for k in range(n)]
        return np.diff(np.array([0.0, *a]))

    return "\n".join(text + joint_sensors(["DISPLACEMENT"] * n)), Mechanism(q, v, accelerations)


def joint_sensors(kinds: Sequence[str]) -> list[str]:
    return [
        f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{{short}{k}_}} {{ @SENSOR_TYPE {{RELATIVE_{kind}{rate}}} @OBJECT_NAME {{j{k}}} }} }}"
        f" {signal(f'{short}{k}', f'@MEASURE {{{short}{k}_}}')}"
        for k, kind in enumerate(kinds)
        for short, rate in (("q", ""), ("v", "_RATE"))
    ]


def pendulum(chance: random.Random) -> tuple[str, Mechanism]:
    """Return a pendulum that turns about the y axis, with a spring and a damper."""
    m, arm, inertia, c = (
        chance.uniform(0.5, 2),
        chance.uniform(0.1, 0.5),
        chance.uniform(0.02, 0.2),
        chance.uniform(0, 0.5),
    )
    q, v = chance.uniform(-1.5, 1.5), chance.uniform(-2, 2)
    text = (
        "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }\n"
        f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b0}} {{ @MASS {{{m!r}}} @CENTRE_OF_MASS_LOCATION {{0, 0, {-arm!r}}} "
        f"@MOMENTS_OF_INERTIA {{1, {inertia!r}, 1}} }} }}\n"
        "@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j0} { @CONNECTED_TO_BODIES {GROUND, b0} @AT_POINT {0, 0, 0} "
        f"@TRIAD_NAME {{AXIS_Y}} @DAMPER {{{c!r}}} @INITIAL_COORDINATE {{{q!r}}} @INITIAL_RATE {{{v!r}}} "
        "@ACTUATOR {@SIGNAL_NAME {u}} } }"
    )

    def accelerations(t: float, q: Array, v: Array, given: Values) -> Array:
        return (given["u"] - c * v - m * 9.81 * arm * np.sin(q)) / (inertia + m * arm**2)

    return "\n".join([text, *joint_sensors(["ROTATION"])]), Mechanism(np.array([q]), np.array([v]), accelerations)


def crane(chance: random.Random) -> tuple[str, Mechanism]:
    """Return a cart, driven along x, from which a pendulum hangs and turns about the y axis."""
    m0, m, arm, inertia = (
        chance.uniform(1, 3),
        chance.uniform(0.3, 1),
        chance.uniform(0.2, 0.6),
        chance.uniform(0.01, 0.1),
    )
    k, c = chance.uniform(2, 20), chance.uniform(0.1, 1)
    q = np.array([chance.uniform(-0.3, 0.3), chance.uniform(-1, 1)])
    v = np.array([chance.uniform(-1, 1), chance.uniform(-2, 2)])
    text = (
        "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }\n"
        f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b0}} {{ @MASS {{{m0!r}}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} "
        f"@RIGID_BODY_NAME {{b1}} {{ @MASS {{{m!r}}} @CENTRE_OF_MASS_LOCATION {{0, 0, {-arm!r}}} "
        f"@MOMENTS_OF_INERTIA {{1, {inertia!r}, 1}} }} }}\n"
        "@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {j0} { @CONNECTED_TO_BODIES {GROUND, b0} @AT_POINT {0, 0, 0} "
        f"@TRIAD_NAME {{AXIS_X}} @SPRING {{{k!r}, 0}} @INITIAL_COORDINATE {{{float(q[0])!r}}} @INITIAL_RATE {{{float(v[0])!r}}} "
        "@ACTUATOR {@SIGNAL_NAME {u}} } }\n"
        "@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j1} { @CONNECTED_TO_BODIES {b0, b1} @AT_POINT {0, 0, 0} "
        f"@TRIAD_NAME {{AXIS_Y}} @DAMPER {{{c!r}}} @INITIAL_COORDINATE {{{float(q[1])!r}}} @INITIAL_RATE {{{float(v[1])!r}}} }} }}"
    )

    def accelerations(t: float, q: Array, v: Array, given: Values) -> Array:
        # The centre of mass is at x - arm sin(angle), -arm cos(angle): a turn about y moves -z to -x.
        mixed = -m * arm * math.cos(q[1])
        force = given["u"] - k * q[0] - m * arm * math.sin(q[1]) * v[1] ** 2
        moment = -c * v[1] - m * 9.81 * arm * math.sin(q[1])
        return np.linalg.solve([[m0 + m, mixed], [mixed, inertia + m * arm**2]], [force, moment])

    return "\n".join([text, *joint_sensors(["DISPLACEMENT", "ROTATION"])]), Mechanism(q, v, accelerations)
