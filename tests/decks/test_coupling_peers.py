"""Compare couplings with models of the same couplings in exudyn and MuJoCo."""

from __future__ import annotations

import numpy as np
import pytest
from exudyn_solving import Model, solve
from mujoco_solving import rows_at

RADIUS, MASS, THETA, PRECESSION, FALL, G = 0.5, 1.2, np.radians(70), 2.0, 1.0, 9.81
DIAMETRAL, AXIAL = MASS * RADIUS**2 / 4, MASS * RADIUS**2 / 2
S, C = np.sin(THETA), np.cos(THETA)
SPIN = (DIAMETRAL * PRECESSION**2 * S * C - MASS * G * RADIUS * C) / ((AXIAL + MASS * RADIUS**2) * PRECESSION * S)
AXES = np.array([[1, 0, 0], [0, C, -S], [0, S, C]])


def exudyn_disc(steps, end):
    """Return the final position of the disc's centre. exudyn solves the motion by ObjectJointRollingDisc and
    generalized-alpha.
    """
    model = Model()
    mbs, of = model.mbs, model.of
    body = mbs.CreateRigidBody(
        inertia=of.RigidBodyInertia(MASS, np.diag([DIAMETRAL, DIAMETRAL, AXIAL]), com=[0, 0, 0]),
        referencePosition=[0, RADIUS * C, RADIUS * S],
        referenceRotationMatrix=AXES,
        initialVelocity=list(AXES @ [-RADIUS * SPIN, 0, RADIUS * FALL]),
        initialAngularVelocity=list(AXES @ [FALL, PRECESSION * S, SPIN]),
        gravity=[0, 0, -G],
        returnDict=True,
    )["bodyNumber"]
    ends = [model.place(mbs.AddObject(of.ObjectGround())), model.place(body)]
    mbs.AddObject(
        of.ObjectJointRollingDisc(markerNumbers=ends, discRadius=RADIUS, discAxis=[0, 0, 1], planeNormal=[0, 0, 1])
    )
    solve(mbs, steps, end, 0.9)
    return np.array(mbs.GetObjectOutputBody(body, model.exudyn.OutputVariableType.Position, [0, 0, 0]))


def extrapolate(coarse, fine):
    """Return the result of a second-order method, extrapolated from a step and half of this step."""
    return (4.0 * fine - coarse) / 3.0


def test_a_wobbling_disc_rolls_as_exudyns(run_deck):
    end = 1.0
    theirs = extrapolate(exudyn_disc(500, end), exudyn_disc(1000, end))
    runs = [run_deck("rolling_disc.deck", step=h, t_end=end, parameters={"fall": FALL}) for h in (2e-3, 1e-3)]
    ours = extrapolate(*(run["centre"][-1] for run in runs))
    steady = run_deck("rolling_disc.deck", step=1e-3, t_end=end)["centre"][-1]
    assert np.abs(ours - steady).max() > 0.01  # the disc wobbles
    assert ours == pytest.approx(theirs, abs=5e-6)


