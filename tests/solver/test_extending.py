"""One new element of each kind, added to a copy of the sources in the files that docs/extending.md lists, and a run with all of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]

FORCE = '''
"""PULL: a force along the line between the origins of two bodies, proportional to their distance."""

import numpy as np

from rbsolve.geometry.vector import scale, subtract
from rbsolve.language.table import BlockSchema, number, reference
from rbsolve.solver.forces.kind import Measure, PairForce, PairRow
from rbsolve.solver.forces.wrench import add_force
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3


@subroutine
def apply(model, i, state):
    pairs, origin = model.pairs, (0.0, 0.0, 0.0)
    b0, b1 = pairs.body0[i], pairs.body1[i]
    force = scale(pairs.numbers[i, 0], subtract(row3(state.x, b1), row3(state.x, b0)))
    add_force(state, b0, origin, force)
    add_force(state, b1, origin, scale(-1.0, force))


def _forces(model, which, seen):
    return model.pairs.numbers[which, 0] * np.linalg.norm(seen.end1.x - seen.end0.x, axis=-1)


def energy(model, which, seen):
    return 0.5 * model.pairs.numbers[which, 0] * np.sum((seen.end1.x - seen.end0.x) ** 2, axis=-1)


BLOCK = BlockSchema(
    kind="PULL",
    definition="PULL_DEFINITION",
    name_keyword="PULL_NAME",
    title="Pulls",
    meaning="A force between the origins of two bodies.",
    family="FORCE",
    section="Forces",
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "B0 and B1.", counts=(2,), required=True),
        number("STIFFNESS", "Force per distance.", unit="N/m", required=True),
    ),
    example="@PULL_DEFINITION { @PULL_NAME {p} { @CONNECTED_TO_BODIES {GROUND, Arm} @STIFFNESS {5} } }",
)
PULL = PairForce(
    BLOCK,
    lambda block, anatomy: PairRow(numbers=[block["STIFFNESS"]]),
    apply,
    energy,
    "coil",
    measures=(Measure("FORCE", ("pull",), "N", "pull", _forces),),
)
'''
FUNCTION = '''
"""PARABOLA: f(t) = VALUE t^2."""

from rbsolve.language.table import Variant
from rbsolve.solver.functions.kind import FunctionType


def encode(described, diagnostics):
    return [float(described["VALUE"])]


def evaluate(data, first, last, t):
    return data[first] * t * t, 2.0 * data[first] * t, 2.0 * data[first]


PARABOLA = FunctionType(Variant("PARABOLA", "VALUE t^2.", ("VALUE",)), (), encode, evaluate)
'''
JOINT = '''
"""PARALLEL: a body that does not turn, in a plane."""

from rbsolve.language.joints.record import LOCKED, REACH, Coordinate, Joint, Row

JOINT = Joint(
    free="displacements in a plane",
    rows=(*LOCKED, Row(REACH, 2, 2)),
    coordinates=(Coordinate.SLIP, Coordinate.DISPLACEMENT_2),
    glyph="PLANAR",
    example="@TRIAD_NAME {Hinge}",
)
'''
PRIMITIVE = '''
"""REACH: the gap along an axis fixed in body 1 is zero, `b . gap = 0`."""

from rbsolve.geometry.vector import cross, dot, subtract
from rbsolve.language.joints.record import REACH
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.gradients import gap_curvature, gradient_of
from rbsolve.solver.joints.placement import column
from rbsolve.solver.joints.primitives.kind import Primitive

plain_functions(__name__)


def value(joints, j, row, state, end):
    return dot(column(end.axes1, joints.row_axis1[row]), end.gap)


def gradient(joints, j, row, end):
    b = column(end.axes1, joints.row_axis1[row])
    return gradient_of(end, b, cross(b, end.arm0), cross(subtract(end.arm1, end.gap), b))


def acceleration(joints, j, row, end, move):
    b = column(end.axes1, joints.row_axis1[row])
    rate = cross(move.spin1, b)
    swing = dot(cross(move.spin1, rate), end.gap) + 2.0 * dot(rate, move.gap_rate)
    return swing + dot(b, gap_curvature(end, move))


def multiplier(joints, j, row, F, M, axes0, axes1, taken):
    return -dot(F, column(axes1, joints.row_axis1[row]))


def force(joints, j, row, E, B):
    return B.R[..., :, joints.row_axis1[row]]


PRIMITIVE = Primitive(REACH, True, value, gradient, acceleration, multiplier, force=force)
'''
FAMILY = '''
"""RALSTONS: Ralston's method by a name of its own."""

