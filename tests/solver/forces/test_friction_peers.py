"""Compare dry friction and stops of a joint with friction and stops of exudyn and MuJoCo.

exudyn's friction is proportional to the speed within a zone about zero, and rbsolve's friction is tanh(v/v0). MuJoCo's
friction is proportional where its constraint force cannot stop the body. All are Coulomb's law except near zero, where
a closed form describes each law.
"""

from __future__ import annotations

import numpy as np
import pytest
from exudyn_solving import Model, solve_explicitly
from mujoco_solving import rows_at

MASS, FORCE, DAMPING, STIFFNESS, START, PUSH = 2.0, 5.0, 0.8, 200.0, 3.0, 3.0

SLED = """
@POINT_DEFINITION { @POINT_NAME {A} { @COORDINATES {0, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {rail} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {0.01, 0.01, 0.01} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {sled} { @MASS_PROPERTY_NAME {m} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@FUNCTION_1D_DEFINITION {
  @FUNCTION_1D_NAME {push} { @FUNCTION_1D_TYPE {CONSTANT} @VALUE {3} }
  @FUNCTION_1D_NAME {pull} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 2.5} }
}
@PRISMATIC_JOINT_DEFINITION {
  @PRISMATIC_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, sled} @AT_POINT {A} @TRIAD_NAME {rail} ACTS }
}
@TIME_INTEGRATOR_DEFINITION {
  @TIME_INTEGRATOR_NAME {i} {
    @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-11} @ABSOLUTE_TOLERANCE {1e-11}
  }
}
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {a} {
    @SIMULATION_TIME_RANGE {0, 1.5} @TIME_STEP_SIZE {1e-4} @OUTPUT_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {i}
  }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {x} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT} @OBJECT_NAME {J} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {RELATIVE_DISPLACEMENT_RATE} @OBJECT_NAME {J} }
}
"""


@pytest.fixture(scope="module")
def own_sled(run_deck):
    """`own_sled("what acts along its rail", start, end)` returns positions and speeds (rows, 2), 50 ms apart."""

    def run(acts, start=START, end=1.5):
        rows = run_deck(SLED.replace("ACTS", f"{acts} @INITIAL_RATE {{{start}}}"), t_end=end)
        return np.hstack([rows["x"], rows["v"]])

    return run


def exudyn_sled(steps, start=START, end=1.5, push=0.0, **connector):
    """Return the same motion by exudyn, as a mass with a coordinate and its extended spring-damper."""
    model = Model()
    mbs, of = model.mbs, model.of
    node = model.sliding(MASS, start)
    ends = [model.rest(), model.coordinate(node)]
    if connector.get("useLimitStops"):
        data = of.NodeGenericData(initialCoordinates=[1, 0, 0], numberOfDataCoordinates=3)
        connector["nodeNumber"] = mbs.AddNode(data)
    mbs.AddObject(of.ObjectConnectorCoordinateSpringDamperExt(markerNumbers=ends, **connector))
    mbs.AddLoad(of.LoadCoordinate(markerNumber=ends[1], load=push))
    sensors = [*model.watched("Coordinates", nodes=[node]), *model.watched("Coordinates_t", nodes=[node])]
    solve_explicitly(mbs, steps, end, rows=round(end / 0.05))
    return model.seen(sensors)


def friction_of_exudyn(zone, damping=DAMPING):
    """exudyn's law is F v/zone + c v within the zone, and F sign v + c v outside the zone. So exudyn adds the viscous
    part only beyond the zone.
    """
    return {
        "dynamicFrictionForce": FORCE + damping * zone,
        "viscousFrictionFactor": damping,
        "frictionProportionalZone": zone,
    }


def own_friction(v0):
    return f"@FRICTION_FORCE {{{FORCE}}} @FRICTION_VELOCITY {{{v0}}} @DAMPER {{{DAMPING}}}"


MUJOCO_SLED = """
<mujoco><option timestep="{step}" gravity="{push} 0 0" integrator="RK4" tolerance="1e-15" iterations="50">
<flag contact="disable"/></option>
<worldbody><body><joint type="slide" axis="1 0 0" frictionloss="5" damping="{damping}" stiffness="{stiffness}"
solreffriction="{time} 1" solimpfriction="{impedance} {impedance} 1"/>
<inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/></body></worldbody></mujoco>"""


