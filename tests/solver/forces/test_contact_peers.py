"""Compare contacts with contacts of exudyn and MuJoCo. exudyn has the same law, and MuJoCo has a different law."""

from __future__ import annotations

import numpy as np
import pytest
from exudyn_solving import Model, solve
from mujoco_solving import load, rows_at
from scipy.optimize import brentq

from rbsolve.geometry.shapes.registry import SURFACES

RADIUS, MASS, K, MU = 0.1, 2.0, 1e7, 0.2
INERTIA = 0.4 * MASS * RADIUS**2
SPIN = (0.0, 5.0, 0.0)

SPHERES = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.008, 0.008, 0.008}} }} }}
@POINT_DEFINITION {{ @POINT_NAME {{up}} {{ @COORDINATES {{0.05, 0, {height}}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{up}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{a}} {{ @MASS_PROPERTY_NAME {{m}} }}
  @RIGID_BODY_NAME {{b}} {{
    @MASS_PROPERTY_NAME {{m}} @FRAME_NAME {{F}} @INITIAL_VELOCITY {{1, 0, -2}} @INITIAL_ANGULAR_VELOCITY {{0, 5, 0}}
  }}
}}
@SHAPE_DEFINITION {{
  @SHAPE_NAME {{a}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{a}} @DIMENSIONS {{0.1}} }}
  @SHAPE_NAME {{b}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{b}} @DIMENSIONS {{0.1}} }}
}}
@CONTACT_DEFINITION {{
  @CONTACT_NAME {{c}} {{
    @CONNECTED_TO_BODIES {{a, b}} @CONTACT_SHAPES {{a, b}} @STIFFNESS {{1e7}} @RESTITUTION {{{restitution}}}
    @FRICTION_COEFFICIENTS {{{friction}}}
  }}
}}
@TIME_INTEGRATOR_DEFINITION {{
  @TIME_INTEGRATOR_NAME {{i}} {{
    @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{DOPRI5}} @RELATIVE_TOLERANCE {{1e-10}} @ABSOLUTE_TOLERANCE {{1e-10}}
  }}
}}
@ANALYSIS_DEFINITION {{
  @ANALYSIS_NAME {{x}} {{
    @SIMULATION_TIME_RANGE {{0, 0.015}} @TIME_STEP_SIZE {{1e-4}} @OUTPUT_STEP_SIZE {{1e-3}} @TIME_INTEGRATOR_NAME {{i}}
  }}
}}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{va}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{a}} }}
  @SENSOR_NAME {{wa}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{a}} }}
  @SENSOR_NAME {{vb}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{wb}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
}}
"""
APART = 0.2 * np.cos(np.arcsin(0.25)) + 1e-4


def left_by(factor):
    """Return the restitution `e` of Hunt and Crossley's law with the damping `d = factor`, from
    `(1 + e) d = ln((1 + d)/(1 - e d))`.
    """
    return brentq(
        lambda e: (1.0 + e) * factor - np.log1p(factor) + np.log1p(-e * factor), 1e-3, min(1.0, 0.999999 / factor)
    )


def exudyn_spheres(restitution, friction, steps=30000, end=0.015):
    """Return velocities and rates (rows, 12) of two spheres at the same times, by exudyn."""
    model = Model()
    mbs, of = model.mbs, model.of
    markers, sensors = [], []
    for place, v, w in (([0, 0, 0], [0, 0, 0], [0, 0, 0]), ([0.05, 0, APART], [1, 0, -2], SPIN)):
        body = mbs.CreateRigidBody(
            inertia=of.RigidBodyInertia(MASS, np.eye(3) * INERTIA, com=[0, 0, 0]),
            referencePosition=place,
            initialVelocity=v,
            initialAngularVelocity=list(w),
            returnDict=True,
        )["bodyNumber"]
        markers.append(model.place(body))
        for kind in ("Velocity", "AngularVelocity"):
            sensors += model.watched(kind, bodies=[body])
    node = mbs.AddNode(of.NodeGenericData(initialCoordinates=[0.1, 0, 0, 0], numberOfDataCoordinates=4))
    mbs.AddObject(
        of.ObjectContactSphereSphere(
            markerNumbers=markers,
            nodeNumber=node,
            spheresRadii=[RADIUS, RADIUS],
            contactStiffness=K,
            contactStiffnessExponent=1.5,
            restitutionCoefficient=restitution,
            impactModel=1,
            minimumImpactVelocity=1e-3,
            dynamicFriction=friction,
            frictionProportionalZone=1e-5,
        )
    )
    solve(mbs, steps, end, 1.0, rows=15)
    return np.hstack([mbs.GetSensorStoredData(sensor)[:, 1:] for sensor in sensors])


@pytest.mark.parametrize(("friction", "e"), [(0.0, 0.9), (0.0, 0.5), (0.1, 0.7)])
def test_an_oblique_impact_of_spheres_is_that_of_exudyn(run_deck, friction, e):
    """exudyn's law of Hunt and Crossley has d = 1.5 (1 - e), which gives a restitution other than e. Its friction
    depends slightly on the zone of proportional friction, so the rates differ by some parts in ten thousand.
    """
    peer = exudyn_spheres(e, friction)
    own = run_deck(SPHERES.format(height=APART, restitution=left_by(1.5 * (1.0 - e)), friction=friction))
    rows = np.hstack([own[name] for name in ("va", "wa", "vb", "wb")])
    assert np.abs(rows[-1] - rows[0]).max() > 0.5
    np.testing.assert_allclose(peer, rows, atol=2e-3 if friction else 2e-4)


BALL = """
<mujoco><option timestep="1e-4" cone="elliptic" impratio="100" integrator="implicitfast"><flag energy="enable"/></option>
<worldbody><geom type="plane" size="9 9 1" friction="0.2 0 0" condim="3" solref="0.002 1"/>
<body pos="0 0 0.1"><freejoint/><geom type="sphere" size="0.1" mass="2" friction="0.2 0 0" condim="3" solref="0.002 1"/></body>
</worldbody></mujoco>"""


def test_a_ball_that_slides_until_it_rolls_is_that_of_mujoco(run_deck):
    """Coulomb's friction is the same in both programs. MuJoCo's normal force differs, but its mean is the weight."""
    own = run_deck("sliding_and_rolling.deck", t_end=0.4)
    _, peer, _ = rows_at(own.time, BALL, [2.0])
    late, slides = own.time > 0.32, own.time < 0.28
    slope = [np.polyfit(own.time[slides], values[slides], 1)[0] for values in (own["ball"][:, 0], peer[:, 0])]
    assert slope == pytest.approx([-MU * 9.81] * 2, rel=1e-2)
    np.testing.assert_allclose(own["ball"][:, 0], peer[:, 0], atol=2e-2)  # the ball bounces at first
    np.testing.assert_allclose(own["spin"][late, 1], peer[late, 4], rtol=2e-3)


CAPSULES = """
<mujoco><worldbody>
<body pos="{0} {1} {2}"><geom name="a" type="capsule" fromto="{3} {4} {5} {6} {7} {8}" size="0.2"/></body>
<body><geom name="b" type="capsule" fromto="0 0 -0.7 0 0 0.7" size="0.3"/></body>
</worldbody></mujoco>"""


def test_distances_of_capsules_are_those_of_mujoco():
    mujoco = load()
    surface, size, rng = SURFACES["LINE with a radius"], (0.3, 0.7, 0.0), np.random.default_rng(4)
    apart = 0
    for _ in range(100):
        place, slide = rng.uniform(-2.0, 2.0, 3), rng.uniform(-1.0, 1.0, 3)
        model = mujoco.MjModel.from_xml_string(CAPSULES.format(*place, *-slide, *slide))
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        peer = mujoco.mj_geomDistance(model, data, 0, 1, 10.0, None)
        own = surface.nearest(tuple(place.tolist()), tuple(slide.tolist()), size, 0.2)[1][0] - 0.2
        if own > 0.0:  # MuJoCo finds the depth of overlapping bodies by another method
            apart += 1
            assert own == pytest.approx(peer, abs=1e-6)
    assert apart > 50