from rbsolve.language.table import Variant
from rbsolve.solver.methods.kind import IntegratorType
from rbsolve.solver.model.options import RungeKuttaOptions

TYPES = (
    IntegratorType(
        Variant("RALSTONS", "Explicit, second order."),
        formulations=("MINIMAL_COORDINATES",),
        engine="rbsolve.solver.integrators.ralstons:Ralstons",
        options=lambda keywords: RungeKuttaOptions("RALSTON", None),
        is_explicit=True,
    ),
)
'''
ENGINE = '''
"""The engine of RALSTONS."""

from rbsolve.solver.integrators.munthe_kaas.integrator import ExplicitRungeKutta


class Ralstons(ExplicitRungeKutta):
    """As the tableau."""
'''
SHAPE = '''
"""TORUS: about e3, with the radius of its circle and that of its tube."""

import math

import numpy as np

from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.kind import ShapeType, Surface, Touching, centred_solid
from rbsolve.geometry.shapes.volumes import centred_volume


def distance(q, size):
    x, y, z = q
    rho = max(math.sqrt(x * x + y * y), 1e-12)
    c, s, out = x / rho, y / rho, rho - size[0]
    r = max(math.sqrt(out * out + z * z), 1e-12)
    n = (c * out / r, s * out / r, z / r)
    t = (c * z / r, s * z / r, -out / r)
    around, turn = 1.0 / r, out / (r * rho)
    H = (
        around * t[0] * t[0] + turn * s * s, around * t[0] * t[1] - turn * c * s, around * t[0] * t[2],
        around * t[1] * t[0] - turn * c * s, around * t[1] * t[1] + turn * c * c, around * t[1] * t[2],
        around * t[2] * t[0], around * t[2] * t[1], around * t[2] * t[2],
    )
    return r - size[1], n, H


def volume(shape):
    R, r = shape.dimensions
    across = (4.0 * R * R + 5.0 * r * r) / 8.0
    return centred_volume(2.0 * math.pi**2 * R * r * r, across, across, R * R + 0.75 * r * r)


TORUS = ShapeType(
    "TORUS",
    "a torus about e3, centred at the point",
    (2,),
    "the radius of the circle and that of the tube",
    lambda shape, size: solids.torus(*shape.dimensions),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=volume,
    touches=(
        Touching(
            "TORUS",
            lambda shape: [],
            (),
            Surface(distance, lambda size: size[:, 0] + size[:, 1]),
            lambda shape: [centred_solid(*shape.dimensions)],
            met_by=("SPHERE",),
        ),
    ),
)
'''
SENSOR = '''
"""SPEED: the size of the velocity that the observer sees."""

import numpy as np

from rbsolve.geometry import observer
from rbsolve.solver.sensors.request import Measurement


def speed(request):
    def evaluate(rows):
        seen = observer.velocity(request.observer.motion(rows), request.frame.motion(rows))
        return np.linalg.norm(seen, axis=-1)[:, None]

    return Measurement(("speed",), "m/s", "speed", evaluate)
'''
COMMAND = '''
"""`rbsolve masses`: the masses of a deck."""

from pathlib import Path


def add_arguments(parser):
    parser.add_argument("deck", type=Path, metavar="MODEL.deck", help="the deck")


def run(arguments):
    from rbsolve.pipeline import check_deck

    print(check_deck(arguments.deck).compiled.model.bodies.mass.tolist())
    return 0
'''
ENDPOINT = '''
"""GET /limits: what a request may take."""

from fastapi import APIRouter

from rbsolve.service.requests.shared import ServiceHere

router = APIRouter()


@router.get("/limits")
def limits(service: ServiceHere) -> dict[str, float]:
    """What a request may take."""
    return {"seconds": service.settings.request_seconds}
