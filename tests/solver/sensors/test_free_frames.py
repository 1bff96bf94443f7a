"""Frames that are attached to no body, in decks. The values of observers on these frames are compared with poses that
mpmath differentiates.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import rbsolve
from rbsolve.pipeline import Options, check_deck

DIGITS = 50
H = mp.mpf(10) ** -15
POINT_P, POINT_Q = (1.0, 0.5, -0.25), (0.0, 2.0, 0.0)
ANGLES_T = (20.0, 30.0, 40.0)
V1, V2 = (1.0, 0.25, 0.0), (0.0, 0.5, -0.5)
SPIN1, SPIN2 = (0.0, 0.5, 0.0), (0.0, 0.0, 1.25)
MEAN, RATE = (1.0, 3.0), 3.0

DECK = f"""
@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#W}} @SCALAR_VALUE {{{RATE}}} }}
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{{POINT_P[0]}, {POINT_P[1]}, {POINT_P[2]}}} }}
  @POINT_NAME {{Q}} {{ @COORDINATES {{{POINT_Q[0]}, {POINT_Q[1]}, {POINT_Q[2]}}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @EULER_ANGLES_313 {{{ANGLES_T[0]}, {ANGLES_T[1]}, {ANGLES_T[2]}}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F}} {{ @POINT1_NAME {{Q}} @TRIAD_NAME {{T}} }} }}
@FUNCTION_1D_DEFINITION {{
  @FUNCTION_1D_NAME {{spin}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{#W*t + t^2}} }}
  @FUNCTION_1D_NAME {{lift}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{0.5*sin(2*t) - 0.25}} }}
  @FUNCTION_1D_NAME {{tilt}} {{ @FUNCTION_1D_TYPE {{POLYNOMIAL}} @COEFFICIENTS {{0.5, -1, 0.75}} }} }}
@MASS_PROPERTY_DEFINITION {{
  @MASS_PROPERTY_NAME {{m1}} {{ @MASS {{{MEAN[0]}}} @MOMENTS_OF_INERTIA {{1, 1, 1}} @CENTRE_OF_MASS_LOCATION {{0.5, 0, 0}} }}
  @MASS_PROPERTY_NAME {{m2}} {{ @MASS {{{MEAN[1]}}} @MOMENTS_OF_INERTIA {{2, 2, 2}} }} }}
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{b1}} {{ @MASS_PROPERTY_NAME {{m1}} @INITIAL_VELOCITY_POINT {{CENTRE_OF_MASS}} @INITIAL_VELOCITY {{1, 0.25, 0}}
    @INITIAL_ANGULAR_VELOCITY {{0, 0.5, 0}} }}
  @RIGID_BODY_NAME {{b2}} {{ @FRAME_NAME {{F}} @MASS_PROPERTY_NAME {{m2}} @INITIAL_VELOCITY {{0, 0.5, -0.5}}
    @INITIAL_ANGULAR_VELOCITY {{0, 0, 1.25}} }} }}
@MOVING_FRAME_DEFINITION {{
  @MOVING_FRAME_NAME {{Table}} {{ @ROTATION_SEQUENCE {{EULER_ANGLES_321}} @ROTATION_FUNCTIONS {{spin, 0, tilt}} }}
  @MOVING_FRAME_NAME {{Camera}} {{ @IS_DEFINED_IN_FRAME {{Table}} @POINT_NAME {{P}} @TRIAD_NAME {{T}}
    @DISPLACEMENT_FUNCTIONS {{0, lift, tilt}} @ROTATION_SEQUENCE {{EULER_ANGLES_123}} @ROTATION_FUNCTIONS {{0, tilt, 0}} }}
  @MOVING_FRAME_NAME {{Lens}} {{ @IS_DEFINED_IN_FRAME {{Camera}} @POINT_NAME {{Q}} }}
  @MOVING_FRAME_NAME {{Mean}} {{ @MEAN_OF_BODIES {{b1, b2}} @TRIAD_NAME {{TRIAD_INERTIAL}} }}
  @MOVING_FRAME_NAME {{OnB1}} {{ @CONNECTED_TO_BODY {{b1}} @POINT_NAME {{P}} }}
  @MOVING_FRAME_NAME {{OnMean}} {{ @IS_DEFINED_IN_FRAME {{Mean}} @POINT_NAME {{P}} @DISPLACEMENT_FUNCTIONS {{lift, 0, 0}} }}
  @MOVING_FRAME_NAME {{OnOnB1}} {{ @IS_DEFINED_IN_FRAME {{OnB1}} @TRIAD_NAME {{T}} @DISPLACEMENT_FUNCTIONS {{0, 0, lift}} }}
  @MOVING_FRAME_NAME {{Fixed}} {{ @IS_DEFINED_IN_FRAME {{F}} @POINT_NAME {{P}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{EXPLICIT_RUNGE_KUTTA}} @TABLEAU {{RK44}}
  @FORMULATION {{LIE_R3_SO3}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, 1.5}} @TIME_STEP_SIZE {{1/512}}
  @OUTPUT_STEP_SIZE {{0.5}} }} }}
