"""Compare tangents of equilibria and of prescribed motions with closed forms, mpmath and differences."""

import mpmath as mp
import numpy as np
import pytest

import rbsolve

GOAL = 1e-9
ROD = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {0.8}
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {30} @DESIGN_PARAMETER_NAME {#b} @SCALAR_VALUE {0.5}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {4} @DESIGN_PARAMETER_NAME {#T} @SCALAR_VALUE {1}
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@POINT_DEFINITION { @POINT_NAME {end} { @COORDINATES {#L, 0, 0} } @POINT_NAME {wall} { @COORDINATES {#L, 0, #b} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {rod} { @AT_POINT {0, 0, 0} @MASS {#m} @CENTRE_OF_MASS {0.5*#L, 0, 0} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.2} }
}
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {pin} {
  @CONNECTED_TO_BODIES {GROUND, rod} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} @SPRING {#c, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {tie} {
  @CONNECTED_TO_BODIES {GROUND, rod} @POINT1_NAME {wall} @POINT2_NAME {end} @STIFFNESS {#k} @DAMPING {3} @REST_LENGTH {0.3} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {more} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {t^2} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {pull} {
  @CONNECTED_TO_BODY {rod} @AT_POINT {end} @APPLIED_FORCES {2, 0, -1} @FUNCTION_1D_NAME {more} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {pin} }
  @SENSOR_NAME {end} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {rod} @POINT_NAME {end} }
  @SENSOR_NAME {reaction} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {pin} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @ANALYSIS_TYPE {STATIC} @SIMULATION_TIME_RANGE {0, #T} @TIME_STEP_SIZE {#T/2} @OUTPUT_STEP_SIZE {#T/2} } }
"""
VALUES = {"m": 2.0, "L": 0.8, "k": 30.0, "b": 0.5, "c": 4.0, "T": 1.0}


def rod(m, L, k, b, c, T, row):
    """Return the angle, the end of the rod (x, z) and the reaction at the pin (x, z). These quantities follow from the
    balance of moments about the pin.
    """
    factor = (mp.mpf(row) / 2 * T) ** 2

    def parts(angle):
        x, z = L * mp.cos(angle), -L * mp.sin(angle)
        along = (x - L, z - b)
        length = mp.sqrt(along[0] ** 2 + along[1] ** 2)
        tie = [-k * (length - mp.mpf("0.3")) * each / length for each in along]
        return x, z, tie[0] + 2 * factor, tie[1] - factor

    def moment(angle):
        """Return the moment about the axis y. A rotation by the angle rotates x to -z."""
        x, z, fx, fz = parts(angle)
        return z * fx - x * fz + x / 2 * m * mp.mpf("9.81") - c * angle

    angle = mp.findroot(moment, 0.2)
    x, z, fx, fz = parts(angle)
    return [angle, x, z, -fx, m * mp.mpf("9.81") - fz]


def test_a_rod_on_springs():
    """Compare with differences of the balance of moments in 40 digits."""
    results = rbsolve.sensitivities(ROD, [*VALUES], method="tangent")
    own = rbsolve.solve(ROD)
    for sensor in own.sensors:
        np.testing.assert_array_equal(results[sensor], own[sensor])
    with mp.workdps(40):
        for row in range(3):
            computed = [own["angle"][row, 0], own["end"][row, 0], own["end"][row, 2]]
            np.testing.assert_allclose(
                computed, np.array(rod(**VALUES, row=row)[:3], dtype=float), rtol=1e-11, atol=1e-12
            )
            for name in VALUES:
                step = mp.mpf(10) ** -12
                above, below = (rod(**{**VALUES, name: VALUES[name] + sign * step}, row=row) for sign in (1, -1))
                expected = np.array(
                    [(one - other) / (2 * step) for one, other in zip(above, below, strict=True)], dtype=float
                )
                end, reaction = (results.sensitivity(sensor, name)[row] for sensor in ("end", "reaction"))
                angle = results.sensitivity("angle", name)[row]
                found = np.array([angle[0], end[0], end[2], reaction[0], reaction[2]])
                assert np.max(np.abs(found - expected)) < GOAL * max(1.0, np.max(np.abs(expected))), (row, name)


CRANK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#r} @SCALAR_VALUE {0.3} @DESIGN_PARAMETER_NAME {#l} @SCALAR_VALUE {0.8}
  @DESIGN_PARAMETER_NAME {#w} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1.5}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.6} @DESIGN_PARAMETER_NAME {#h} @SCALAR_VALUE {0}
}
@POINT_DEFINITION {
  @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {A} { @COORDINATES {#r, 0, 0} }
  @POINT_NAME {B} { @COORDINATES {#r + sqrt(#l^2 - #h^2), #h, 0} }
}
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {crank} { @AT_POINT {O} @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} }
  @RIGID_BODY_NAME {rod} { @AT_POINT {A} @MASS {1e-9} @MOMENTS_OF_INERTIA {1e-9, 1e-9, 1e-9} }
  @RIGID_BODY_NAME {slider} { @AT_POINT {B} @MASS {#m} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} }
}
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {turn} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {#w*t} } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {O} { @CONNECTED_TO_BODIES {GROUND, crank} @AT_POINT {O} @TRIAD_NAME {AXIS_Z} @PRESCRIBED_ROTATION {turn} }
  @REVOLUTE_JOINT_NAME {A} { @CONNECTED_TO_BODIES {crank, rod} @AT_POINT {A} @TRIAD_NAME {AXIS_Z} }
  @REVOLUTE_JOINT_NAME {B} { @CONNECTED_TO_BODIES {rod, slider} @AT_POINT {B} @TRIAD_NAME {AXIS_Z} }
}
@PRISMATIC_JOINT_DEFINITION {
  @PRISMATIC_JOINT_NAME {way} { @CONNECTED_TO_BODIES {GROUND, slider} @AT_POINT {B} @TRIAD_NAME {AXIS_X} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {slider} }
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {slider} }
  @SENSOR_NAME {torque} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {O} }
}
@SIGNAL_DEFINITION { @SIGNAL_NAME {x} { @MEASURE {place, x1} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @ANALYSIS_TYPE {KINEMATIC} @SIMULATION_TIME_RANGE {0, 1.2} @TIME_STEP_SIZE {0.02} @OUTPUT_STEP_SIZE {0.1} } }
"""
LENGTHS = {"r": 0.3, "l": 0.8, "w": 2.0, "m": 1.5, "h": 0.0}


def crank(t, r, l, w, m, h):  # noqa: E741  # the symbol of the formula
    """Return position, speed and force of the slider, and the torque of the crank. The function also accepts complex
    numbers.
    """
    along = np.sqrt(l**2 - (h - r * np.sin(w * t)) ** 2)
    lift, fall = h - r * np.sin(w * t), r * w * np.cos(w * t)  # the height of the rod's end, and minus its rate
    x = r * np.cos(w * t) + along
    slope = lift * fall / along
    u = -r * w * np.sin(w * t) + slope
    bend = (-fall * fall + lift * -r * w**2 * np.sin(w * t)) / along - lift * fall * (lift * fall / along) / along**2
    a = -r * w**2 * np.cos(w * t) + bend
    return x, u, m * a * u / w


def test_a_slider_crank():
    """Compare with complex steps through the closed form. The connecting rod has almost no mass."""
    results = rbsolve.sensitivities(CRANK, [*LENGTHS], method="tangent")
    own = rbsolve.solve(CRANK)
    for sensor in own.sensors:
        np.testing.assert_array_equal(results[sensor], own[sensor])
    time = own.time
    for k, (sensor, column, goal) in enumerate((("place", 0, GOAL), ("speed", 0, GOAL), ("torque", 2, 1e-7))):
        assert np.max(np.abs(np.abs(own[sensor][:, column]) - np.abs(crank(time, **LENGTHS)[k]))) < 1e-7
        sign = 1.0 if k < 2 else np.sign(own[sensor][5, column] * crank(time, **LENGTHS)[k][5])
        for name, value in LENGTHS.items():
            expected = crank(time, **{**LENGTHS, name: value + 1e-20j})[k].imag / 1e-20
            found = sign * results.sensitivity(sensor, name)[:, column]
            assert np.max(np.abs(found - expected)) < goal * max(1.0, np.max(np.abs(expected))), (sensor, name)


def test_a_number_without_a_derivative_fails_alone():
    """A tilted axis locks the planar loop, so nothing has a derivative with respect to the tilt."""
    tilted = "@TRIAD_DEFINITION { @TRIAD_NAME {tilted} { @ORIENTATION_DEFINITION_TYPE {VECTOR_E3} @ORIENTATION_E3 {#tilt, 0, 1} } }"
    text = CRANK.replace(
        "{rod, slider} @AT_POINT {B} @TRIAD_NAME {AXIS_Z}", "{rod, slider} @AT_POINT {B} @TRIAD_NAME {tilted}"
    )
    text += f"{tilted}\n@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#tilt}} @SCALAR_VALUE {{0}} }}"
    results = rbsolve.sensitivities(text, ["r", "tilt", "l", "w"])
    told = {finding.code: finding.message for finding in results.findings}
    assert "differences of runs: at t = 0.1 s, with another value, no motion closes the joints" in told["no-tangent"]
    assert "derivatives with respect to tilt are" in told["no-tangent"]
    assert told["no-derivative"].startswith("the derivative with respect to tilt is missing")
    alone = rbsolve.sensitivities(CRANK, ["r", "l", "w"], method="tangent")
    for name in ("r", "l", "w"):
        assert results.file[f"sensitivities/{name}/torque"].attrs["method"] == "tangent"
        np.testing.assert_allclose(
            results.sensitivity("torque", name), alone.sensitivity("torque", name), rtol=1e-9, atol=1e-9
        )


def test_a_slider_that_ends_the_run():
    """When the slider passes c, dt/dp = -(dx/dp)/(dx/dt), and its position is c."""
    event = "@EVENT_DEFINITION { @EVENT_NAME {near} { @SIGNAL_NAME {x} @THRESHOLD {#c} @TERMINATE {YES} } }\n"
    results = rbsolve.sensitivities(CRANK + event, ["r", "l", "w", "c"], method="tangent")
    end = results.time[-1]
    assert 1.0 < end < 1.2
    assert crank(end, **LENGTHS)[0] == pytest.approx(0.6, abs=1e-10)
    speed = crank(end, **LENGTHS)[1]
    for name in ("r", "l", "w"):
        slope = crank(end, **{**LENGTHS, name: LENGTHS[name] + 1e-20j})[0].imag / 1e-20
        found = results.file[f"sensitivities/{name}"].attrs["end_time_derivative"]
        assert found == pytest.approx(-slope / speed, rel=1e-8)
        assert results.sensitivity("place", name)[-1, 0] == pytest.approx(0.0, abs=1e-9)
    assert results.file["sensitivities/c"].attrs["end_time_derivative"] == pytest.approx(1 / speed, rel=1e-8)
    assert results.sensitivity("place", "c")[-1, 0] == pytest.approx(1.0, rel=1e-9)


HANGING = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {bob} {
  @AT_POINT {0, 0, -1} @MASS {#m} @CENTRE_OF_MASS {0, 0, -0.2} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.2} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {tie} {
  @CONNECTED_TO_BODIES {GROUND, bob} @POINT1_NAME {0, 0, 0} @POINT2_NAME {0, 0, -1} @STIFFNESS {90} @REST_LENGTH {0.9} } }
@SENSOR_DEFINITION { @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {bob} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }
"""


def test_an_equilibrium_that_is_not_unique_has_no_tangent():
    """A bob that hangs on a spring may rotate about the spring, so differences replace tangents. The derivative is
    `dz/dm = -g/k`.
    """
    results = rbsolve.sensitivities(HANGING, ["m"])
    assert any("the equilibrium is not unique" in finding.message for finding in results.findings)
    assert results.file["sensitivities"].attrs["method"] == "difference"
    assert results.sensitivity("place", "m")[0, 2] == pytest.approx(-9.81 / 90, rel=1e-8)


def test_rows_that_depend_on_the_path_have_no_tangents():
    lag = "@SIGNAL_DEFINITION { @SIGNAL_NAME {slow} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {x} @TIME_CONSTANT {0.1} } }\n"
    results = rbsolve.sensitivities(CRANK + lag, ["r"])
    assert results.file["sensitivities"].attrs["method"] == "difference"
    assert any("its signals have states, which depend on the path" in finding.message for finding in results.findings)


HELD = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} @DESIGN_PARAMETER_NAME {#P} @SCALAR_VALUE {30}
  @DESIGN_PARAMETER_NAME {#G} @SCALAR_VALUE {0.7} @DESIGN_PARAMETER_NAME {#s} @SCALAR_VALUE {0.1}
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rod} {
  @AT_POINT {0, 0, 0} @MASS {#m} @CENTRE_OF_MASS {0.5, 0, 0} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.2} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {pin} {
  @CONNECTED_TO_BODIES {GROUND, rod} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Y} @SIGNAL_NAME {torque} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {pin} }
  @SENSOR_NAME {torque} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {torque} }
}
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {angle} { @MEASURE {angle} }
  @SIGNAL_NAME {slow} { @SIGNAL_TYPE {FIRST_ORDER_LAG} @INPUT {angle} @TIME_CONSTANT {0.05} @GAIN {#G} }
  @SIGNAL_NAME {torque} { @EXPRESSION {-#P*(slow - #s)} @UNIT {N m} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }
"""


def test_an_equilibrium_that_signals_hold():
    """The equilibrium satisfies m g cos(a)/2 = P (G a - s)."""

    def angle(m, P, G, s):
        return mp.findroot(lambda a: m * mp.mpf("9.81") * mp.cos(a) / 2 - P * (G * a - s), 0.4)

    values = {"m": 2.0, "P": 30.0, "G": 0.7, "s": 0.1}
    results = rbsolve.sensitivities(HELD, [*values], method="tangent")
    with mp.workdps(40):
        exact = angle(**values)
        assert results["angle"][0, 0] == pytest.approx(float(exact), rel=1e-11)
        for name, value in values.items():
            step = mp.mpf(10) ** -12
            slope = (angle(**{**values, name: value + step}) - angle(**{**values, name: value - step})) / (2 * step)
            assert results.sensitivity("angle", name)[0, 0] == pytest.approx(float(slope), rel=GOAL)
            by_weight = 2 * mp.mpf("9.81") * mp.sin(exact) / 2 * slope
            if name == "m":
                by_weight -= mp.mpf("9.81") * mp.cos(exact) / 2
            assert results.sensitivity("torque", name)[0, 0] == pytest.approx(float(by_weight), rel=GOAL)


def test_a_static_analysis_with_stiction_reports_why_it_has_no_tangents():
    """Bristles depend on earlier positions of the bodies."""
    text = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @AT_POINT {0, 0, 1} @MASS {#m} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@SHAPE_DEFINITION { @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @CONNECTED_TO_BODY {GROUND} }
  @SHAPE_NAME {ball} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {ball} @AT_POINT {0, 0, 1} @DIMENSIONS {2, 2, 2} } }
@CONTACT_DEFINITION { @CONTACT_NAME {c} { @CONTACT_SHAPES {floor, ball} @STIFFNESS {1e4} @EXPONENT {1}
  @STICTION {1e4, 10} @FRICTION_COEFFICIENTS {0.5} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -10} } }
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {4} }
@SENSOR_DEFINITION { @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {ball} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC} } }"""
    results = rbsolve.sensitivities(text, ["m"], method="tangent")
    assert any("its forces depend on earlier positions" in finding.message for finding in results.findings)
