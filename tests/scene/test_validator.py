"""Every file passes the Khronos Group's validator without a message."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from rbsolve.runs.results import Results
from rbsolve.scene.gltf import motion_glb

ROOT = Path(__file__).parents[2]
DECKS = sorted((ROOT / "decks").glob("*.deck"))

EVERYTHING = """
@POINT_DEFINITION {
  @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } @POINT_NAME {Q} { @COORDINATES {2, 0, 0} }
}
@TRIAD_DEFINITION {
  @TRIAD_NAME {X} { @ORIENTATION_E2 {0, 1, 0} @ORIENTATION_E3 {1, 0, 0} }
  @TRIAD_NAME {Y} { @ORIENTATION_E2 {1, 0, 0} @ORIENTATION_E3 {0, 1, 0} }
}
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @TRIAD_NAME {X} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {M} { @CONNECTED_TO_BODY {B0} @POINT_NAME {Q} @TRIAD_NAME {Y} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.25} } }
@REPEAT_OF_BODIES
@SPRING_DAMPER_DEFINITION {
  @SPRING_DAMPER_NAME {pull} { @CONNECTED_TO_BODIES {GROUND, B0} @POINT1_NAME {O} @POINT2_NAME {Q} @STIFFNESS {1} }
}
@BUSHING_DEFINITION { @BUSHING_NAME {mount} { @CONNECTED_TO_BODIES {GROUND, B0} @AT_POINT {O} @STIFFNESS {1, 1, 1} } }
@TORSION_SPRING_DEFINITION {
  @TORSION_SPRING_NAME {clock} { @CONNECTED_TO_BODIES {GROUND, B1} @TRIAD_NAME {X} @STIFFNESS {1} }
  @TORSION_SPRING_NAME {loose} { @CONNECTED_TO_BODIES {B0, B3} @STIFFNESS {1} }
}
@SHAPE_DEFINITION {
  @SHAPE_NAME {box} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {B0} @DIMENSIONS {1, 2, 3} @OPACITY {0.3} }
  @SHAPE_NAME {can} { @SHAPE_TYPE {CYLINDER} @CONNECTED_TO_BODY {B1} @AT_POINT {P} @TRIAD_NAME {X} @DIMENSIONS {1, 2} }
  @SHAPE_NAME {ball} { @SHAPE_TYPE {SPHERE} @DIMENSIONS {1} @COLOUR {tomato} }
  @SHAPE_NAME {hat} { @SHAPE_TYPE {CONE} @DIMENSIONS {1, 2} }
  @SHAPE_NAME {egg} { @SHAPE_TYPE {ELLIPSOID} @DIMENSIONS {1, 2, 3} }
  @SHAPE_NAME {hoop} { @SHAPE_TYPE {RING} @DIMENSIONS {2, 0.1} }
  @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} }
  @SHAPE_NAME {wire} { @SHAPE_TYPE {LINE} @POINTS {O, P, O} }
  @SHAPE_NAME {part} { @SHAPE_TYPE {MESH} @FILE_NAME {part.obj} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 0.05} @TIME_STEP_SIZE {0.01} } }
"""
JOINTS = (
    "RIGID",
    "REVOLUTE",
    "PRISMATIC",
    "CYLINDRICAL",
    "SCREW",
    "SPHERICAL",
    "UNIVERSAL",
    "PLANAR",
    "CONSTANT_VELOCITY",
)


def everything():
    """Return a model with a body on each kind of joint, and with each kind of shape. It also has a spring, a bushing, a
    fixed frame and a moving frame.
    """
    bodies, joints = [], []
    for i, kind in enumerate(JOINTS):
        bodies.append(f"@RIGID_BODY_NAME {{B{i}}} {{ @FRAME_NAME {{F}} @MASS_PROPERTY_NAME {{m}} }}")
        extra = {"UNIVERSAL": "@TRIAD_NAME {X, Y}", "SCREW": "@TRIAD_NAME {X} @PITCH {0.1}"}.get(
            kind, "@TRIAD_NAME {X}"
        )
        joint = f"@{kind}_JOINT_NAME {{J{i}}} {{ @CONNECTED_TO_BODIES {{GROUND, B{i}}} @AT_POINT {{P}} {extra} }}"
        joints.append(f"@{kind}_JOINT_DEFINITION {{ {joint} }}")
    container = f"@RIGID_BODY_DEFINITION {{ {' '.join(bodies)} }}"
    return EVERYTHING.replace("@REPEAT_OF_BODIES", "\n".join([container, *joints]))


@pytest.fixture
def issues(node_modules):
    """`issues(path, ...)` returns the messages of the validator about files."""

    def validate(*paths):
        command = ["node", Path(__file__).parent / "validate.mjs", node_modules, *paths]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return {report["file"]: report["issues"]["messages"] for report in json.loads(printed)}

    return validate


def test_every_kind_of_picture_is_valid(tmp_path, issues, solved):
    (tmp_path / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    (tmp_path / "m.deck").write_text(everything())
    with solved(tmp_path / "m.deck", 5) as results:
        data = motion_glb(results)
    (tmp_path / "m.glb").write_bytes(data)
    for name in (
        "joint:J1:0",
        "joint:J6:1",
        "shape:part",
        "spring:pull",
        "spring:clock:1",
        "spring:loose:0",
        "bushing:mount",
        "frame:M",
        "box:B2",
    ):
        assert f'"{name}"'.encode() in data
    assert issues(tmp_path / "m.glb") == {str(tmp_path / "m.glb"): []}


def test_every_deck_makes_a_valid_file(tmp_path, issues, solved):
    """The file contains the first rows."""
    for deck in DECKS:
        with solved(deck, 20) as results:
            (tmp_path / f"{deck.stem}.glb").write_bytes(motion_glb(results))
    found = issues(*sorted(tmp_path.glob("*.glb")))
    assert len(found) == len(DECKS) > 20
    assert {file: messages for file, messages in found.items() if messages} == {}


def test_noise_is_valid(tmp_path, write_motion, issues):
    """No row can be omitted, and the signs of the Euler parameters are random."""
    random = np.random.default_rng(0)
    parameters = random.normal(size=(500, 4))
    parameters /= np.linalg.norm(parameters, axis=1, keepdims=True)
    time = np.cumsum(random.random(500))
    write_motion(tmp_path / "a.h5", time, {"B": (random.random((500, 3)), parameters)})
    with Results.open(tmp_path / "a.h5") as results:
        (tmp_path / "a.glb").write_bytes(motion_glb(results))
    assert issues(tmp_path / "a.glb") == {str(tmp_path / "a.glb"): []}