"""


def planar(axis: int, angle: Any) -> Any:
    R, i, j = mp.eye(3), axis % 3, (axis + 1) % 3
    R[i, i] = R[j, j] = mp.cos(angle)
    R[j, i], R[i, j] = mp.sin(angle), -mp.sin(angle)
    return R


def vector(*parts: Any) -> Any:
    return mp.matrix([mp.mpf(part) for part in parts])


with mp.workdps(DIGITS):
    P, Q = vector(*POINT_P), vector(*POINT_Q)
    T = planar(3, mp.radians(ANGLES_T[0])) * planar(1, mp.radians(ANGLES_T[1])) * planar(3, mp.radians(ANGLES_T[2]))


def spin(t: Any) -> Any:
    return RATE * t + t * t


def lift(t: Any) -> Any:
    return mp.sin(2 * t) / 2 - mp.mpf("0.25")


def tilt(t: Any) -> Any:
    return mp.mpf("0.5") - t + 3 * t * t / 4


def table(t: Any) -> tuple[Any, Any]:
    return vector(0, 0, 0), planar(3, spin(t)) * planar(1, tilt(t))


def camera(t: Any) -> tuple[Any, Any]:
    x, R = table(t)
    return x + R * (P + T * vector(0, lift(t), tilt(t))), R * T * planar(2, tilt(t))


def lens(t: Any) -> tuple[Any, Any]:
    """Return the pose of the lens, which is fixed in the camera. Without displacement, the lens is at Q with the axes
    T, and the camera is at P.
    """
    x, R = camera(t)
    return x + R * (T.T * (Q - P)), R


def b1(t: Any) -> tuple[Any, Any]:
    R, centre = planar(2, mp.mpf(SPIN1[1]) * t), vector(0.5, 0, 0)
    return centre + vector(*V1) * t - R * centre, R


def b2(t: Any) -> tuple[Any, Any]:
    return Q + vector(*V2) * t, planar(3, mp.mpf(SPIN2[2]) * t) * T


def polar(X: Any) -> Any:
    for _ in range(12):
        X = (X + (X**-1).T) / 2
    return X


def mean(t: Any) -> tuple[Any, Any]:
    (x1, R1), (x2, R2) = b1(t), b2(t)
    return (x1 + R1 * vector(0.5, 0, 0) + 3 * x2) / 4, polar(R1 + 3 * R2 * T.T)


def on_mean(t: Any) -> tuple[Any, Any]:
    (x, R), (x0, _) = mean(t), mean(mp.mpf(0))
    return x + R * (P - x0 + vector(lift(t), 0, 0)), R


def on_on_b1(t: Any) -> tuple[Any, Any]:
    x, R = b1(t)
    return x + R * (P + T * vector(0, 0, lift(t))), R * T


def fixed_pose(t: Any) -> tuple[Any, Any]:
    return P, T


POSES = {
    "Table": table,
    "Camera": camera,
    "Lens": lens,
    "Mean": mean,
    "OnMean": on_mean,
    "OnOnB1": on_on_b1,
    "Fixed": fixed_pose,
}
POSES |= {"b1": b1, "b2": b2}
POSES["INERTIAL"] = lambda t: (vector(0, 0, 0), mp.eye(3))
PAIRS = [
    ("Camera", "INERTIAL", ""), ("b2", "Table", ""), ("b1", "Camera", "Mean"), ("Lens", "b1", "Table"), ("Mean", "INERTIAL", ""),
    ("b1", "OnMean", ""), ("OnOnB1", "Lens", ""), ("OnMean", "Camera", "OnOnB1"), ("Fixed", "Mean", "Lens"),
]  # fmt: skip
TYPES = ("POSITION", "ORIENTATION", "VELOCITY", "ACCELERATION", "ANGULAR_VELOCITY", "ANGULAR_ACCELERATION")


def sensors() -> str:
    found = []
    for i, (subject, observer, axes) in enumerate(PAIRS):
        observer = "OnB1frame" if observer == "b1" else observer
        for kind in TYPES:
            along = f"@RESOLVED_IN {{{axes}}}" if axes and kind != "ORIENTATION" else ""
            found.append(
                f"@SENSOR_NAME {{{kind}_{i}}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{subject}}} @FRAME_NAME {{{observer}}} {along} }}"
            )
    body_frame = "@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {OnB1frame} { @CONNECTED_TO_BODY {b1} } }"
    return f"{body_frame}\n@SENSOR_DEFINITION {{ {' '.join(found)} }}"


def d(f: Callable[[Any], Any], t: Any) -> Any:
    return (f(t + H) - f(t - H)) / (2 * H)


def axial(W: Any) -> Any:
    return mp.matrix([W[2, 1] - W[1, 2], W[0, 2] - W[2, 0], W[1, 0] - W[0, 1]]) / 2


def expect(kind: str, subject: str, observer: str, axes: str, time: float) -> np.ndarray:
    def r(t: Any) -> Any:
        (x_E, R_E), (x, _) = POSES[observer](t), POSES[subject](t)
        return R_E.T * (x - x_E)

    def S(t: Any) -> Any:
        return POSES[observer](t)[1].T * POSES[subject](t)[1]

    def w(t: Any) -> Any:
        return axial(d(S, t) * S(t).T)

    views: dict[str, Callable[[Any], Any]] = {
        "POSITION": r,
        "ORIENTATION": S,
        "VELOCITY": lambda t: d(r, t),
        "ACCELERATION": lambda t: d(lambda s: d(r, s), t),
        "ANGULAR_VELOCITY": w,
        "ANGULAR_ACCELERATION": lambda t: d(w, t),
    }
    with mp.workdps(DIGITS):
        t = mp.mpf(time)
        seen = views[kind](t)
        if axes and kind != "ORIENTATION":
            seen = POSES[axes](t)[1].T * POSES[observer](t)[1] * seen
        return np.array([float(v) for row in seen.tolist() for v in row])


@pytest.fixture(scope="module")
def results(tmp_path_factory: Any) -> Any:
    return rbsolve.solve(DECK + sensors(), output=tmp_path_factory.mktemp("free") / "free.h5")


@pytest.mark.parametrize("pair", range(len(PAIRS)), ids=["-".join(filter(None, pair)) for pair in PAIRS])
def test_observers_see_what_differentiating_poses_gives(results: Any, pair: int) -> None:
    for kind in TYPES:
        rows = results[f"{kind}_{pair}"].reshape(len(results.time), -1)
        exact = np.array([expect(kind, *PAIRS[pair], time) for time in results.time])
        np.testing.assert_allclose(rows, exact, rtol=1e-12, atol=1e-12, err_msg=kind)


def test_mean_rotation_is_scipys(results: Any) -> None:
    with mp.workdps(DIGITS):
        turned = [b1(mp.mpf(1))[1], b2(mp.mpf(1))[1] * T.T]
    poses = [[[float(v) for v in row] for row in R.tolist()] for R in turned]
    theirs = Rotation.from_matrix(np.array(poses)).mean(weights=MEAN).as_matrix()
    np.testing.assert_allclose(results["ORIENTATION_4"][2].reshape(3, 3), theirs, atol=1e-12)


def test_file_has_the_motion_of_frames_that_no_body_carries(results: Any) -> None:
    assert results.frames == ("Table", "Camera", "Lens", "Mean", "OnMean", "OnOnB1")
    motion = results.motion
    place = results.frames.index("Camera")
    np.testing.assert_allclose(motion["frame_position"][:, place], results["POSITION_0"], atol=1e-15)
    turn = Rotation.from_quat(motion["frame_orientation"][:, place], scalar_first=True).as_matrix()
    np.testing.assert_allclose(turn, results["ORIENTATION_0"].reshape(-1, 3, 3), atol=1e-14)
    frames = results.file["model/frames"]
    assert frames["Fixed"].attrs["body"] == "GROUND"
    assert "body" not in frames["Camera"].attrs
    np.testing.assert_allclose(frames["Mean"][:3, 3], [0.125, 1.5, 0.0], atol=1e-15)


def test_displacement_and_rotation_count_from_the_reference_configuration() -> None:
    what = "@OBJECT_NAME {Camera} @FRAME_NAME {Fixed}"
    more = f"""@SENSOR_DEFINITION {{ @SENSOR_NAME {{u}} {{ @SENSOR_TYPE {{DISPLACEMENT}} {what} @POINT_NAME {{Q}} }}
      @SENSOR_NAME {{r}} {{ @SENSOR_TYPE {{ROTATION}} {what} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}"""
    results = rbsolve.solve(DECK + more)
    with mp.workdps(DIGITS):
        for row, time in enumerate(results.time):
            (x, _), (_, R) = lens(mp.mpf(time)), camera(mp.mpf(time))
            displacement, rotation = T.T * (x - Q), T.T * R * T.T * T
            np.testing.assert_allclose(results["u"][row], [float(v) for v in displacement], atol=1e-13)
            exact = [float(v) for each in rotation.tolist() for v in each]
            np.testing.assert_allclose(results["r"][row], exact, atol=1e-13)


def test_long_chain_of_moving_frames() -> None:
    links = 600
    chain = "".join(
        f"@MOVING_FRAME_NAME {{C{i}}} {{ @IS_DEFINED_IN_FRAME {{C{i - 1}}} @DISPLACEMENT_FUNCTIONS {{tilt, 0, 0}} }}"
        for i in range(1, links)
    )
    more = f"""@MOVING_FRAME_DEFINITION {{ @MOVING_FRAME_NAME {{C0}} {{ @IS_DEFINED_IN_FRAME {{Table}} }} {chain} }}
      @SENSOR_DEFINITION {{ @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{C{links - 1}}} @FRAME_NAME {{Table}} }} }}"""
    results = rbsolve.solve(DECK + more)
    np.testing.assert_allclose(results["v"][:, 0], (links - 1) * (-1.0 + 1.5 * results.time), rtol=1e-12)


def test_cases_with_other_functions_are_those_of_single_runs() -> None:
    deck = DECK + sensors()
    many = rbsolve.solve_many(deck, {"W": [RATE, -1.0]}, threads=1)
    one = rbsolve.solve(deck, parameters={"W": -1.0})
    for name in ("ACCELERATION_1", "POSITION_2"):
        assert many[name][1].tobytes() == one[name].tobytes()
        assert not np.array_equal(many[name][0], many[name][1])


def findings(text: str) -> list[tuple[str, str]]:
    return [
        (f.code.value, f.message) for f in check_deck(text, Options()).diagnostics if f.code.value != "unused-object"
    ]


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("{b1, b2}", "{b1, GROUND}", "invalid-value", "GROUND has no mass"),
        ("{b1, b2}", "{b1, b1}", "invalid-value", "named twice"),
        ("@ROTATION_SEQUENCE {EULER_ANGLES_321}", "", "missing-keyword", "but no `@ROTATION_SEQUENCE`"),
        ("{spin, 0, tilt}", "{spin, 1, tilt}", "unresolved-reference", "no function or 0 1"),
        ("{spin, 0, tilt}", "{spin, tilt}", "wrong-count", "needs 3 names"),
        ("0.5*sin(2*t) - 0.25", "log(t)", "invalid-value", "function lift has no value"),
        ("0.5*sin(2*t) - 0.25", "sin(x)", "invalid-value", "takes a function of time"),
        ("@IS_DEFINED_IN_FRAME {Table}", "@IS_DEFINED_IN_FRAME {Lens}", "circular-reference", "frame Camera"),
        ("{T} {", "{T} { @IS_DEFINED_IN_FRAME {Table}", "invalid-value", "moving frame"),
        ("@CONNECTED_TO_BODY {b1}", "@CONNECTED_TO_BODY {b1} @MEAN_OF_BODIES {b2}", "conflicting-keywords", "MEAN_OF_BODIES"),
    ],
)  # fmt: skip
def test_mistakes(old: str, new: str, code: str, words: str) -> None:
    assert old in DECK
    found = findings(DECK.replace(old, new, 1))
    assert [f for f in found if f[0] == code and words in f[1]], found


def test_loads_and_signals_need_a_body() -> None:
    load = """@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {L} {
        @CONNECTED_TO_BODY {b1} @AT_POINT {P} @APPLIED_FORCES {1, 0, 0} @FRAME_NAME {%s} } }"""
    assert findings(DECK + load % "Fixed") == []
    [(code, message)] = findings(DECK + load % "Lens")
    assert (code, message) == (
        "invalid-value",
        "load L has the axes of Lens, a frame that is not attached to a single body",
    )
    signal = "@SIGNAL_DEFINITION { @SIGNAL_NAME {h} { @MEASURE {POSITION_1, x3} } }"
    [(code, message)] = findings(DECK + sensors() + signal)
    assert (code, message) == ("invalid-value", "signal h cannot measure POSITION of sensor POSITION_1")


def test_bodies_without_a_mean_direction_need_axes() -> None:
    """Four blades are symmetric. Therefore the mean of their axes is not unique, but the mean of their rotations is
    unique."""
    blades = "".join(
        f"@TRIAD_DEFINITION {{ @TRIAD_NAME {{T{i}}} {{ @EULER_ANGLES_313 {{{90 * i}, 0, 0}}}} }}"
        f"@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{F{i}}} {{ @POINT1_NAME {{P}} @TRIAD_NAME {{T{i}}} }} }}"
        f"@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{blade{i}}} {{ @FRAME_NAME {{F{i}}} @MASS_PROPERTY_NAME {{m2}} }} }}"
        for i in range(4)
    )
    hub = (
        "@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {Hub} { @MEAN_OF_BODIES {blade0, blade1, blade2, blade3} %s } }"
    )
    assert ("degenerate-geometry", "frame Hub: the mean of the axes of these bodies is undefined") in findings(
        DECK + blades + hub % ""
    )
    assert findings(DECK + blades + hub % "@TRIAD_NAME {TRIAD_INERTIAL}") == []


def test_mean_of_bodies_whose_mass_follows_from_shapes() -> None:
    """Shapes are placed after all frames, so the mean frame takes its pose from the deck. Its motion is still weighted
    by the masses.
    """
    more = """@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {ball} { @DENSITY {3/(4*pi)} @INITIAL_VELOCITY {4, 0, 0} } }
      @SHAPE_DEFINITION { @SHAPE_NAME {s} { @CONNECTED_TO_BODY {ball} @SHAPE_TYPE {SPHERE} @DIMENSIONS {2^(1/3)} } }
      @MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {Pair} { @MEAN_OF_BODIES {ball, b2} %s } }
      @SENSOR_DEFINITION { @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {Pair} } }"""
    [(code, message)] = findings(DECK + more % "@POINT_NAME {P}")
    assert (code, "mass of ball is computed from its shapes" in message) == ("invalid-value", True)
    results = rbsolve.solve(DECK + more % "@POINT_NAME {Q} @TRIAD_NAME {TRIAD_INERTIAL}")
    centre = (2.0 * np.array([4.0, 0.0, 0.0]) + 3.0 * np.array(V2)) / 5.0
    arm = np.array(POINT_Q) - 3.0 * np.array(POINT_Q) / 5.0
    with mp.workdps(DIGITS):
        Rdot = d(lambda t: polar(2 * mp.eye(3) + 3 * planar(3, mp.mpf(SPIN2[2]) * t)), mp.mpf(0))
    spun = np.array([[float(v) for v in row] for row in Rdot.tolist()]) @ arm
    np.testing.assert_allclose(results["v"][0], centre + spun, atol=1e-13)


def test_mean_rotation_that_is_not_unique_is_a_warning_of_the_run(tmp_path: Path) -> None:
    half_a_turn = DECK.replace("{0, 0.5, 0}", "{0, 0, 0}").replace("{0, 0, 1.25}", "{0, 0, pi}")
    same_mass = half_a_turn.replace("@MASS {3.0}", "@MASS {1}").replace("{0, 1.5}", "{0, 2}")
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {Mean} } }"
    found = rbsolve.solve(same_mass + sensor, output=tmp_path / "o.h5").findings
    [warning] = [finding for finding in found if finding.code == "ambiguous-mean-rotation"]
    assert (warning.time, warning.severity, warning.object) == (1.0, "warning", "frame Mean")


def test_function_that_ends_is_a_warning_of_the_run(tmp_path: Path) -> None:
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {s} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {Camera} } }"
    found = rbsolve.solve(
        DECK.replace("0.5*sin(2*t) - 0.25", "sqrt(1.2 - t)") + sensor, output=tmp_path / "o.h5"
    ).findings
    warnings = [(f.time, f.object) for f in found if f.code == "frame-without-value"]
    assert (1.5, "frame Camera") in warnings