TRAIN = """
@POINT_DEFINITION {
  @POINT_NAME {A} { @COORDINATES {0, 0, 0} } @POINT_NAME {B} { @COORDINATES {0.5, 0, 0} }
  @POINT_NAME {C} { @COORDINATES {0.7, 0, 0} } @POINT_NAME {D} { @COORDINATES {0.05, 0, 0} }
}
@TRIAD_DEFINITION { @TRIAD_NAME {up} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {0, 1, 0} } }
@FIXED_FRAME_DEFINITION {
  @FIXED_FRAME_NAME {B} { @POINT1_NAME {B} @TRIAD_NAME {TRIAD_INERTIAL} }
  @FIXED_FRAME_NAME {C} { @POINT1_NAME {C} @TRIAD_NAME {TRIAD_INERTIAL} }
  @FIXED_FRAME_NAME {D} { @POINT1_NAME {D} @TRIAD_NAME {TRIAD_INERTIAL} }
}
@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {shaft} { @MASS {2} @MOMENTS_OF_INERTIA {0.01, 0.01, 0.02} }
  @MASS_PROPERTY_NAME {arm} { @MASS {3} @MOMENTS_OF_INERTIA {0.02, 0.02, 0.03} @CENTRE_OF_MASS_LOCATION {0.1, 0, 0} }
  @MASS_PROPERTY_NAME {planet} { @MASS {1} @MOMENTS_OF_INERTIA {0.004, 0.004, 0.008} @CENTRE_OF_MASS_LOCATION {0, 0.06, 0} }
  @MASS_PROPERTY_NAME {rack} { @MASS {4} @MOMENTS_OF_INERTIA {1, 1, 1} }
}
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {shaft} { @MASS_PROPERTY_NAME {shaft} }
  @RIGID_BODY_NAME {arm} { @FRAME_NAME {B} @MASS_PROPERTY_NAME {arm} }
  @RIGID_BODY_NAME {planet} { @FRAME_NAME {C} @MASS_PROPERTY_NAME {planet} }
  @RIGID_BODY_NAME {rack} { @FRAME_NAME {D} @MASS_PROPERTY_NAME {rack} }
}
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {shaft} {
    @CONNECTED_TO_BODIES {GROUND, shaft} @AT_POINT {A} @TRIAD_NAME {TRIAD_INERTIAL}
    @SPRING {2, 0} @DAMPER {0.01} @INITIAL_RATE {25}
  }
  @REVOLUTE_JOINT_NAME {arm} { @CONNECTED_TO_BODIES {GROUND, arm} @AT_POINT {B} @TRIAD_NAME {TRIAD_INERTIAL} }
  @REVOLUTE_JOINT_NAME {planet} { @CONNECTED_TO_BODIES {arm, planet} @AT_POINT {C} @TRIAD_NAME {TRIAD_INERTIAL} }
}
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {rack} { @CONNECTED_TO_BODIES {GROUND, rack} @AT_POINT {D} @TRIAD_NAME {up} } }
@GEAR_DEFINITION {
  @GEAR_NAME {belt} { @JOINT_NAMES {shaft, arm} @RATIO {-0.4} }
  @GEAR_NAME {mesh} { @JOINT_NAMES {arm, planet} @RATIO {1.5} }
  @GEAR_NAME {pinion} { @JOINT_NAMES {shaft, rack} @RATIO {0.05} }
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, -9.81, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {shaft} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {shaft} }
  @SENSOR_NAME {arm} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {arm} }
  @SENSOR_NAME {planet} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {planet} }
  @SENSOR_NAME {rack} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {rack} }
  @SENSOR_NAME {shaft_rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {shaft} }
  @SENSOR_NAME {arm_rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {arm} }
  @SENSOR_NAME {planet_rate} { @SENSOR_TYPE {RELATIVE_ROTATION_RATE} @OBJECT_NAME {planet} }
  @SENSOR_NAME {rack_rate} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_RATE} @OBJECT_NAME {rack} }
  @SENSOR_NAME {belt} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {belt} }
  @SENSOR_NAME {mesh} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {mesh} }
  @SENSOR_NAME {pinion} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {pinion} }
}
"""
BELT, MESH, PINION, START = -0.4, 1.5, 0.05, 25.0
# the ratios of the shaft, the arm, the planet on the arm, and the rack
RATIOS = np.array([1.0, BELT, MESH * BELT, PINION])


def own_train(run_deck, formulation):
    """Return coordinates (rows, 4), their rates and the efforts of the three couplings (rows, 3), extrapolated to a
    step of zero.
    """
    runs = [run_deck(TRAIN, formulation=formulation, step=h) for h in (5e-4, 2.5e-4)]
    names = ("shaft", "arm", "planet", "rack")
    groups = (names, [f"{name}_rate" for name in names], ("belt", "mesh", "pinion"))
    return [extrapolate(*(np.hstack([run[name] for name in group]) for run in runs)) for group in groups]


def add_hinged_body(model, carrier, on_carrier, place, mass, moments, centre, velocity, rate):
    """Add a body of exudyn with six coordinates on a hinge. Return the body, its node and the marker of its angle."""
    made = model.mbs.CreateRigidBody(
        inertia=model.of.RigidBodyInertia(mass, np.diag(moments), com=[0, 0, 0]).Translated(centre),
        referencePosition=place,
        nodeType=model.exudyn.NodeType.RotationRxyz,
        initialVelocity=velocity,
        initialAngularVelocity=[0, 0, rate],
        gravity=[0, -G, 0],
        returnDict=True,
    )
    body, node = made["bodyNumber"], made["nodeNumber"]
    ends = [model.place(carrier, on_carrier), model.place(body)]
    model.mbs.AddObject(model.of.ObjectJointRevoluteZ(markerNumbers=ends))
    return body, node, model.coordinate(node, 5)


def exudyn_train(steps, rows=10, end=1.0):
    """Return the motion of the same train in exudyn, with bodies on hinges, and constraints of coordinates. The angles
    in exudyn are relative to the ground, so the planet rotates by (1 + n) times the angle of the arm.
    """
    model = Model()
    mbs, of = model.mbs, model.of
    still, arm_rate = [0, 0, 0], BELT * START
    ground = mbs.AddObject(of.ObjectGround())
    _, shaft, q0 = add_hinged_body(model, ground, still, still, 2, [0.01, 0.01, 0.02], [0, 0, 0], still, START)
    arm_place = [0.5, 0, 0]
    arm_body, arm, q1 = add_hinged_body(
        model, ground, arm_place, arm_place, 3, [0.02, 0.02, 0.03], [0.1, 0, 0], still, arm_rate
    )
    along, turn = [0, 0.2 * arm_rate, 0], (1.0 + MESH) * arm_rate
    _, planet, q2 = add_hinged_body(
        model, arm_body, [0.2, 0, 0], [0.7, 0, 0], 1, [0.004, 0.004, 0.008], [0, 0.06, 0], along, turn
    )
    rack = model.sliding(4, PINION * START)
    s = model.coordinate(rack)
    mbs.AddLoad(of.LoadCoordinate(markerNumber=s, load=-4 * G))
    mbs.AddObject(of.ObjectConnectorCoordinateSpringDamper(markerNumbers=[model.rest(), q0], stiffness=2, damping=0.01))
    efforts = [
        mbs.AddObject(of.ObjectConnectorCoordinate(markerNumbers=[driven, driver], factor1=factor))
        for driver, driven, factor in ((q0, q1, BELT), (q1, q2, 1.0 + MESH), (q0, s, PINION))
    ]
    nodes = (shaft, arm, planet, rack)
    sensors = [model.watched(kind, nodes=nodes) for kind in ("Coordinates", "Coordinates_t")]
    sensors.append(model.watched("Force", objects=efforts))
    solve(mbs, steps, end, 0.9, rows)
    found = [model.seen(group) for group in sensors]
    for motion in found[:2]:
        motion[:, 2] -= motion[:, 1]  # the rate of the planet relative to the arm
    return found


