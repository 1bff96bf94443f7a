"""Random mechanisms with records of their parts, for checks of their motion by independent formulas.

A mechanism has two to five bodies in a tree of random joints, with springs, dampers, actuators, friction and prescribed
motions of their coordinates. Loads with fixed and moving axes act on its bodies, and springs connect bodies. Some
mechanisms have a gear or a curve that guides a point. Sensors measure all motions and forces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import rbsolve

Array = NDArray[np.float64]

# The number of coordinates of each joint, in the order of its sensors.
COORDINATES = {
    "revolute": 1,
    "prismatic": 1,
    "cylindrical": 2,
    "screw": 1,
    "spherical": 3,
    "universal": 2,
    "planar": 3,
    "rigid": 0,
}
SIZE, LATER = 1.0, 0.4  # range of coordinates [m], end of a run [s]


class Body(NamedTuple):
    """A body at the reference configuration."""

    name: str
    position: Array  # of its origin, inertial components [m]
    R_IB: Array
    mass: float
    centre: Array  # centre of mass, body axes [m]
    inertia: Array  # about the centre of mass, body axes [kg m^2]


class Joint(NamedTuple):
    """A joint at the reference configuration. The second axis of a universal joint is its e1."""

    name: str
    kind: str
    bodies: tuple[str, str]
    point: Array
    R_IJ: Array
    prescribed: bool


class Load(NamedTuple):
    """A load `scale(t) R (force, moment)`. The axes R are fixed, or turn with a body."""

    body: str
    point: Array
    force: Array
    moment: Array
    R_IL: Array
    turns_with: str  # the name of a body, or GROUND
    scale: Callable[[Array], Array]


class Spring(NamedTuple):
    """A spring and a damper between two material points."""

    bodies: tuple[str, str]
    points: tuple[Array, Array]
    stiffness: float
    damping: float
    rest: float


class Gear(NamedTuple):
    """A gear `q1 = ratio q0` between the coordinates of two joints."""

    joints: tuple[str, str]
    ratio: float


class Mechanism:
    """A random mechanism. `deck` contains no method and no analysis."""

    def __init__(self, seed: int, guided: bool = True) -> None:
        """Build the mechanism of a seed. Only a `guided` mechanism may have a gear or a curve."""
        self._chance = np.random.default_rng(seed)
        self._count = 0
        self.deck = rbsolve.Deck()
        self.gravity = self._vector(5.0)
        self.deck.gravity("g", gravity_vector=self.gravity)
        self.bodies = [self._body(k) for k in range(self._chance.integers(2, 6))]
        self.joints = [self._joint(k) for k in range(len(self.bodies))]
        self.loads = [self._load(k) for k in range(self._chance.integers(0, 4))]
        self.springs = [self._spring(k) for k in range(self._chance.integers(0, 3))]
        self.gears = [self._gear()] if guided and self._chance.random() < 0.5 and len(self._single()) > 1 else []
        self.curves = [self._curve()] if guided and self._chance.random() < 0.5 else []

    def _number(self, least: float, most: float) -> float:
        return float(self._chance.uniform(least, most))

    def _vector(self, size: float = SIZE) -> Array:
        return self._chance.uniform(-size, size, 3)

    def _axes(self) -> tuple[str, Array]:
        """Define a triad, and return its name and its axes as columns."""
        R = np.linalg.qr(self._chance.normal(size=(3, 3)))[0]
        R[:, 0] *= np.sign(np.linalg.det(R))
        return self._triad(R), R

    def _triad(self, R: Array) -> str:
        self._count += 1
        name = f"axes_{self._count}"
        self.deck.triad(
            name, orientation_definition_type="VECTORS_E2_E3", orientation_e2=R[:, 1], orientation_e3=R[:, 2]
        )
        return name

    def _function(self) -> tuple[str, Callable[[Array], Array]]:
        """Define a function of time."""
        self._count += 1
        name, a, rate, phase = f"f_{self._count}", *(self._number(0.5, 2.0) for _ in range(3))
        self.deck.function_1d(
            name, function_1d_type="EXPRESSION", expression=f"{a!r}*exp(-t)*cos({4 * rate!r}*t + {phase!r})"
        )
        return name, lambda t: a * np.exp(-t) * np.cos(4 * rate * t + phase)

    def _body(self, k: int) -> Body:
        name, (triad, R) = f"body_{k}", self._axes()
        body = Body(
            name,
            self._vector(),
            R,
            self._number(0.5, 3.0),
            self._vector(0.3),
            np.diag(self._chance.uniform(0.05, 0.1, 3)) + _symmetric(*self._chance.uniform(-0.01, 0.01, 3)),
        )
        self.deck.rigid_body(
            name,
            at_point=body.position,
            triad_name=triad,
            mass=body.mass,
            centre_of_mass=body.centre,
            moments_of_inertia=np.diag(body.inertia),
            products_of_inertia=body.inertia[np.triu_indices(3, 1)],
        )
        self.deck.moving_frame(
            f"on_{name}", connected_to_body=name, point_name=self._vector(), triad_name=self._axes()[0]
        )
        for sensor, kind in MOTIONS.items():
            self.deck.sensor(f"{sensor}_{name}", sensor_type=kind, object_name=name)
        return body

    def _joint(self, k: int) -> Joint:
        inner = "GROUND" if k == 0 else self._chance.choice(["GROUND", *(b.name for b in self.bodies[:k])])
        ends = [str(inner), f"body_{k}"]
        if self._chance.random() < 0.3:
            ends.reverse()
        kind = str(self._chance.choice(list(COORDINATES)))
        n, name, (triad, R) = COORDINATES[kind], f"joint_{k}", self._axes()
        joint = Joint(
            name,
            kind,
            (ends[0], ends[1]),
            self._vector(),
            R,
            n == 1 and ends[1] != inner and self._chance.random() < 0.2,
        )
        triads = [triad, self._triad(R[:, [1, 2, 0]])] if kind == "universal" else triad
        getattr(self.deck, f"{kind}_joint")(
            name,
            connected_to_bodies=ends,
            at_point=joint.point,
            triad_name=triads,
            **self._drives(joint),
            **({"pitch": 0.5} if kind == "screw" else {}),
        )
        self.deck.sensor(f"force_{name}", sensor_type="REACTION_FORCE", object_name=name)
        self.deck.sensor(f"moment_{name}", sensor_type="REACTION_MOMENT", object_name=name)
        if n:
            self.deck.sensor(f"drive_{name}", sensor_type="DRIVE_FORCE", object_name=name)
        return joint

    def _drives(self, joint: Joint) -> dict[str, object]:
        """Return arguments for springs, dampers, actuators, friction and motions of a joint's coordinates."""
        n, found = COORDINATES[joint.kind], {}
        if n == 0:
            return {}
        if self._chance.random() < 0.6:
            found["spring"] = [x for _ in range(n) for x in (self._number(1, 20), self._number(-0.3, 0.3))]
        if self._chance.random() < 0.6:
            found["damper"] = [self._number(0.1, 1.0) for _ in range(n)]
        if self._chance.random() < 0.4:
            found["actuator"] = [self._function()[0] for _ in range(n)]
        if self._chance.random() < 0.3:
            found |= {"friction_force": [self._number(0.1, 1.0) for _ in range(n)], "friction_velocity": 0.5}
        if joint.prescribed:
            name = f"move_{joint.name}"
            self.deck.function_1d(name, function_1d_type="EXPRESSION", expression="0.3*sin(3*t)")
            found["prescribed_displacement" if joint.kind == "prismatic" else "prescribed_rotation"] = name
        elif self._chance.random() < 0.8:
            found["initial_rate"] = list(self._chance.uniform(-2, 2, n))
        return found

    def _load(self, k: int) -> Load:
        name, body = f"load_{k}", self._any_body()
        axes = self._chance.choice(["inertial", "triad", "follower", "frame"])
        triad, R = self._axes()
        keywords: dict[str, object] = {}
        turns = "GROUND"
        if axes in ("triad", "follower"):
            keywords["triad_name"] = triad
        if axes == "follower":
            keywords["follower_force_flag"], turns = "YES", body
        if axes == "frame":
            keywords["frame_name"], turns = f"axes_of_{name}", self._any_body()
            self.deck.moving_frame(f"axes_of_{name}", connected_to_body=turns, triad_name=triad)
        function, scale = self._function()
        load = Load(
            body,
            self._vector(),
            self._vector(4.0),
            self._vector(),
            np.eye(3) if axes == "inertial" else R,
            turns,
            scale,
        )
        self.deck.dead_load(
            name,
            connected_to_body=body,
            at_point=load.point,
            applied_forces=load.force,
            applied_moments=load.moment,
            function_1d_name=function,
            **keywords,
        )
        return load

    def _spring(self, k: int) -> Spring:
        first, second = self._chance.choice([body.name for body in self.bodies], 2, replace=False)
        spring = Spring(
            (str(first), str(second)),
            (self._vector(), self._vector()),
            self._number(5, 40),
            self._number(0, 2),
            self._number(0.2, 1.0),
        )
        self.deck.spring_damper(
            f"spring_{k}",
            connected_to_bodies=spring.bodies,
            point1_name=spring.points[0],
            point2_name=spring.points[1],
            stiffness=spring.stiffness,
            damping=spring.damping,
            rest_length=spring.rest,
        )
        return spring

    def _single(self) -> list[Joint]:
        return [one for one in self.joints if COORDINATES[one.kind] == 1 and not one.prescribed]

    def _gear(self) -> Gear:
        first, second = self._chance.choice([joint.name for joint in self._single()], 2, replace=False)
        gear = Gear((str(first), str(second)), self._number(0.3, 2.0) * float(self._chance.choice([-1, 1])))
        self.deck.gear("gear", joint_names=gear.joints, ratio=gear.ratio)
        self.deck.sensor("effort", sensor_type="FORCE", object_name="gear")
        return gear

    def _curve(self) -> tuple[str, str, Array]:
        """Guide a point of a body along a curve on another body. Return both bodies and the point."""
        first, second = (str(one) for one in self._chance.choice([b.name for b in self.bodies], 2, replace=False))
        point = self._vector()
        curve = np.cumsum(self._chance.uniform(0.2, 0.6, (6, 3)), axis=0)
        self.deck.point_on_curve(
            "curve",
            connected_to_bodies=(first, second),
            point1_name=point,
            point2_name=point,
            curve_points=(curve - curve[2]).ravel(),
        )
        self.deck.sensor("guide", sensor_type="REACTION_FORCE", object_name="curve")
        return first, second, point

    def _any_body(self) -> str:
        return str(self._chance.choice([body.name for body in self.bodies]))


MOTIONS = {
    "x": "POSITION",
    "v": "VELOCITY",
    "a": "ACCELERATION",
    "R": "ORIENTATION",
    "w": "ANGULAR_VELOCITY",
    "alpha": "ANGULAR_ACCELERATION",
}


def _symmetric(xy: float, xz: float, yz: float) -> Array:
    return np.array([[0.0, xy, xz], [xy, 0.0, yz], [xz, yz, 0.0]])