'''
SIGNAL = '''
"""SQUARE: the square of its input."""

from rbsolve.language.table import Variant
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import INPUT, input_of, inputs_of
from rbsolve.solver.signals.kind import SignalKind, SignalRow


@subroutine
def value(model, t, i, state):
    return input_of(model, i, state) ** 2


@subroutine
def partials(model, t, i, state, out):
    out[0, 0] = 2.0 * input_of(model, i, state)


def row(block, diagnostics):
    return SignalRow(inputs_of(block))


SQUARE = SignalKind(Variant("SQUARE", "The square of its input.", ("INPUT",)), (INPUT,), value, row, partials=partials)
'''
WIND = '''
"""WIND: a constant force at the origin of a body, in inertial components."""

import numpy as np

from rbsolve.language.table import BlockSchema, reference, vector
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Winds


@subroutine
def apply(model, t, state):
    winds = model.winds
    for i in range(winds.body.shape[0]):
        for k in range(3):
            state.force[winds.body[i], k] += winds.force[i, k]


def arrays(description, anatomy):
    blocks = list(description.all_of("WIND"))
    bodies = np.array([anatomy.index[block["CONNECTED_TO_BODY"]] for block in blocks], dtype=np.int64)
    return Winds(bodies, np.array([block["FORCE"] for block in blocks], dtype=float).reshape(-1, 3))


BLOCK = BlockSchema(
    kind="WIND",
    definition="WIND_DEFINITION",
    name_keyword="WIND_NAME",
    title="Winds",
    meaning="A constant force on a body.",
    family="WIND",
    section="Forces",
    keywords=(
        reference("CONNECTED_TO_BODY", "BODY", "The body.", required=True),
        vector("FORCE", "The force.", unit="N", required=True),
    ),
    example="@WIND_DEFINITION { @WIND_NAME {w} { @CONNECTED_TO_BODY {Arm} @FORCE {1, 0, 0} } }",
)
WIND = ForceKind(
    name="wind",
    plural="winds",
    block=BLOCK,
    field="winds",
    arrays=arrays,
    count=lambda model: len(model.winds.body),
    apply=apply,
    bodies=lambda model: (model.winds.body, model.winds.body),
    is_mutual=False,
)
'''
WINDS = '''class Winds(NamedTuple):
    """Constant forces."""

    body: Ints = np.zeros(0, dtype=np.int64)
    force: Floats = np.zeros((0, 3))


class Model(NamedTuple):
'''
COUPLING = '''
"""LEVEL: two points of two bodies stay at one height, `e3 . gap = 0`."""

import numpy as np

from rbsolve.geometry.vector import cross, dot, scale
from rbsolve.solver.joints.couplings.kind import CouplingKind, reaction
from rbsolve.solver.joints.gradients import gap_curvature, gradient_of, put_gradient
from rbsolve.solver.joints.kinds import JointKind
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.joints.second_order import add_coincidence
from rbsolve.solver.kernel import subroutine

UP = (0.0, 0.0, 1.0)


@subroutine
def residuals(joints, i, state, phi):
    j = joints.couplings.joint[i]
    phi[joints.first_row[j]] = dot(UP, ends(joints, j, state).gap)


@subroutine
def jacobians(joints, i, state, J):
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    put_gradient(J, joints.first_row[j], gradient_of(end, UP, cross(UP, end.arm0), cross(end.arm1, UP)))


@subroutine
def accelerations(joints, i, state, gamma):
    j = joints.couplings.joint[i]
    end = ends(joints, j, state)
    gamma[joints.first_row[j]] = dot(UP, gap_curvature(end, end_velocities(joints, j, state, end)))


@subroutine
def tangent(joints, i, state, multipliers, element):
    j = joints.couplings.joint[i]
    add_coincidence(element, 0, ends(joints, j, state), scale(multipliers[joints.first_row[j]], UP))


