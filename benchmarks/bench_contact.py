"""The cost of many contacts between spheres, also in exudyn and MuJoCo.

`pytest benchmarks/bench_contact.py -s` prints the tables. Spheres slide on a plane, and each sphere has one contact.
Alternatively, spheres lie in a box, and each pair has one contact. The same law and the same method are used in exudyn.
MuJoCo uses another law and RK4, and solves for all contacts in each stage.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.run.chunk_size import chunk_for

RADIUS, MASS, K, G = 0.05, 0.5, 1e5, 9.81
INERTIA = 0.4 * MASS * RADIUS**2
STEP, STEPS = 1e-5, 200

FLOOR = """
@POINT_DEFINITION {{ @POINT_NAME {{O}} {{ @COORDINATES {{0, 0, 0}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{{m}}} @MOMENTS_OF_INERTIA {{{J}, {J}, {J}}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}} @OUTPUT_STEP_SIZE {{{end}}}
    @TIME_INTEGRATOR_NAME {{i}} }} }}
@REPEAT {{i, 1, {n}}} {{
  @POINT_DEFINITION {{ @POINT_NAME {{P_#i}} {{ @COORDINATES {{0.2*#i, 0, {z}}} }} }}
  @FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F_#i}} {{ @POINT1_NAME {{P_#i}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
  @RIGID_BODY_DEFINITION {{
    @RIGID_BODY_NAME {{B_#i}} {{ @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{F_#i}} @INITIAL_VELOCITY {{0.5, 0, 0}} }}
  }}
  @SHAPE_DEFINITION {{ @SHAPE_NAME {{S_#i}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{B_#i}} @DIMENSIONS {{{r}}} }} }}
  {contact}
}}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{B_1}} }} }}
"""
CONTACT = """@CONTACT_DEFINITION { @CONTACT_NAME {C_#i} { @CONNECTED_TO_BODIES {GROUND, B_#i} @CONTACT_SHAPES {floor, S_#i}
    @STIFFNESS {1e5} @RESTITUTION {0.6} @FRICTION_COEFFICIENTS {0.3} } }"""


def on_a_plane(count: int, contact: str = CONTACT) -> str:
    """Return spheres that slide on a plane, at the depth of their weight."""
    z = RADIUS - (MASS * G / K) ** (2.0 / 3.0)
    return FLOOR.format(m=MASS, J=INERTIA, n=count, z=z, r=RADIUS, end=STEP * STEPS, step=STEP, contact=contact)


def in_a_box(spheres: int) -> str:
    """Return spheres in staggered layers. Each pair has a contact, and each sphere has a contact with the floor."""
    text = on_a_plane(spheres)
    pair = (
        "@CONTACT_NAME {{P_{i}_{j}}} {{ @CONNECTED_TO_BODIES {{B_{i}, B_{j}}} @CONTACT_SHAPES {{S_{i}, S_{j}}} @STIFFNESS {{1e5}} "
        "@RESTITUTION {{0.6}} @FRICTION_COEFFICIENTS {{0.3}} }}"
    )
    pairs = [pair.format(i=i, j=j) for j in range(2, spheres + 1) for i in range(1, j)]
    return text.replace("0.2*#i", "0.0999*#i") + "@CONTACT_DEFINITION {\n" + "\n".join(pairs) + "\n}\n"


def own_step(deck: str) -> tuple[float, int]:
    """Return the least processor time of a step [s] in several runs, and the number of contact points."""
    checked = check_deck(deck, Options())
    assert checked.compiled is not None, [finding.as_json() for finding in checked.diagnostics]
    best = float("inf")
    for _ in range(5):
        integrator = make_integrator(checked.compiled)
        chunk = chunk_for(checked.compiled, integrator, checked.compiled.schedule.rows)
        start = time.process_time()
        while integrator.advance(chunk, 10**9) is None:
            chunk.count[0] = 0
        best = min(best, (time.process_time() - start) / integrator.steps)
    return best, len(checked.compiled.model.contacts.end)


def exudyn_step(count: int) -> float:
    """Return the processor time of a step [s] of RK44 for `count` spheres in exudyn. Each sphere touches the ground,
    with Hunt and Crossley's law.
    """
    sys.exudynFast = True
    exudyn = pytest.importorskip("exudyn")
    from exudyn.utilities import (
        MarkerBodyRigid,
        NodeGenericData,
        ObjectContactSphereSphere,
        ObjectGround,
        RigidBodyInertia,
    )

    mbs = exudyn.SystemContainer().AddSystem()
    for i in range(count):
        ground = mbs.AddMarker(
            MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround(referencePosition=[0.2 * i, 0, -1])))
        )
        body = mbs.CreateRigidBody(
            inertia=RigidBodyInertia(MASS, np.eye(3) * INERTIA, com=[0, 0, 0]),
            referencePosition=[0.2 * i, 0, RADIUS - 1e-3],
            initialVelocity=[0.5, 0, 0],
            gravity=[0, 0, -G],
            nodeType=exudyn.NodeType.RotationRotationVector,
            returnDict=True,
        )["bodyNumber"]
        node = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0, 0], numberOfDataCoordinates=4))
        markers = [ground, mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))]
        mbs.AddObject(
            ObjectContactSphereSphere(
                markerNumbers=markers,
                nodeNumber=node,
                spheresRadii=[1.0, RADIUS],
                contactStiffness=K,
                contactStiffnessExponent=1.5,
                restitutionCoefficient=0.6,
                impactModel=1,
                minimumImpactVelocity=1e-2,
                dynamicFriction=0.3,
            )
        )
    mbs.Assemble()
    settings = exudyn.SimulationSettings()

    def run(steps: int) -> float:
        settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = steps, steps * STEP
        return _best(lambda: mbs.SolveDynamic(settings, solverType=exudyn.DynamicSolverType.RK44))

    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.explicit.computeEndOfStepAccelerations = False
    settings.solution.file.write = False
    settings.linearSolver.solverType = exudyn.LinearSolverType.EigenSparse
    few = max(20, 2000 // count)
    return (run(3 * few) - run(few)) / (2 * few)  # excludes the cost of the start of a run


def mujoco_step(count: int) -> float:
    """Return the processor time of a step [s] of MuJoCo's RK4 for `count` spheres on a plane."""
    mujoco = pytest.importorskip("mujoco")
    ball = '<body pos="{x} 0 {z}"><freejoint/><geom type="sphere" size="{r}" mass="{m}" condim="3"/></body>'
    balls = "".join(ball.format(x=0.2 * i, z=RADIUS - 1e-4, r=RADIUS, m=MASS) for i in range(count))
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{STEP}" integrator="RK4"/><worldbody><geom type="plane" size="9 9 1"/>{balls}</worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    steps = max(10, STEPS // count)
    return _best(lambda: mujoco.mj_step(model, data, steps)) / steps


def _best(run: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(4):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def test_the_cost_of_a_contact():
    """Measure spheres on a plane, including the cost of the spheres. Also measure pairs in a box that mostly do not
    touch.
    """
    print("\nspheres on a plane, RK44: ns a step and contact; peers with the same number")
    costs = []
    for count in (10, 100, 1000):
        own, points = own_step(on_a_plane(count))
        assert points == count
        free, _ = own_step(on_a_plane(count, contact=""))
        exudyn, mujoco = exudyn_step(count), mujoco_step(count)
        costs.append((own - free) / count)
        print(
            f"{count:5d}: {own / count * 1e9:6.0f}, of which the contact {costs[-1] * 1e9:5.0f}; exudyn {exudyn / own:5.1f} times, "
            f"MuJoCo {mujoco / own:5.1f} times ours"
        )
    assert costs[-1] < 2.0 * costs[1]
    print("spheres in a box, every pair a contact: ns a step and contact")
    for spheres in (4, 13, 44):
        own, points = own_step(in_a_box(spheres))
        assert points == spheres * (spheres + 1) // 2
        print(f"{points:5d}: {own / points * 1e9:6.0f}")


SHAPES = {"spheres": "{SPHERE} @DIMENSIONS {0.3}", "boxes": "{BOX} @DIMENSIONS {0.5, 0.5, 0.5}"}
METHODS = {
    "RK44": "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}",
    "DOPRI5": "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5}",
    "generalized-alpha": "{GENERALIZED_ALPHA}",
}


def on_a_lattice(count: int, shape: str, method: str, pairs: bool) -> str:
    """Return bodies that fall one metre apart, with or without all pairs as contacts."""
    side = math.ceil(count ** (1 / 3))
    bodies = [
        f"@RIGID_BODY_NAME {{b{i}}} {{ @AT_POINT {{{i % side}, {i // side % side}, {i // side**2}}} @MASS {{1}} "
        "@MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} }"
        for i in range(count)
    ]
    shapes = [f"@SHAPE_NAME {{s{i}}} {{ @CONNECTED_TO_BODY {{b{i}}} @SHAPE_TYPE {shape} }}" for i in range(count)]
    names = ", ".join(f"s{i}" for i in range(count))
    contact = f"@CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{{names}}} @AGAINST {{ITSELF}} @STIFFNESS {{1e5}} }}"
    return "\n".join(
        [
            "@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }",
            f"@RIGID_BODY_DEFINITION {{ {' '.join(bodies)} }}",
            f"@SHAPE_DEFINITION {{ {' '.join(shapes)} }}",
            f"@CONTACT_DEFINITION {{ {contact} }}" if pairs else "",
            f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {method} }} }}",
            "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.02} @TIME_STEP_SIZE {1e-3} "
            "@OUTPUT_STEP_SIZE {0.02} @TIME_INTEGRATOR_NAME {i} } }",
            "@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b0} } }",
        ]
    )


@pytest.mark.parametrize("count", [50, 200])
def test_the_cost_of_pairs_that_are_far_apart(count):
    """Measure a step of bodies that do not touch. Compare all pairs as contacts with no contacts."""
    pairs = count * (count - 1) // 2
    print(
        f"\n{count} bodies, {pairs} pairs that are far apart: microseconds a step without them and with them; ns a pair"
    )
    for title, shape in SHAPES.items():
        for name, method in METHODS.items():
            free, own = (own_step(on_a_lattice(count, shape, method, some))[0] for some in (False, True))
            print(f"{title:8} {name:18} {free * 1e6:6.0f} {own * 1e6:6.0f} {(own - free) / pairs * 1e9:6.1f}")
            assert (own - free) / pairs < 1e-6  # a check of all points would take longer