@pytest.fixture(scope="module")
def exudyn_train_of_no_step():
    return [extrapolate(*pair) for pair in zip(exudyn_train(2000), exudyn_train(4000), strict=True)]


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_gears_of_a_train_move_and_push_as_exudyns(run_deck, exudyn_train_of_no_step, formulation):
    """A shaft on a torsion spring drives a rack. By a crossed belt, it also drives the arm of a planetary gear. The
    centres of mass of all bodies are off their axes. The coordinates, rates and efforts of both programs are
    extrapolated to a step of zero, and compared.
    """
    theirs = exudyn_train_of_no_step
    angles, rates, efforts = own_train(run_deck, formulation)
    assert np.ptp(angles[:, 0]) > 8.0
    assert np.ptp(efforts, axis=0).min() > 2.0
    np.testing.assert_allclose(angles, theirs[0], rtol=0, atol=5e-8)
    np.testing.assert_allclose(rates, theirs[1], rtol=0, atol=5e-7)
    np.testing.assert_allclose(efforts, theirs[2], rtol=0, atol=1e-5)


MUJOCO_TRAIN = """
<mujoco><compiler angle="radian"/>
<option timestep="1e-3" gravity="0 -9.81 0" integrator="RK4" tolerance="1e-15" iterations="50"><flag contact="disable"/></option>
<default><equality solref="2e-3 1" solimp="{impedance} {impedance} 1"/></default>
<worldbody>
  <body><joint name="shaft" axis="0 0 1" stiffness="2" damping="0.01"/>
    <inertial pos="0 0 0" mass="2" diaginertia="0.01 0.01 0.02"/></body>
  <body pos="0.5 0 0"><joint name="arm" axis="0 0 1"/><inertial pos="0.1 0 0" mass="3" diaginertia="0.02 0.02 0.03"/>
    <body pos="0.2 0 0"><joint name="planet" axis="0 0 1"/>
      <inertial pos="0 0.06 0" mass="1" diaginertia="0.004 0.004 0.008"/></body></body>
  <body pos="0.05 0 0"><joint name="rack" type="slide" axis="0 1 0"/>
    <inertial pos="0 0 0" mass="4" diaginertia="1 1 1"/></body>
</worldbody>
<equality>
  <joint joint1="arm" joint2="shaft" polycoef="0 -0.4 0 0 0"/>
  <joint joint1="planet" joint2="arm" polycoef="0 1.5 0 0 0"/>
  <joint joint1="rack" joint2="shaft" polycoef="0 0.05 0 0 0"/>
</equality></mujoco>"""


def test_gears_of_a_train_move_and_push_as_mujocos(run_deck):
    """MuJoCo's constraints are soft. With the impedance d, a constraint permits some motion. This motion is `(1 - d)/(d
    k)` times the acceleration that the constraint prevents. The difference decreases in proportion to 1 - d, and
    vanishes in the limit.
    """
    own = own_train(run_deck, "MINIMAL_COORDINATES")
    softness = np.array([1e-2, 1e-3, 1e-4])
    peers = []
    for soft in softness:
        angles, rates, forces = rows_at(np.linspace(0, 1, 11), MUJOCO_TRAIN.format(impedance=1 - soft), START * RATIOS)
        peers.append([angles, rates, np.array(forces)])
    for n, last, limit in ((0, 1e-5, 1e-8), (1, 5e-5, 5e-8), (2, 2e-4, 5e-7)):
        rows = [
            peer[n][1:] for peer in peers
        ]  # constraint forces build up within the time constant of the constraints, 2 ms
        errors = [np.abs(row - own[n][1:]).max() for row in rows]
        assert np.polyfit(np.log(softness), np.log(errors), 1)[0] == pytest.approx(1, abs=0.01)
        assert errors[-1] < last
        assert np.abs((10 * rows[2] - rows[1]) / 9 - own[n][1:]).max() < limit