def mujoco_sled(time, impedance, step=1e-4, start=START, end=1.5, damping=DAMPING, stiffness=0.0, push=0.0):
    """Return the same motion by MuJoCo, with the time constant and the impedance of its friction."""
    model = MUJOCO_SLED.format(
        step=step, push=push / MASS, damping=damping, stiffness=stiffness, time=time, impedance=impedance
    )
    places, speeds, _ = rows_at(np.linspace(0, end, round(end / 0.05) + 1), model, [start])
    return np.hstack([places, speeds])


STOP = MASS / DAMPING * np.log1p(DAMPING * START / FORCE)  # the stopping time of m v' = -F - c v
PLACE = MASS / DAMPING * (START - FORCE * STOP / MASS)


def test_a_sled_slides_and_stops_as_exudyns(own_sled):
    """With m v' = -F s(v) and s = tanh(v/v0), the sled moves v0^2 pi^2/12 m/F farther than with Coulomb's law. With
    exudyn's law, it moves zone^2/2 m/F farther. So zone = v0 pi/sqrt 6 gives the same rest position.
    """
    v0 = 1e-3
    own, theirs = own_sled(own_friction(v0)), exudyn_sled(60000, **friction_of_exudyn(v0 * np.pi / np.sqrt(6.0)))
    slides, rests = slice(0, int(STOP / 0.05)), slice(int(STOP / 0.05) + 2, None)
    assert own[slides, 1].min() > 0.05
    np.testing.assert_allclose(own[slides], theirs[slides], rtol=0, atol=1e-12)
    np.testing.assert_allclose(own[rests], theirs[rests], rtol=0, atol=1e-10)
    np.testing.assert_allclose(own[-1, 0] - PLACE, MASS / FORCE * v0**2 * np.pi**2 / 12, rtol=1e-3)


@pytest.mark.parametrize("impedance", [0.9, 0.9999])
def test_a_sled_slides_and_stops_as_mujocos(own_sled, impedance):
    """MuJoCo's friction has the size F until d (m b - c) v is smaller than F, with the impedance d and b = 2/(d time).
    From then on, the friction is d (m b - c) v. So the sled moves w^2/2 m/F farther than with Coulomb's law, where w is
    the speed at which both are equal.
    """
    v0, time = 1e-3, 1e-3
    own, theirs = own_sled(own_friction(v0)), mujoco_sled(time, impedance)
    slides = slice(0, int(STOP / 0.05))
    np.testing.assert_allclose(own[slides], theirs[slides], rtol=0, atol=1e-12)
    w = FORCE / (2.0 * MASS / time - impedance * DAMPING)
    assert theirs[-1, 0] - PLACE == pytest.approx(MASS / FORCE * w**2 / 2, rel=1e-3)
    assert abs(own[-1, 0] - theirs[-1, 0]) < MASS / FORCE * abs(v0**2 * np.pi**2 / 12 - w**2 / 2) * 1.05


def test_what_sticks_creeps_by_each_law(own_sled):
    """A force P below F causes a creep speed. The creep speed is v0 atanh(P/F) in rbsolve and zone P/F in exudyn. In
    MuJoCo it is (1 - d) P time/(2 m), which depends on the impedance d.
    """
    zone, impedance, end = 1e-3, 0.9, 1.0
    own = own_sled(f"@FRICTION_FORCE {{5}} @FRICTION_VELOCITY {{{zone}}} @ACTUATOR {{push}}", 0.0, end)
    assert own[-1, 1] == pytest.approx(zone * np.arctanh(PUSH / FORCE), rel=1e-8)
    theirs = exudyn_sled(20000, 0.0, end, PUSH, **friction_of_exudyn(zone, 0.0))
    assert theirs[-1, 1] == pytest.approx(zone * PUSH / FORCE, rel=1e-9)
    theirs = mujoco_sled(1e-3, impedance, start=0.0, end=end, damping=0.0, push=PUSH)
    assert theirs[-1, 1] == pytest.approx((1.0 - impedance) * PUSH * 1e-3 / (2.0 * MASS), rel=1e-9)


