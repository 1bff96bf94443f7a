"""The origin of a results file."""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from importlib.metadata import version

import numpy as np
import pytest

import rbsolve
from rbsolve.cli import main
from rbsolve.pipeline import check_deck
from rbsolve.results.sections.provenance import environment, options_in_force

BODY = """\
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#v} @VECTOR_VALUE {1, 0, 0} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#L} @MOMENTS_OF_INERTIA {1, 1, 2} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#v} } }
"""
HINGE = """\
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {TRIAD_INERTIAL} } }
"""
METHOD = "@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} %s } }\n"
ANALYSIS = """\
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} @OUTPUT_STEP_SIZE {0.5}
  @TIME_INTEGRATOR_NAME {i} } }
"""


def options_of(integrator: str, given: str = "") -> dict[str, object]:
    return options_in_force(check_deck(BODY + METHOD % (integrator, given) + ANALYSIS).compiled)


def test_the_digest_is_that_of_the_bytes_of_the_file(tmp_path):
    deck = tmp_path / "crlf.deck"
    deck.write_bytes(
        b"\xef\xbb\xbf" + (BODY + METHOD % ("EXPLICIT_RUNGE_KUTTA", "") + ANALYSIS).replace("\n", "\r\n").encode()
    )
    results = rbsolve.solve(deck)
    assert results.attributes["deck_sha256"] == hashlib.sha256(deck.read_bytes()).hexdigest()


def test_the_environment_names_what_computed():
    found = dict(environment())
    assert found.pop("python") == platform.python_version()
    assert found.pop("platform") == platform.platform()
    assert found.pop("byte_order") == sys.byteorder
    assert found == {package: version(package) for package in ("numpy", "numba", "h5py", "scipy")}


@pytest.mark.parametrize(
    ("integrator", "given", "expected"),
    [
        ("EXPLICIT_RUNGE_KUTTA", "", {"TABLEAU": "RK44"}),
        (
            "EXPLICIT_RUNGE_KUTTA",
            "@TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-10}",
            {"TABLEAU": "DOPRI5", "RELATIVE_TOLERANCE": 1e-10, "ABSOLUTE_TOLERANCE": 1e-10},
        ),
        (
            "GENERALIZED_ALPHA",
            "@SPECTRAL_RADIUS {0.7}",
            {"SPECTRAL_RADIUS": 0.7, "NEWTON": "FULL", "TANGENT_OPERATOR": True, "TANGENT_STIFFNESS": "FULL", "RELATIVE_TOLERANCE": 1e-8,
             "ABSOLUTE_TOLERANCE": 1e-8, "MAXIMUM_NUMBER_OF_ITERATIONS": 20},
        ),
        (
            "GAUSS_LOBATTO",
            "",
            {"NUMBER_OF_STAGES": 1, "INERTIA_REPRESENTATION": "GAMMA", "INERTIA_PARAMETER": "SPIN", "NEWTON": "FULL"},
        ),
    ],
)  # fmt: skip
def test_every_option_in_force_is_written(integrator, given, expected):
    options = options_of(integrator, given)
    assert expected.items() <= options.items()
    assert options["SIMULATION_TIME_RANGE"] == [0.0, 1.0]
    assert (options["TIME_STEP_SIZE"], options["OUTPUT_STEP_SIZE"]) == (0.1, 0.5)


def defaults_of(results):
    """Return the effective defaults by keyword. Each default has its value, and the objects that use the default. A
    default of the whole run has no objects.
    """
    listed = json.loads(results.attributes["options"])["defaults"]
    assert all(entry["default"] is True for entry in listed)
    assert len({(entry["keyword"], repr(entry["value"])) for entry in listed}) == len(listed)
    return {entry["keyword"]: (entry["objects"], entry["value"]) for entry in listed}


HINGED = BODY.replace("@INITIAL_VELOCITY {#v}", "") + HINGE
SENSORS = """@SENSOR_DEFINITION {
  @SENSOR_NAME {seen} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @FRAME_NAME {FXDFRAME_INERTIAL} @RESOLVED_IN {INERTIAL} }
  @SENSOR_NAME {turn} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {B} }
  @SENSOR_NAME {energy} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {B} } }
"""


def test_what_nobody_said_is_told_from_what_the_deck_says():
    given = "@FORMULATION {LIE_SE3} @SPECTRAL_RADIUS {0.9}"
    found = defaults_of(rbsolve.solve(HINGED + METHOD % ("GENERALIZED_ALPHA", given) + SENSORS + ANALYSIS))
    assert not {"INTEGRATOR_TYPE", "FORMULATION", "SPECTRAL_RADIUS", "TIME_STEP_SIZE", "OUTPUT_STEP_SIZE"} & set(found)
    assert found["RELATIVE_TOLERANCE"] == ([], 1e-8)
    assert found["NEWTON"] == ([], "FULL")
    assert found["FRAME_NAME"] == (["sensor turn", "body B"], "FXDFRAME_INERTIAL")
    assert found["RESOLVED_IN"] == (["sensor turn"], "FXDFRAME_INERTIAL")
    assert found["ROTATION_PARAMETERS"] == (["sensor turn"], "ROTATION_MATRIX")
    assert found["FRICTION_VELOCITY"] == (["joint J"], 1e-3)