LEVEL = CouplingKind(
    JointKind.LEVEL,
    residuals,
    jacobians,
    accelerations,
    lambda block, geometry: (),
    lambda numbers: None,
    lambda numbers, missing: f"its points are {missing[0]} m apart in height",
    tangent,
    measures=(reaction(lambda joints, i, seen: -seen.multipliers[:, :1] * np.array(UP)),),
)
'''
COUPLING_RECORD = '''
"""LEVEL: two points of two bodies stay at one height."""

from rbsolve.language.joints.ends import POINTS
from rbsolve.language.joints.record import COUPLED, Joint, Row

JOINT = Joint(
    free="all motions that keep two points at one height",
    rows=(Row(COUPLED),),
    coordinates=(),
    glyph="ROD",
    extra=POINTS,
    example="@CONNECTED_TO_BODIES {Arm, Tool} @POINT1_NAME {O} @POINT2_NAME {P}",
    couples=True,
)
'''
Edit = tuple[str, str, str]  # file, what stands there (nothing: the file is new), and what replaces it
ADDITIONS: dict[str, list[Edit]] = {
    "force between two bodies": [
        ("solver/forces/pull.py", "", FORCE),
        ("solver/forces/pairs.py", "(TORSION_SPRING,)", "(TORSION_SPRING, PULL)"),
        (
            "solver/forces/pairs.py",
            "import TORSION_SPRING\n",
            "import TORSION_SPRING\nfrom rbsolve.solver.forces.pull import PULL\n",
        ),
    ],
    "function": [
        ("solver/functions/parabola.py", "", FUNCTION),
        ("solver/functions/registry.py", "    STEP,\n)", "    STEP,\n    PARABOLA,\n)"),
        (
            "solver/functions/registry.py",
            "import POLYNOMIAL\n",
            "import POLYNOMIAL\nfrom rbsolve.solver.functions.parabola import PARABOLA\n",
        ),
    ],
    "tableau": [
        (
            "solver/integrators/tableaux.py",
            "\nTABLEAUX = {",
            '\nRALSTON = Tableau("RALSTON", 2, _square([[], [2 / 3]]), np.array([0.25, 0.75]))\nTABLEAUX = {',
        ),
        ("solver/integrators/tableaux.py", "(EULER, HEUN,", "(RALSTON, EULER, HEUN,"),
        ("parser/schema/integrators.py", 'TABLEAUX = ("EULER",', 'TABLEAUX = ("RALSTON", "EULER",'),
    ],
    "joint": [
        ("language/joints/parallel.py", "", JOINT),
        ("language/joints/registry.py", "    planar,\n", "    parallel,\n    planar,\n"),
        (
            "language/joints/registry.py",
            "    POINT_ON_CURVE = point_on_curve.JOINT\n",
            "    POINT_ON_CURVE = point_on_curve.JOINT\n    PARALLEL = parallel.JOINT\n",
        ),
    ],
    "primitive constraint row": [
        ("language/joints/record.py", "CODES = 8\n", "CODES = 9\n"),
        ("language/joints/record.py", "COUPLED, SPIN = ", "COUPLED, SPIN, REACH = "),
        ("solver/joints/primitives/reach.py", "", PRIMITIVE),
        ("solver/joints/primitives/registry.py", "cosine, direction, screw,", "cosine, direction, reach, screw,"),
        (
            "solver/joints/primitives/registry.py",
            "    spin.PRIMITIVE,\n",
            "    spin.PRIMITIVE,\n    reach.PRIMITIVE,\n",
        ),
    ],
    "integrator family": [
        ("solver/integrators/ralstons.py", "", ENGINE),
        ("solver/methods/ralstons.py", "", FAMILY),
        ("solver/methods/registry.py", "quaternion_hamiltonian\n", "quaternion_hamiltonian, ralstons\n"),
        (
            "solver/methods/registry.py",
            "    *quaternion_hamiltonian.TYPES,\n",
            "    *quaternion_hamiltonian.TYPES,\n    *ralstons.TYPES,\n",
        ),
    ],
    "shape": [
        ("geometry/shapes/types/torus.py", "", SHAPE),
        ("geometry/shapes/registry.py", "PLANE, LINE, MESH)", "PLANE, LINE, MESH, TORUS)"),
        (
            "geometry/shapes/registry.py",
            "import SPHERE\n",
            "import SPHERE\nfrom rbsolve.geometry.shapes.types.torus import TORUS\n",
        ),
    ],
    "sensor type": [
        ("solver/sensors/types/speed.py", "", SENSOR),
        ("solver/sensors/registry.py", "    run,\n)", "    run,\n    speed,\n)"),
        (
            "solver/sensors/registry.py",
            '    "SIGNAL": run.signal,',
            '    "SPEED": speed.speed,\n    "SIGNAL": run.signal,',
        ),
        (
            "parser/schema/sensors.py",
            "SENSOR_TYPES = (\n",
            'SENSOR_TYPES = (\n    SensorType("SPEED", "1", "a size", BODY_OR_FRAME, (_P, _F), "m/s", unmeasured="measure VELOCITY"),\n',
        ),
    ],
    "command": [
        ("cli/commands/masses.py", "", COMMAND),
        (
            "cli/catalogue.py",
            '    "compare": Command(\n',
            '    "masses": Command(SOLVE, "list masses", "Masses of a deck.", "rbsolve masses m.deck"),\n    "compare": Command(\n',
        ),
    ],
    "request to the service": [
        ("service/requests/limits.py", "", ENDPOINT),
        ("service/application.py", "import cases, jobs, shares,", "import cases, jobs, limits, shares,"),
        (
            "service/application.py",
            "    application.include_router(_pages, include_in_schema=False)\n",
            '    application.include_router(limits.router, prefix="/api/v1")\n'
            "    application.include_router(_pages, include_in_schema=False)\n",
        ),
    ],
    "another force": [
        ("solver/forces/wind.py", "", WIND),
        ("solver/forces/catalogue.py", "    LOAD,\n", "    LOAD,\n    WIND,\n"),
        (
            "solver/forces/catalogue.py",
            "import SPRING\n",
            "import SPRING\nfrom rbsolve.solver.forces.wind import WIND\n",
        ),
        ("solver/model/arrays.py", "class Model(NamedTuple):\n", WINDS),
        (
            "solver/model/arrays.py",
            "    entries: Entries = Entries()\n",
            "    winds: Winds = Winds()\n    entries: Entries = Entries()\n",
        ),
    ],
    "signal": [
        ("solver/signals/square.py", "", SIGNAL),
        ("solver/signals/registry.py", "    EXTERNAL,\n)", "    EXTERNAL,\n    SQUARE,\n)"),
        (
            "solver/signals/registry.py",
            "import SAMPLE_AND_HOLD\n",
            "import SAMPLE_AND_HOLD\nfrom rbsolve.solver.signals.square import SQUARE\n",
        ),
    ],
    "coupling": [
        ("solver/joints/couplings/level.py", "", COUPLING),
        ("solver/joints/couplings/registry.py", "import gear, point", "import gear, level, point"),
        ("solver/joints/couplings/registry.py", "(rod.ROD,", "(level.LEVEL, rod.ROD,"),
        ("language/joints/level.py", "", COUPLING_RECORD),
        ("language/joints/registry.py", "    gear,\n", "    gear,\n    level,\n"),
        ("language/joints/registry.py", "    ROD = rod.JOINT\n", "    LEVEL = level.JOINT\n    ROD = rod.JOINT\n"),
    ],
    "coordinate of joints": [
        (
            "language/joints/record.py",
            "    DISPLACEMENT_1 = Axis(",
            '    SLIP = Axis(Mode.SLIDE, 0, 0, 0, -1, "slip along e1")\n    DISPLACEMENT_1 = Axis(',
        ),
    ],
}
DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} } @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} } }
@PARALLEL_JOINT_DEFINITION { @PARALLEL_JOINT_NAME {carried} { @CONNECTED_TO_BODIES {GROUND, a} @AT_POINT {0, 0, 0}
    @TRIAD_NAME {TRIAD_INERTIAL} @INITIAL_COORDINATE {0.3, 0.4} } }
@PULL_DEFINITION { @PULL_NAME {p} { @CONNECTED_TO_BODIES {GROUND, a} @STIFFNESS {50} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {PARABOLA} @VALUE {48} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {l} { @CONNECTED_TO_BODY {b} @APPLIED_FORCES {1, 0, 0} @FUNCTION_1D_NAME {f} } }
@RIGID_BODY_DEFINITION {
    @RIGID_BODY_NAME {ball} { @AT_POINT {0.5, 0, 0.5} @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {0, 0, -0.05} }
    @RIGID_BODY_NAME {tyre} { @AT_POINT {9, 0, 0} @DENSITY {100} } }
@SHAPE_DEFINITION { @SHAPE_NAME {ring} { @SHAPE_TYPE {TORUS} @DIMENSIONS {0.5, 0.2} }
    @SHAPE_NAME {tyre} { @SHAPE_TYPE {TORUS} @CONNECTED_TO_BODY {tyre} @DIMENSIONS {0.5, 0.2} }
    @SHAPE_NAME {round} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {ball} @DIMENSIONS {0.3} } }
@CONTACT_DEFINITION { @CONTACT_NAME {seat} { @CONTACT_SHAPES {ring, round} @STIFFNESS {8} @EXPONENT {1} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {up} { @CONNECTED_TO_BODY {a} @APPLIED_FORCES {0, 0, 3} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {sail} { @AT_POINT {0, 9, 0} @MASS_PROPERTY_NAME {m} } }
@WIND_DEFINITION { @WIND_NAME {w} { @CONNECTED_TO_BODY {sail} @FORCE {4, 0, 0} } }
@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {a, 1} } @SIGNAL_NAME {xx} { @SIGNAL_TYPE {SQUARE} @INPUT {x} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} {
    @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RALSTON} @FORMULATION {MINIMAL_COORDINATES} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} {
    @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-4} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {a} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {a} }
    @SENSOR_NAME {b} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} }
    @SENSOR_NAME {sail} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {sail} }
    @SENSOR_NAME {square} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {xx} }
    @SENSOR_NAME {ball} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {ball} }
    @SENSOR_NAME {speed} { @SENSOR_TYPE {SPEED} @OBJECT_NAME {a} }
    @SENSOR_NAME {along} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {carried} }
    @SENSOR_NAME {held} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {carried} }
    @SENSOR_NAME {pull} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {p} }
    @SENSOR_NAME {V} { @SENSOR_TYPE {POTENTIAL_ENERGY} @OBJECT_NAME {SYSTEM} } }
"""
COUPLED = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.4, 0.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} } }
@LEVEL_DEFINITION { @LEVEL_NAME {l} { @CONNECTED_TO_BODIES {GROUND, a} @POINT1_NAME {O} @POINT2_NAME {O} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {f} { @CONNECTED_TO_BODY {a} @APPLIED_FORCES {4, 0, 5} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} {
    @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION {
    @SENSOR_NAME {coupled} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {a} }
    @SENSOR_NAME {level} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {l} } }
"""
RUN = """
import json, sys
import rbsolve
text = open(sys.argv[1]).read()
results = rbsolve.solve(text)
family = rbsolve.solve(text.replace("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RALSTON}", "{RALSTONS}"))
assert family.status == "complete"
assert all(family[name].tobytes() == results[name].tobytes() for name in results)
coupled = rbsolve.solve(open(sys.argv[2]).read())
histories = {name: each[name].tolist() for each in (results, coupled) for name in each}

import contextlib, io
from pathlib import Path
from fastapi.testclient import TestClient
from rbsolve.cli import main
from rbsolve.service.application import create_application
from rbsolve.service.settings import Settings

with contextlib.redirect_stdout(io.StringIO()) as said:
    assert main(["masses", sys.argv[1]]) == 0
here = Path(sys.argv[1]).parent
with TestClient(create_application(Settings(f"sqlite:///{here}/store.db", here / "data", request_seconds=7.5))) as client:
    answer = client.get("/api/v1/limits").json()
asked = {"masses": said.getvalue(), "limits": answer}
drawn = sorted([*results.file["model/springs"], *results.file["model/shapes"]])
print(json.dumps({"where": rbsolve.__file__, "time": results.time.tolist(), "drawn": drawn, "asked": asked, **histories}))
"""


def test_additions_touch_the_files_that_the_document_lists():
    text = (ROOT / "docs" / "extending.md").read_text()
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", text, re.MULTILINE))
    for kind, edits in ADDITIONS.items():
        listed = re.findall(r"`([^`]+)`", rows[kind])
        touched = dict.fromkeys(path for path, _, _ in edits)
        new = {path for path, old, _ in edits if not old}
        as_listed = [str(Path(path).with_name("NAME.py")) if path in new else path for path in touched]
        assert listed == as_listed, kind


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The histories of a run of the deck, by a copy of the sources with all additions."""
    folder = tmp_path_factory.mktemp("extended")
    shutil.copytree(
        ROOT / "src" / "rbsolve",
        folder / "rbsolve",
        ignore=shutil.ignore_patterns("__pycache__", "built", "rbsolve-kernels"),
    )
    for edits in ADDITIONS.values():
        for path, old, new in edits:
            file = folder / "rbsolve" / path
            text = file.read_text() if old else ""
            assert text.count(old) == 1 or not old, (path, old)
            file.write_text(text.replace(old, new) if old else new.lstrip())
    (folder / "model.deck").write_text(DECK)
    (folder / "coupled.deck").write_text(COUPLED)
    environment = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "kernels")}
    command = [sys.executable, "-c", RUN, str(folder / "model.deck"), str(folder / "coupled.deck")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert found["where"].startswith(str(folder))
    return found


def test_an_added_coupling_holds(run):
    """2 kg pushed by 4 N along e1, and held at its height against 5 N."""
    t = np.array(run["time"])
    np.testing.assert_allclose(run["coupled"], np.stack([t**2, 0.0 * t, 0.0 * t], axis=1), atol=1e-9)
    np.testing.assert_allclose(run["level"], np.tile([0.0, 0.0, -5.0], (len(t), 1)), atol=1e-9)


def test_a_model_of_additions_moves_as_it_must(run):
    """a: 2 kg on 50 N/m, 5 rad/s. b: 48 t^2 N on 2 kg. Bounds: twice the error of order two."""
    t = np.array(run["time"])
    there = np.outer(np.cos(5.0 * t), [0.3, 0.4, 0.0])
    np.testing.assert_allclose(run["a"], there, atol=5e-7)
    np.testing.assert_allclose(run["along"], there[:, :2], atol=5e-7)
    np.testing.assert_allclose(run["held"], np.tile([0.0, 0.0, -3.0], (len(t), 1)), atol=1e-12)
    np.testing.assert_allclose(np.array(run["b"])[:, 0], 2.0 * t**4, atol=5e-7)
    np.testing.assert_allclose(np.array(run["speed"])[:, 0], 2.5 * np.abs(np.sin(5.0 * t)), atol=3e-6)
    np.testing.assert_allclose(np.array(run["pull"])[:, 0], 25.0 * np.abs(np.cos(5.0 * t)), atol=3e-5)
    pressed = 4.0 * (0.025 * np.sin(2.0 * t)) ** 2
    np.testing.assert_allclose(np.array(run["V"])[:, 0], 6.25 * np.cos(5.0 * t) ** 2 + pressed, atol=1e-5)
    # 2 kg that presses with 8 N/m from the first touch on
    np.testing.assert_allclose(np.array(run["ball"])[:, 2], 0.5 - 0.025 * np.sin(2.0 * t), atol=5e-9)
    np.testing.assert_allclose(np.array(run["square"])[:, 0], (0.3 * np.cos(5.0 * t)) ** 2, atol=5e-7)
    np.testing.assert_allclose(np.array(run["sail"]), np.stack([t**2, 9.0 + 0.0 * t, 0.0 * t], axis=1), atol=1e-9)
    assert run["drawn"] == ["p", "ring", "round", "tyre"]


def test_a_command_and_a_request_are_there(run):
    assert run["asked"]["limits"] == {"seconds": 7.5}
    masses = json.loads(run["asked"]["masses"])
    assert masses == pytest.approx([2.0, 2.0, 2.0, 100.0 * 2.0 * np.pi**2 * 0.5 * 0.2**2, 2.0], rel=1e-14)