def limit(run, widths):
    """Return the limit of a quantity that is linear in a width. The limit follows from a width and half of this width.
    The test first checks the decrease of the error.
    """
    rows = [run(width) for width in widths]
    found = 2.0 * rows[-1] - rows[-2]
    errors = [np.abs(row - found).max() for row in rows]
    assert np.polyfit(np.log(widths), np.log(errors), 1)[0] == pytest.approx(1, abs=0.05)
    return found


def test_an_oscillator_turns_round_as_exudyns_and_mujocos(own_sled):
    """The mass on a spring reverses four times. The effect of each passage through zero is proportional to the width of
    the friction law. In the limit of zero width, all laws are equal.
    """
    end = 1.4
    spring = f"@SPRING {{{STIFFNESS}, 0}}"
    own = limit(lambda v0: own_sled(f"{own_friction(v0)} {spring}", end=end), [1e-3, 5e-4, 2.5e-4])
    assert np.count_nonzero(np.diff(np.sign(own[:, 1]))) == 4
    theirs = limit(
        lambda zone: exudyn_sled(112000, end=end, stiffness=STIFFNESS, **friction_of_exudyn(zone)), [1e-3, 5e-4, 2.5e-4]
    )
    np.testing.assert_allclose(own[:, 0], theirs[:, 0], rtol=0, atol=5e-7)
    np.testing.assert_allclose(own[:, 1], theirs[:, 1], rtol=0, atol=5e-6)
    theirs = limit(lambda time: mujoco_sled(time, 0.99, 2.5e-5, end=end, stiffness=STIFFNESS), [1e-3, 5e-4, 2.5e-4])
    np.testing.assert_allclose(own[:, 0], theirs[:, 0], rtol=0, atol=1e-6)
    np.testing.assert_allclose(own[:, 1], theirs[:, 1], rtol=0, atol=1e-5)


def law(mbs, t, number, place, speed, *parameters):
    """Return the forces that exudyn uses: a spring of 25 N/m whose end moves at 0.1 m/s, Stribeck's curve on the
    weight, and a viscous part.
    """
    mu = (0.2 + 0.2 * np.exp(-((speed / 0.1) ** 2))) * np.tanh(speed / 1e-3)
    return 25.0 * (place - 0.1 * t) + mu * MASS * 9.81 + 0.5 * speed


def test_a_sled_that_is_pulled_jerks_as_it_does_with_the_same_law_in_exudyn(own_sled):
    """The test uses all of @FRICTION, with the normal force from the joint's reaction. The motion has the phases
    sticking, breaking loose, slipping and sticking.
    """
    acts = "@FRICTION {0.2, 0.4, 0.1, 0.5, 1} @FRICTION_VELOCITY {1e-3} @SPRING {25, 0} @ACTUATOR {pull}"
    own = own_sled(acts, 0.0, 6.0)
    theirs = exudyn_sled(
        30000, 0.0, 6.0, springForceUserFunction=law, dynamicFrictionForce=1.0, frictionProportionalZone=1e-3
    )
    assert own[:, 1].max() > 0.6
    assert own[-1, 1] < 1e-3
    np.testing.assert_allclose(own, theirs, rtol=0, atol=1e-9)


def test_stops_without_damping_are_exudyns(own_sled):
    """In both programs, the stops are springs beyond the bounds. exudyn's steps pass over the bounds, so exudyn is less
    accurate there.
    """
    own = own_sled("@STOPS {-0.15, 0.2, 2e4, 0} @SPRING {50, 0}")
    stops = {"limitStopsLower": -0.15, "limitStopsUpper": 0.2, "limitStopsStiffness": 2e4, "useLimitStops": True}
    theirs = exudyn_sled(240000, stiffness=50.0, **stops)
    assert np.count_nonzero(np.diff(np.sign(own[:, 1]))) > 8
    np.testing.assert_allclose(own, theirs, rtol=0, atol=1e-6)