BARE = "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.1} } }"
SHORT = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {0.3, 0, 0} @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 3} }
  @RIGID_BODY_NAME {c} { @TRIAD_NAME {AXIS_X} @MASS {2} @MOMENTS_OF_INERTIA {1, 2, 3} @PRODUCTS_OF_INERTIA {0, 0, 0} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} @POINT_NAME {0, 0, 1} } }
"""


def test_what_a_short_form_says_is_no_default():
    results = rbsolve.solve(SHORT + BARE)
    found = defaults_of(results)
    assert "COORDINATES" not in found
    assert found["TRIAD_NAME"] == (["frame of b"], "TRIAD_INERTIAL")
    assert found["POINT1_NAME"] == (["frame of c"], [0.0, 0.0, 0.0])
    assert found["PRODUCTS_OF_INERTIA"] == (["mass property of b"], [0.0, 0.0, 0.0])
    assert found["START_FROM"] == (["analysis a"], "GIVEN")
    assert results.sensors["tip"].long_name == "position of b at (0, 0, 1), viewed by FXDFRAME_INERTIAL"


@pytest.mark.parametrize(
    ("overrides", "chosen"),
    [
        ({}, {"INTEGRATOR_TYPE": "GENERALIZED_ALPHA", "FORMULATION": "MINIMAL_COORDINATES", "SPECTRAL_RADIUS": 0.9,
              "OUTPUT_STEP_SIZE": 0.1}),
        ({"integrator": "DOPRI5", "options": {"RELATIVE_TOLERANCE": 1e-7}},
         {"FORMULATION": "MINIMAL_COORDINATES", "ABSOLUTE_TOLERANCE": 1e-9, "OUTPUT_STEP_SIZE": 0.001}),
        ({"formulation": "LIE_SE3", "step": 0.05}, {"INTEGRATOR_TYPE": "GENERALIZED_ALPHA", "OUTPUT_STEP_SIZE": 0.05}),
    ],
)  # fmt: skip
def test_what_a_command_sets_is_no_default(overrides, chosen):
    results = rbsolve.solve(HINGED + BARE, **overrides)
    found = defaults_of(results)
    assert chosen.items() <= {keyword: value for keyword, (_, value) in found.items()}.items()
    assert found["SENSOR_NAME"] == ([], ["B.CONFIGURATION", "B.VELOCITY", "B.ANGULAR_VELOCITY"])
    options = json.loads(results.attributes["options"])
    in_force = {"INTEGRATOR_TYPE": results.attributes["integrator"], "FORMULATION": results.attributes["formulation"]}
    assert all({**options, **in_force}[keyword] == value for keyword, value in chosen.items())
    given = {"INTEGRATOR_TYPE": "integrator", "FORMULATION": "formulation", "TIME_STEP_SIZE": "step"}
    assert not {keyword for keyword, argument in given.items() if argument in overrides} & set(found)
    assert "RELATIVE_TOLERANCE" not in found or "options" not in overrides


def test_info_tells_defaults_apart(tmp_path, capsys):
    (tmp_path / "a.deck").write_text(HINGED + SENSORS + BARE)
    assert main(["run", str(tmp_path / "a.deck"), "-q", "--option", "SPECTRAL_RADIUS=0.8"]) == 0
    assert main(["info", str(tmp_path / "a.h5")]) == 0
    lines = capsys.readouterr().out.splitlines()
    (options,) = (line for line in lines if line.startswith("options"))
    (defaults,) = (line for line in lines if line.startswith("defaults"))
    assert "SPECTRAL_RADIUS 0.8" in options
    assert "FORMULATION MINIMAL_COORDINATES" in defaults
    assert not set(options.split()) & {"NEWTON", "FORMULATION", "OUTPUT_STEP_SIZE"}
    assert any(line.strip() == "ROTATION_PARAMETERS ROTATION_MATRIX of turn" for line in lines)


def test_overrides_command_and_environment_are_written(tmp_path):
    deck = tmp_path / "a.deck"
    deck.write_text(BODY + METHOD % ("EXPLICIT_RUNGE_KUTTA", "") + ANALYSIS)
    assert main(["run", str(deck), "-q", "-p", "L=2", "--step", "0.05", "--t-end", "0.5", "--no-motion"]) == 0
    with rbsolve.open_results(tmp_path / "a.h5") as results:
        overrides = json.loads(results.attributes["overrides"])
        assert overrides == {"parameters": {"L": "2"}, "step": 0.05, "t_end": 0.5}
        assert json.loads(results.attributes["environment"])["numpy"] == np.__version__
        assert results.attributes["command"]
        assert json.loads(results.attributes["options"])["TIME_STEP_SIZE"] == 0.05
        assert results.motion == {}
    results = rbsolve.solve(deck, parameters={"v": np.array([0.0, 1.0, 0.0])}, t_end=0.5)
    assert json.loads(results.attributes["overrides"]) == {"parameters": {"v": [0.0, 1.0, 0.0]}, "t_end": 0.5}


def test_motion_is_the_pose_of_every_body():
    results = rbsolve.solve(BODY + METHOD % ("EXPLICIT_RUNGE_KUTTA", "") + ANALYSIS)
    assert results.bodies == ("B",)
    np.testing.assert_array_equal(results.motion["position"][:, 0], results["B.CONFIGURATION"][:, :3])
    np.testing.assert_allclose(results.motion["orientation"][:, 0], results["B.CONFIGURATION"][:, 3:], atol=1e-15)
    assert results.motion["position"].shape == (3, 1, 3)
