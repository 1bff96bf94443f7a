"""Random decks of free bodies, trees, loops and rolling discs, and all methods that may run them."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

HAMILTONIAN = "QUATERNION_HAMILTONIAN"
COORDINATES = {
    "REVOLUTE": "r",
    "PRISMATIC": "d",
    "CYLINDRICAL": "rd",
    "SCREW": "r",
    "UNIVERSAL": "rr",
    "PLANAR": "ddr",
    "SPHERICAL": "rrr",
}


class Method(NamedTuple):
    """An integrator with its formulation and the keywords of its block."""

    integrator: str
    formulation: str
    more: str = ""

    @property
    def block(self) -> str:
        return (
            f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{method}} {{ @INTEGRATOR_TYPE {{{self.integrator}}} "
            f"@FORMULATION {{{self.formulation}}} {self.more} }} }}"
        )

    def __str__(self) -> str:
        return " ".join(self).strip()


_TOLERANCES = "@RELATIVE_TOLERANCE {1e-6} @ABSOLUTE_TOLERANCE {1e-7}"
_EXPLICIT = "EXPLICIT_RUNGE_KUTTA"
_ON_GROUPS = ("LIE_R3_SO3", "LIE_SE3", "UNIFIED_VELOCITIES", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2")
METHODS = (
    *(
        Method(_EXPLICIT, name, "@TABLEAU {RK44}")
        for name in (*_ON_GROUPS, "LIE_R3_S3", "EULER_PARAMETERS_1", "MINIMAL_COORDINATES")
    ),
    *(
        Method(_EXPLICIT, name, f"@TABLEAU {{{tableau}}} {_TOLERANCES}")
        for name, tableau in (
            ("LIE_R3_SO3", "DOPRI5"),
            ("LIE_R3_S3", "ODE23"),
            ("LIE_SE3", "DOP853"),
            ("MINIMAL_COORDINATES", "DOPRI5"),
        )
    ),
    *(Method("GENERALIZED_ALPHA", name) for name in (*_ON_GROUPS, "EULER_PARAMETERS_2", "MINIMAL_COORDINATES")),
    *(
        Method("GENERALIZED_ALPHA", name, "@LOCAL_ERROR_TOLERANCE {1e-6}")
        for name in ("LIE_R3_SO3", "MINIMAL_COORDINATES")
    ),
    *(
        Method(name, HAMILTONIAN)
        for name in ("IMPLICIT_MIDPOINT", "ENERGY_MOMENTUM", "LOBATTO_IIIA_B", "GAUSS_LOBATTO")
    ),
    # The order of the first methods must not change, because the log of a search names methods by their numbers.
    *(
        Method(_EXPLICIT, name, f"@TABLEAU {{{tableau}}}")
        for name, tableau in (
            ("LIE_R3_SO3_LEFT", "RK44"),
            ("LIE_R3_SO3", "CF4"),
            ("LIE_SE3", "CG4"),
            ("LIE_R3_S3", "RK67"),
            ("MINIMAL_COORDINATES", "HEUN"),
        )
    ),
    *(
        Method(_EXPLICIT, name, f"@TABLEAU {{{tableau}}} {_TOLERANCES}")
        for name, tableau in (
            ("MINIMAL_COORDINATES", "ODE23"),
            ("CARDAN_ANGLES_1", "DOPRI5"),
            ("EULER_PARAMETERS_1", "DOP853"),
        )
    ),
    Method("GENERALIZED_ALPHA", "LIE_R3_SO3_LEFT"),
    *(Method("GENERALIZED_ALPHA", name, "@NEWTON {MODIFIED}") for name in ("LIE_SE3", "MINIMAL_COORDINATES")),
    *(
        Method("GENERALIZED_ALPHA", name, "@LOCAL_ERROR_TOLERANCE {1e-6}")
        for name in ("LIE_SE3", "LIE_R3_SO3_LEFT", "UNIFIED_VELOCITIES", "CARDAN_ANGLES_1", "EULER_PARAMETERS_2")
    ),
    Method("LOBATTO_IIIA_B", HAMILTONIAN, "@NUMBER_OF_STAGES {3}"),
)


def three(chance: random.Random, size: float = 1.0) -> str:
    """Return three random numbers of a deck."""
    return ", ".join(f"{chance.uniform(-size, size):.4g}" for _ in range(3))


def spread(chance: random.Random, least: float, most: float) -> str:
    """Return a random number whose logarithm is uniformly distributed."""
    return f"{least * (most / least) ** chance.random():.4g}"


class RandomModel:
    """The blocks of a random deck without its method."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        self.blocks: list[str] = []
        self.measures: list[tuple[str, str]] = []  # sensor and component that an event may watch
        # These random numbers are for later additions, which therefore do not change the other parts of a model.
        self.more, self.convexes = random.Random(f"more {seed}"), random.Random(f"convexes {seed}")
        family = chance.choice(("free", "tree", "tree", "loop"))
        if self.more.random() < 0.1:
            family = "disc"
        if chance.random() < 0.8:
            self.add("GRAVITY", "g", "@GRAVITY_VECTOR {0, 0, -9.81}")
        self.bodies = {"free": self.free, "tree": self.tree, "loop": self.loop, "disc": self.disc}[family]()
        if len(self.bodies) > 1 and chance.random() < 0.4:
            self.spring()
        if len(self.bodies) > 1 and self.more.random() < 0.2:
            self.bushing()
        if family == "tree" and self.more.random() < 0.3:
            self.gear()
        if chance.random() < 0.5 and family != "disc":
            self.contact()
        if self.convexes.random() < {"free": 0.5, "tree": 0.25}.get(family, 0.0):
            self.convex_contact()
        if chance.random() < 0.4:
            self.event()
        self.sensor("energy", "TOTAL_ENERGY", "SYSTEM")
        self.sensor("weight_at", "POSITION", self.bodies[0])
        step = chance.choice((2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2))
        self.add(
            "ANALYSIS",
            "run",
            f"@SIMULATION_TIME_RANGE {{0, {min(0.6, 800 * step):g}}} @TIME_STEP_SIZE {{{step:g}}} @OUTPUT_STEP_SIZE {{0.01}} "
            "@TIME_INTEGRATOR_NAME {method}",
        )

    def deck(self, method: Method) -> str:
        return "\n".join([*self.blocks, method.block])

    def add(self, kind: str, name: str, content: str) -> None:
        self.blocks.append(f"@{kind}_DEFINITION {{ @{kind}_NAME {{{name}}} {{ {content} }} }}")

    def sensor(self, name: str, kind: str, of: str) -> None:
        self.add("SENSOR", name, f"@SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{of}}}")

    def body(self, at: str, more: str = "") -> str:
        name = f"b{sum('@RIGID_BODY_NAME' in block for block in self.blocks)}"
        a, b = (self.chance.uniform(0.05, 0.3) for _ in range(2))
        inertia = ", ".join(f"{x:.4g}" for x in (a, b, (a + b) * self.chance.uniform(0.6, 1.0)))
        mass = spread(self.chance, 0.2, 5.0)
        centre = f"@CENTRE_OF_MASS_LOCATION {{{three(self.chance, 0.2)}}}" if self.chance.random() < 0.5 else ""
        self.add(
            "RIGID_BODY", name, f"@AT_POINT {{{at}}} @MASS {{{mass}}} {centre} @MOMENTS_OF_INERTIA {{{inertia}}} {more}"
        )
        return name

    def free(self) -> list[str]:
        """Add bodies without joints, apart from each other."""
        made = []
        for number in range(self.chance.randrange(1, 4)):
            start = (
                f"@INITIAL_VELOCITY {{{three(self.chance, 2)}}} @INITIAL_ANGULAR_VELOCITY {{{three(self.chance, 5)}}}"
            )
            made.append(self.body(f"{1.5 * number}, 0, {self.chance.uniform(0.4, 1):.4g}", start))
        self.measures.append((made[0], "POSITION"))
        return made

    def joint(self, kind: str, ends: tuple[str, str], at: str, axis: str, rates: bool = True) -> None:
        """Add a joint, possibly with forces in the joint."""
        chance, name = self.chance, f"j{sum('_JOINT_NAME' in block for block in self.blocks)}"
        free = COORDINATES[kind]
        more = [f"@CONNECTED_TO_BODIES {{{ends[0]}, {ends[1]}}} @AT_POINT {{{at}}}"]
        more.append(f"@TRIAD_NAME {{{'AXIS_X, AXIS_Y' if kind == 'UNIVERSAL' else axis}}}")
        if kind == "SCREW":
            more.append("@PITCH {0.2}")
        if rates and chance.random() < 0.7:
            more.append(f"@INITIAL_RATE {{{', '.join(f'{chance.uniform(-3, 3):.3g}' for _ in free)}}}")
        if chance.random() < 0.3:
            more.append(f"@SPRING {{{', '.join(spread(chance, 1, 1e4) + ', 0' for _ in free)}}}")
        if chance.random() < 0.3:
            more.append(f"@DAMPER {{{', '.join(spread(chance, 1e-3, 10) for _ in free)}}}")
        if kind != "SPHERICAL" and chance.random() < 0.3:
            bounds = (
                f"-{spread(chance, 0.02, 0.5)}, {spread(chance, 0.02, 0.5)}, {spread(chance, 1e3, 1e7)}, "
                f"{chance.choice(('0', spread(chance, 0.01, 1)))}"
                for _ in free
            )
            more.append(f"@STOPS {{{', '.join(bounds)}}}")
        friction = chance.random()
        if friction < 0.2:
            more.append(f"@FRICTION_FORCE {{{', '.join(spread(chance, 1e-2, 1e3) for _ in free)}}}")
        elif friction < 0.35 and len(free) == 1:
            more.append(f"@FRICTION {{{spread(chance, 0.05, 0.5)}, 0, 0.01, 0, 0.05}}")
        self.add(f"{kind}_JOINT", name, " ".join(more))
        if len(free) == 1:
            rotates = free == "r"
            self.measures.append((name, "RELATIVE_ROTATION" if rotates else "RELATIVE_DISPLACEMENT"))

    def tree(self) -> list[str]:
        """Add bodies on random joints to the ground or to an earlier body."""
        made: list[str] = []
        for number in range(self.chance.randrange(1, 5)):
            at = f"{0.4 * number:.4g}, {self.chance.uniform(-0.2, 0.2):.4g}, {self.chance.uniform(0.5, 1):.4g}"
            parent = self.chance.choice(["GROUND", *made])
            made.append(self.body(at))
            axis = self.chance.choice(("AXIS_X", "AXIS_Y", "AXIS_Z"))
            self.joint(self.chance.choice(list(COORDINATES)), (parent, made[-1]), at, axis)
        return made

    def loop(self) -> list[str]:
        """Add a four-bar with redundant constraints, closed by a hinge."""
        places = [(0.0, 0.8), (-0.1, 0.4), (0.9, 0.3), (0.8, 0.9)]
        points = [
            f"{x + self.chance.uniform(-0.1, 0.1):.4g}, 0, {z + self.chance.uniform(-0.1, 0.1):.4g}" for x, z in places
        ]
        made = [self.body(at) for at in points[:3]]
        ends = ("GROUND", *made, "GROUND")
        for number, at in enumerate(points):
            pair = (ends[number], ends[number + 1])
            self.joint("REVOLUTE", pair, at, "AXIS_Y", rates=number == 0)
        return made

    def disc(self) -> list[str]:
        """Add a disc that leans, spins and rolls on the ground."""
        more = self.more
        r, lean, pivot, spin = more.uniform(0.1, 0.4), more.uniform(-0.5, 0.5), more.uniform(-3, 3), more.uniform(-9, 9)
        # The axis of the disc is y rotated by the lean about x. The lowest point is at r times the axis rotated by 90
        # degrees.
        axis = np.array([0.0, np.cos(lean), np.sin(lean)])
        low = r * np.array([0.0, np.sin(lean), -np.cos(lean)])
        w = np.array([0.0, 0.0, pivot]) + spin * axis
        v = -np.cross(w, low)
        at = f"0, 0, {-float(low[2])!r}"
        axes = np.stack([[1.0, 0.0, 0.0], np.cross(axis, [1.0, 0.0, 0.0]), axis], axis=1)
        self.add("TRIAD", "disc", f"@DIRECTION_COSINES {{{', '.join(map(repr, axes.ravel().tolist()))}}}")
        start = (
            f"@TRIAD_NAME {{disc}} @INITIAL_VELOCITY {{{', '.join(map(repr, v.tolist()))}}} "
            f"@INITIAL_ANGULAR_VELOCITY {{{', '.join(map(repr, w.tolist()))}}}"
        )
        name = self.body(at, start)
        self.add(
            "ROLLING_DISC",
            "rolling",
            f"@CONNECTED_TO_BODIES {{GROUND, {name}}} @POINT1_NAME {{0, 0, 0}} @POINT2_NAME {{{at}}} "
            f"@TRIAD_NAME {{TRIAD_INERTIAL, disc}} @RADIUS {{{r!r}}}",
        )
        self.measures.append((name, "POSITION"))
        return [name]

    def gear(self) -> None:
        """Add a gear between two joints with a rotation or translation along one coordinate."""
        joints = [name for name, kind in self.measures if kind.startswith("RELATIVE")]
        if len(joints) > 1:
            one, other = self.more.sample(joints, 2)
            ratio = self.more.choice((-1, 1)) * self.more.uniform(0.2, 4)
            self.add("GEAR", "gear", f"@JOINT_NAMES {{{one}, {other}}} @RATIO {{{ratio:.4g}}}")

    def bushing(self) -> None:
        one, other = self.more.sample(self.bodies, 2)
        numbers = (
            f"@{name} {{{', '.join(spread(self.more, least, most) for _ in range(3))}}}"
            for name, least, most in (("STIFFNESS", 1, 1e4), ("DAMPING", 0.01, 10), ("ROTATIONAL_STIFFNESS", 0.1, 10))
        )
        self.add(
            "BUSHING",
            "bushing",
            f"@CONNECTED_TO_BODIES {{{one}, {other}}} @AT_POINT {{0.3, 0, 0.7}} {' '.join(numbers)}",
        )

    def spring(self) -> None:
        one, other = self.chance.sample(self.bodies, 2)
        self.add(
            "SPRING_DAMPER",
            "spring",
            f"@CONNECTED_TO_BODIES {{{one}, {other}}} @POINT1_NAME {{0.1, 0.2, 0.5}} @POINT2_NAME {{1, -0.2, 1}} "
            f"@STIFFNESS {{{spread(self.chance, 1, 1e5)}}} @DAMPING {{{self.chance.choice(('0', spread(self.chance, 0.01, 10)))}}}",
        )

    def contact(self) -> None:
        """Add contacts of spheres or boxes on bodies with a floor."""
        chance, names = self.chance, []
        self.add("SHAPE", "floor", "@SHAPE_TYPE {PLANE} @DIMENSIONS {9, 9}")
        for body in self.bodies:
            kind, size = chance.choice((("SPHERE", "0.1"), ("SPHERE", "0.15"), ("BOX", "0.2, 0.2, 0.1")))
            names.append(f"s_{body}")
            self.add("SHAPE", names[-1], f"@SHAPE_TYPE {{{kind}}} @CONNECTED_TO_BODY {{{body}}} @DIMENSIONS {{{size}}}")
        friction = f"@FRICTION_COEFFICIENTS {{0.5, {chance.uniform(0.1, 0.5):.3g}}}" if chance.random() < 0.5 else ""
        self.add(
            "CONTACT",
            "touch",
            f"@CONTACT_SHAPES {{{', '.join(names)}}} @AGAINST {{floor}} @STIFFNESS {{{spread(chance, 1e3, 1e9)}}} "
            f"@RESTITUTION {{{chance.choice((1, 0.8, 0.4))}}} {friction}",
        )

    def convex_contact(self) -> None:
        """Add contacts between convex shapes of bodies, and contacts of these shapes with shapes of the ground below
        them."""
        chance, names = self.convexes, []
        for number, body in enumerate(self.bodies):
            names.append(f"convex_{body}")
            self.convex_shape(names[-1], f"@CONNECTED_TO_BODY {{{body}}}", chance.uniform(0.05, 0.12))
            names.append(f"below_{body}")
            at = f"{1.5 * number:.4g}, {chance.uniform(-0.1, 0.1):.4g}, {chance.uniform(-0.3, 0.2):.4g}"
            self.convex_shape(names[-1], f"@AT_POINT {{{at}}}", chance.uniform(0.1, 0.3))
        friction = f"@FRICTION_COEFFICIENTS {{{chance.uniform(0.1, 0.8):.3g}}}" if chance.random() < 0.5 else ""
        stiction = "@STICTION {1e4, 10}" if friction and chance.random() < 0.3 else ""
        self.add(
            "CONTACT",
            "convexes",
            f"@CONTACT_SHAPES {{{', '.join(names)}}} @AGAINST {{ITSELF}} @STIFFNESS {{{spread(chance, 1e4, 1e8)}}} "
            f"@RESTITUTION {{{chance.choice((1, 0.8, 0.4))}}} {friction} {stiction}",
        )

    def convex_shape(self, name: str, place: str, size: float) -> None:
        """Add a shape of roughly this size [m]. A ring may be drawn around the shape, but a ring touches nothing."""
        chance = self.convexes
        place += chance.choice(("", " @TRIAD_NAME {AXIS_X}", " @TRIAD_NAME {AXIS_Y}", " @TRIAD_NAME {AXIS_Z}"))
        kind, numbers = chance.choice(
            (
                ("SPHERE", (1.0,)),
                ("BOX", (2.0, 1.5, 1.0)),
                ("CYLINDER", (0.8, 1.5)),
                ("CAPSULE", (0.6, 1.0)),
                ("ELLIPSOID", (1.0, 0.7, 0.5)),
                ("LINE", (0.4,)),
                ("MESH", (1.0,)),
            )
        )
        more = {
            "LINE": f"@POINTS {{0, 0, 0, {size:.4g}, 0, 0, {size:.4g}, {size:.4g}, 0}}",
            "MESH": "@FILE_NAME {decks/octahedron.obj}",
        }.get(kind, "")
        dimensions = ", ".join(f"{size * number:.4g}" for number in numbers)
        self.add("SHAPE", name, f"@SHAPE_TYPE {{{kind}}} {place} @DIMENSIONS {{{dimensions}}} {more}")
        if chance.random() < 0.2:
            self.add("SHAPE", f"ring_{name}", f"@SHAPE_TYPE {{RING}} {place} @DIMENSIONS {{{size:.4g}, 0.01}}")

    def event(self) -> None:
        if not self.measures:
            return
        of, kind = self.chance.choice(self.measures)
        self.sensor("watched", kind, of)
        component = "3" if kind == "POSITION" else "1"
        self.add("SIGNAL", "watched", f"@MEASURE {{watched, {component}}}")
        self.add(
            "EVENT",
            "crossing",
            f"@SIGNAL_NAME {{watched}} @THRESHOLD {{{self.chance.uniform(-0.2, 0.3):.4g}}} "
            f"@DIRECTION {{{self.chance.choice(('RISING', 'FALLING', 'BOTH'))}}} @TERMINATE {{{self.chance.choice(('YES', 'NO', 'NO'))}}}",
        )
