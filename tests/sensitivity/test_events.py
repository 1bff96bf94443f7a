"""Tangents of runs with events. The tests check the time of an event that ends the run, the last row, and events that
do not affect the derivatives.
"""

import numpy as np
import pytest

import rbsolve

G = 9.81
FALL = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#h} @SCALAR_VALUE {1.1} @DESIGN_PARAMETER_NAME {#g} @SCALAR_VALUE {9.81}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.3} @DESIGN_PARAMETER_NAME {#T} @SCALAR_VALUE {2}
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -#g} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {ball} { @AT_POINT {0, 0, #h} @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} @INITIAL_VELOCITY {0.5, 0, 0} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {ball} }
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {ball} }
}
@SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {place, x3} } }
@EVENT_DEFINITION { @EVENT_NAME {ground} { @SIGNAL_NAME {height} @THRESHOLD {#c} @TERMINATE {YES} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {rk} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, #T} @TIME_STEP_SIZE {0.01} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {rk} } }
"""
ADAPTIVE = FALL.replace(
    "RUNGE_KUTTA}", "RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-10} @ABSOLUTE_TOLERANCE {1e-12}"
)
ADAPTIVE = ADAPTIVE.replace("@TIME_STEP_SIZE {0.01}", "")


@pytest.mark.parametrize(
    ("text", "method"), [(FALL, None), (ADAPTIVE, None), (FALL, "GENERALIZED_ALPHA"), (FALL, "IMPLICIT_MIDPOINT")]
)
def test_a_ball_that_falls_on_a_threshold(text, method):
    """The condition h - g t^2/2 = c gives derivatives of the time. The condition also gives derivatives of the position
    along the ground and of the speed at this time. These methods are exact for this motion.
    """
    results = rbsolve.sensitivities(text, ["h", "g", "c"], method="tangent", integrator=method)
    own = rbsolve.solve(text, integrator=method)
    for sensor in own.sensors:
        np.testing.assert_array_equal(results[sensor], own[sensor])
    assert not results.findings
    end = np.sqrt(2 * (1.1 - 0.3) / G)
    assert results.time[-1] == pytest.approx(end, rel=1e-14)
    of_time = {"h": 1 / (G * end), "g": -end / (2 * G), "c": -1 / (G * end)}
    of_speed = {"h": -1 / end, "g": -end / 2, "c": 1 / end}
    across, down = results.gradient("final(place.x1)"), results.gradient("final(speed.v3)")
    for name, slope in of_time.items():
        assert results.file[f"sensitivities/{name}"].attrs["end_time_derivative"] == pytest.approx(slope, rel=1e-11)
        assert across[name] == pytest.approx(0.5 * slope, rel=1e-11)
        assert down[name] == pytest.approx(of_speed[name], rel=1e-11)
        height = results.sensitivity("place", name)[-1, 2]
        assert height == pytest.approx(1.0 if name == "c" else 0.0, abs=1e-13)


def test_steps_at_other_times_have_no_tangent_in_a_run_with_events():
    later = FALL.replace("{0, #T}", "{#T - 2, #T}")
    (finding,) = rbsolve.sensitivities(later, ["T"], method="tangent").findings
    assert finding.code == "no-derivative"
    assert "it changes the times of the steps of a run with events" in finding.message


GLIDE = FALL.replace("{0, 0, -#g}", "{0, 0, 0}").replace("{0.5, 0, 0}", "{0, 0, -0.5}")


@pytest.mark.parametrize("method", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA", "IMPLICIT_MIDPOINT"])
def test_an_event_between_two_steps_ends_the_run_with_a_row(method):
    """The height 1 - 0.5 t is 0.75 at t = 0.5, which is the end of a step of 1/64 s. No step leads from this time to
    the end of the run.
    """
    text = GLIDE.replace("{1.1}", "{1}").replace("{0.3}", "{0.75}").replace("{0.01}", "{0.015625}")
    text = text.replace("@OUTPUT_STEP_SIZE {0.1}", "@OUTPUT_STEP_SIZE {0.1875}").replace("{2}\n}", "{1.5}\n}")
    own = rbsolve.solve(text, integrator=method)
    assert own.time.tolist() == [0.0, 0.1875, 0.375, 0.5]
    assert own["place"][-1] == pytest.approx([0, 0, 0.75], abs=1e-15)
    derived = rbsolve.sensitivities(text, ["h"], integrator=method)
    np.testing.assert_array_equal(derived["place"], own["place"])
    assert derived.file["sensitivities/h"].attrs["end_time_derivative"] == pytest.approx(2.0, rel=1e-9)


SWING = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.6} @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {12}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {-2} @DESIGN_PARAMETER_NAME {#w} @SCALAR_VALUE {1.5}
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {rod} { @AT_POINT {0, 0, -#L} @MASS {2} @MOMENTS_OF_INERTIA {0.1, 0.12, 0.05} }
  @RIGID_BODY_NAME {bob} { @AT_POINT {0, 0, -2*#L} @MASS {1} @MOMENTS_OF_INERTIA {0.02, 0.03, 0.02} }
}
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {pin} { @CONNECTED_TO_BODIES {GROUND, rod} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y}
    @INITIAL_COORDINATE {0.9} @INITIAL_RATE {#w} }
  @REVOLUTE_JOINT_NAME {knee} { @CONNECTED_TO_BODIES {rod, bob} @AT_POINT {0, 0, -1.5*#L} @TRIAD_NAME {AXIS_Y} @SPRING {#k, 0.2} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {pin} }
  @SENSOR_NAME {rate} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {rod} }
  @SENSOR_NAME {bob} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {bob} }
}
@SIGNAL_DEFINITION { @SIGNAL_NAME {angle} { @MEASURE {angle} } @SIGNAL_NAME {rate} { @MEASURE {rate, w2} } }
@EVENT_DEFINITION {
  @EVENT_NAME {down} { @SIGNAL_NAME {angle} @THRESHOLD {0.91} @DIRECTION {FALLING} }
  @EVENT_NAME {turn} { @SIGNAL_NAME {rate} @THRESHOLD {0} }
  @EVENT_NAME {fast} { @SIGNAL_NAME {rate} @THRESHOLD {#c} @TERMINATE {YES} }
}
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @RELATIVE_TOLERANCE {1e-13} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {5e-3} @OUTPUT_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {i} } }
"""
VALUES = {"L": 0.6, "k": 12.0, "c": -2.0, "w": 1.5}


def sixth_order(text, name, step, **options):
    """Return the derivatives of the last row and of its time. They come from six runs whose last steps start at the
    same time.
    """

    def last(k):
        rows = rbsolve.solve(text, parameters={name: VALUES[name] + k * step}, **options)
        return np.concatenate([*(rows[sensor][-1] for sensor in rows.sensors), rows.time[-1:]])

    return sum(c * (last(k) - last(-k)) for k, c in ((1, 45.0), (2, -9.0), (3, 1.0))) / (60.0 * step)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_the_last_row_after_events_that_do_not_end_the_run(formulation):
    found = rbsolve.sensitivities(SWING, [*VALUES], method="tangent", formulation=formulation)
    own = rbsolve.solve(SWING, formulation=formulation)
    assert [event.name for event in own.events] == ["turn", "down", "fast"]
    assert list(found.events) == list(own.events)
    for sensor in own.sensors:
        np.testing.assert_array_equal(found[sensor], own[sensor])
    for name in VALUES:
        expected = sixth_order(SWING, name, 3e-4, formulation=formulation)
        slopes = [found.sensitivity(sensor, name)[-1] for sensor in found.sensors]
        slopes.append(np.array([found.file[f"sensitivities/{name}"].attrs["end_time_derivative"]]))
        assert np.max(np.abs(np.concatenate(slopes) - expected)) < 1e-8 * np.max(np.abs(expected)), name


def test_events_change_no_derivatives():
    """A run that no event ends has the derivatives of the same run without events."""
    running = SWING.replace("@TERMINATE {YES}", "")
    begin, end = running.index("@EVENT_DEFINITION"), running.index("@TIME_INTEGRATOR_DEFINITION")
    plain = running[:begin] + running[end:]
    found, expected = (rbsolve.sensitivities(text, ["L", "k"], method="tangent") for text in (running, plain))
    assert len(found.events) > 3
    for name in ("L", "k"):
        for sensor in found.sensors:
            np.testing.assert_array_equal(found.sensitivity(sensor, name), expected.sensitivity(sensor, name))


def test_more_numbers_than_one_run_carries():
    names = [f"a{k}" for k in range(16)]
    total = "+".join(f"{k + 1}*#{name}" for k, name in enumerate(names))
    own = " ".join(f"@DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{0.01}}" for name in names)
    text = FALL.replace("@DESIGN_PARAMETERS_DEFINITION {", f"@DESIGN_PARAMETERS_DEFINITION {{ {own}")
    text = text.replace("@AT_POINT {0, 0, #h}", f"@AT_POINT {{0, 0, #h + {total}}}")
    results = rbsolve.sensitivities(text, names, method="tangent")
    end = np.sqrt(2 * (1.1 + 1.36 - 0.3) / G)
    for k, name in enumerate(names):
        found = results.file[f"sensitivities/{name}"].attrs["end_time_derivative"]
        assert found == pytest.approx((k + 1) / (G * end), rel=1e-10)
