"""glTF files. A player shows the motion within the bounds at any time."""

from pathlib import Path

import h5py
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.runs.results import Results
from rbsolve.scene.catalogue import catalogue
from rbsolve.scene.gltf import POSITION_BOUND, ROTATION_BOUND, motion_glb
from rbsolve.scene.glyphs import model_size
from rbsolve.scene.scene import SceneError, read_scene

DECKS = Path(__file__).parents[2] / "decks"
SPIN, PRECESSION = 150.0, 4.0  # rad/s of a top whose axis is inclined by 1 rad


def top(time):
    """Return the position of the centre and the orientation of a spinning, precessing top."""
    turn = about(2, PRECESSION * time) * about(0, np.ones_like(time)) * about(2, SPIN * time)
    return turn.apply([0.0, 0.0, 1.0]), turn


def about(axis, angles):
    return Rotation.from_rotvec(np.outer(angles, np.eye(3)[axis]))


def parameters(rotation):
    """Return Euler parameters, scalar first, with arbitrary signs, as in results."""
    xyzw = rotation.as_quat()
    signs = np.where(np.random.default_rng(0).random(len(xyzw)) < 0.5, -1.0, 1.0)
    return signs[:, None] * np.roll(xyzw, 1, axis=1)


def export(write_motion, player, path, time, motion):
    write_motion(path, time, motion)
    with Results.open(path) as results:
        return player(motion_glb(results))


def distance(played, expected):
    return np.linalg.norm(played - expected, axis=1).max()


def angle(played, expected):
    return (played.inv() * expected).magnitude().max()


@pytest.mark.parametrize("start", [0.0, 1000.0])
@pytest.mark.parametrize("rows", [1, 2, 3, 1001, 6000])
def test_the_pose_is_within_the_bounds_at_any_time(tmp_path, write_motion, player, start, rows):
    """Rows at intervals of 0.3 ms are dense enough for the closed form to be valid between them as well."""
    time = start + 3e-4 * np.arange(rows)
    place, turn = top(time)
    played = export(write_motion, player, tmp_path / "a.h5", time, {"top": (place, parameters(turn))})
    size = played.document["extras"]["size"]
    moments = np.unique(np.concatenate([time, np.random.default_rng(1).uniform(time[0], time[-1], 3000)]))
    place, turn = top(moments)
    assert played.document["extras"]["start"] == start
    assert distance(played.position("top", moments - start), place) < POSITION_BOUND * size
    assert angle(played.orientation("top", moments - start), turn) < ROTATION_BOUND


def test_rounded_times_cost_no_accuracy(tmp_path, write_motion, player):
    """At 1000 s, the resolution of single precision is 6e-5 s, in which the top rotates by 9e-3 rad."""
    time = np.concatenate([[0.0], 1000.0 + 1e-4 * np.arange(4000)])
    place, turn = top(time)
    played = export(write_motion, player, tmp_path / "a.h5", time, {"top": (place, parameters(turn))})
    moments = np.random.default_rng(1).uniform(time[1], time[-1], 3000)
    place, turn = top(moments)
    # For rows 1e-4 s apart, the chord has the error 150 * 4 rad/s^2 * (1e-4 s)^2 / 8.
    assert angle(played.orientation("top", moments), turn) < ROTATION_BOUND
    assert distance(played.position("top", moments), place) < POSITION_BOUND * played.document["extras"]["size"]


def test_keys_are_few_where_little_happens(tmp_path, write_motion, player):
    time = np.linspace(0.0, 10.0, 100_001)
    slow = Rotation.from_rotvec(np.outer(0.1 * time, [0.0, 0.6, 0.8]))  # the motion is a single arc of 1 rad
    line = np.outer(time, [1.0, 2.0, 3.0])
    still = np.zeros_like(line), np.tile([1.0, 0.0, 0.0, 0.0], (len(time), 1))
    motion = {"mover": (line, parameters(slow)), "still": still}
    played = export(write_motion, player, tmp_path / "a.h5", time, motion)
    # on a straight line, the export keeps only the keys of the last halvings
    assert len(played.keys("mover", "translation")[0]) < 25
    assert len(played.keys("mover", "rotation")[0]) < 25
    assert played.keys("still", "translation") is None
    assert played.keys("still", "rotation") is None


def test_keys_are_near_one_another_and_of_one_sign(tmp_path, write_motion, player):
    """The keys satisfy this limit even if rows are more than 60 degrees apart. In this test, the rows are 100 degrees
    apart, about a fixed axis.
    """
    time = np.arange(50) * 1.0
    turn = about(2, np.radians(100.0) * time)
    played = export(write_motion, player, tmp_path / "a.h5", time, {"top": (np.zeros((50, 3)), parameters(turn))})
    keys = played.keys("top", "rotation")[1]
    cosines = np.einsum("ij,ij->i", keys[1:], keys[:-1])
    assert 2.0 * np.arccos(cosines).max() <= np.radians(60.0)
    moments = np.linspace(0.0, 49.0, 333)
    expected = about(2, np.radians(100.0) * moments)
    assert angle(played.orientation("top", moments), expected) < ROTATION_BOUND


def test_what_is_z_in_the_deck_is_up_in_gltf(tmp_path, write_motion, player):
    time = np.array([0.0, 1.0])
    still = np.zeros((2, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (2, 1))
    played = export(write_motion, player, tmp_path / "a.h5", time, {"B": still})
    root = played.document["nodes"][played.document["scenes"][0]["nodes"][0]]
    np.testing.assert_allclose(Rotation.from_quat(root["rotation"]).apply([0, 0, 1]), [0, 1, 0], atol=1e-15)
    np.testing.assert_allclose(Rotation.from_quat(root["rotation"]).apply([1, 0, 0]), [1, 0, 0], atol=1e-15)


def test_a_body_without_shape_is_the_box_of_its_inertia(tmp_path, write_motion, player):
    """For unit mass and moments 0.1, 0.2, 0.25, the edges satisfy a^2 = 6 (I2 + I3 - I1)."""
    time = np.array([0.0, 1.0])
    still = np.zeros((2, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (2, 1))
    played = export(write_motion, player, tmp_path / "a.h5", time, {"B": still})
    node = played.document["nodes"][played.node("box:B")]
    (primitive,) = played.document["meshes"][node["mesh"]]["primitives"]
    vertices = played.array(primitive["attributes"]["POSITION"])
    turned = Rotation.from_quat(node.get("rotation", [0, 0, 0, 1])).apply(vertices)
    np.testing.assert_allclose(np.ptp(turned, axis=0) ** 2, [2.1, 0.9, 0.3], rtol=1e-6)


def test_the_box_of_the_inertia_lies_along_its_axes_at_the_centre_of_mass(tmp_path, write_motion, player):
    """The body and the axes of its inertia are rotated. The size of the model is that of the box around the corners and
    the origin of the body frame.
    """
    place, turn = np.array([5.0, -2.0, 1.0]), Rotation.from_rotvec([1.0, 0.2, -0.6])
    centre, axes = np.array([0.3, -0.5, 0.2]), Rotation.from_rotvec([0.4, -0.7, 0.3]).as_matrix()
    write_motion(tmp_path / "a.h5", np.zeros(1), {"B": (place[None], turn.as_quat(scalar_first=True)[None])})
    with h5py.File(tmp_path / "a.h5", "a") as file:
        file["model/bodies/B/inertia"][...] = axes @ np.diag([0.1, 0.2, 0.25]) @ axes.T
        file["model/bodies/B/centre_of_mass"][...] = centre
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    expected = place + turn.apply(centre + (0.5 * signs * np.sqrt([2.1, 0.9, 0.3])) @ axes.T)
    with Results.open(tmp_path / "a.h5") as results:
        size = model_size(read_scene(results))
        played = player(motion_glb(results))
    assert size == pytest.approx(np.linalg.norm(np.ptp([*expected, place], axis=0)), rel=1e-12)
    node = played.document["nodes"][played.node("box:B")]
    (primitive,) = played.document["meshes"][node["mesh"]]["primitives"]
    corners = Rotation.from_quat(node["rotation"]).apply(played.array(primitive["attributes"]["POSITION"]))
    drawn = place + turn.apply(node["translation"] + corners)
    assert distance_of_sets(drawn, expected) < 1e-6
    assert distance_of_sets(expected, drawn) < 1e-6


def distance_of_sets(points, others):
    """Return the largest distance from a point to the nearest of other points."""
    return np.linalg.norm(points[:, None] - others[None], axis=2).min(axis=1).max()


FORMS = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@SHAPE_DEFINITION {
  @SHAPE_NAME {short} { @SHAPE_TYPE {LINE} @CONNECTED_TO_BODY {b} @POINTS {0, 0, 0, 1, 0, 0} }
  @SHAPE_NAME {long} { @SHAPE_TYPE {LINE} @CONNECTED_TO_BODY {b} @POINTS {0, 0, 0, 3, 0, 0} }
  @SHAPE_NAME {bit} { @SHAPE_TYPE {MESH} @CONNECTED_TO_BODY {b} @FILE_NAME {1.obj} }
  @SHAPE_NAME {part} { @SHAPE_TYPE {MESH} @CONNECTED_TO_BODY {b} @FILE_NAME {3.obj} }
  @SHAPE_NAME {cube} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {b} @DIMENSIONS {1, 1, 1} }
  @SHAPE_NAME {plank} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {b} @DIMENSIONS {3, 1, 1} }
  @SHAPE_NAME {dice} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {b} @DIMENSIONS {1, 1, 1} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} { @SIMULATION_TIME_RANGE {0, 0.01} @TIME_STEP_SIZE {1e-3} } }
"""


def test_each_form_has_its_mesh_and_equal_forms_share_one(solved, player, tmp_path):
    (tmp_path / "forms.deck").write_text(FORMS)
    for width in (1, 3):
        corners = f"v 0 0 0\nv {width} 0 0\nv 0 1 0\nv 0 0 1\n"
        (tmp_path / f"{width}.obj").write_text(f"{corners}f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    with solved(tmp_path / "forms.deck", 2) as results:
        played = player(motion_glb(results))
    widths, meshes = {}, {}
    for name in ("short", "long", "bit", "part", "cube", "plank", "dice"):
        meshes[name] = played.document["nodes"][played.node(f"shape:{name}")]["mesh"]
        (primitive,) = played.document["meshes"][meshes[name]]["primitives"]
        widths[name] = np.ptp(played.array(primitive["attributes"]["POSITION"])[:, 0])
    expected = {"short": 1, "long": 3, "bit": 1, "part": 3, "cube": 1, "plank": 3, "dice": 1}
    assert widths == pytest.approx(expected, rel=0.05)  # a line is drawn as a thin tube
    assert meshes["cube"] == meshes["dice"]
    assert len(set(meshes.values())) == 6


def test_results_without_motion_say_what_to_do(tmp_path, write_motion):
    still = np.zeros((2, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (2, 1))
    write_motion(tmp_path / "a.h5", np.array([0.0, 1.0]), {"B": still})
    with h5py.File(tmp_path / "a.h5", "a") as file:
        del file["motion"]
    with Results.open(tmp_path / "a.h5") as results, pytest.raises(SceneError, match="without --no-motion"):
        motion_glb(results)


def test_corners_that_touch_are_seen(solved, player):
    """The body carries the eight corners of a box of 0.6 by 0.4 by 0.002 m."""
    with solved(DECKS / "stiction.deck", 3) as results:
        played = player(motion_glb(results))
    nodes = played.document["nodes"]
    corners = {name: node for node in nodes if (name := node["name"]).startswith("contact:hold:")}
    assert {node["extras"]["name"] for node in corners.values()} == {"hold"}
    places = np.array([node["translation"] for node in corners.values()])
    expected = [[x, y, z] for x in (-0.3, 0.3) for y in (-0.2, 0.2) for z in (-0.001, 0.001)]
    np.testing.assert_allclose(sorted(places.tolist()), expected, atol=1e-12)
    carrier = nodes[played.node("block")]
    assert {nodes.index(node) for node in corners.values()} <= set(carrier["children"])


TWO_BOXES = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} @AT_POINT {0, 0, 1} }
  @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @AT_POINT {2, 0, 1} }
}
@SHAPE_DEFINITION {
  @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} }
  @SHAPE_NAME {a} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {a} @DIMENSIONS {1, 1, 1} }
  @SHAPE_NAME {b} { @SHAPE_TYPE {BOX} @CONNECTED_TO_BODY {b} @DIMENSIONS {1, 1, 1} }
}
@CONTACT_DEFINITION { @CONTACT_NAME {heap} { @CONTACT_SHAPES {floor, a, b} @AGAINST {ITSELF} @STIFFNESS {1e5} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} { @SIMULATION_TIME_RANGE {0, 0.01} @TIME_STEP_SIZE {1e-3} } }
"""


def test_a_corner_that_touches_many_is_drawn_once(solved, player, tmp_path):
    (tmp_path / "boxes.deck").write_text(TWO_BOXES)
    with solved(tmp_path / "boxes.deck", 2) as results:
        nodes = player(motion_glb(results)).document["nodes"]
    assert sum(node["name"].startswith("contact:") for node in nodes) == 16


def test_points_inside_faces_are_not_drawn(solved, player, tmp_path):
    """A box that touches a can has points in its faces. The picture shows only its corners, which touch the floor."""
    can = TWO_BOXES.replace(
        "{BOX} @CONNECTED_TO_BODY {b} @DIMENSIONS {1, 1, 1}", "{CYLINDER} @CONNECTED_TO_BODY {b} @DIMENSIONS {0.5, 1}"
    )
    (tmp_path / "can.deck").write_text(can)
    with solved(tmp_path / "can.deck", 2) as results:
        nodes = player(motion_glb(results)).document["nodes"]
    assert sum(node["name"].startswith("contact:") for node in nodes) == 8


BALLS = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {1, 2, 3} } @POINT_NAME {Q} { @COORDINATES {1, 2.5, 3} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {1, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @TRIAD_NAME {T} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {F} } }
@SHAPE_DEFINITION {
  @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} }
  @SHAPE_NAME {hidden} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @AT_POINT {Q} @DIMENSIONS {0.2} @OPACITY {0} }
  @SHAPE_NAME {seen} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @DIMENSIONS {0.3} }
}
@CONTACT_DEFINITION {
  @CONTACT_NAME {one} { @CONNECTED_TO_BODIES {b, GROUND} @CONTACT_SHAPES {hidden, floor} @STIFFNESS {1e5} }
  @CONTACT_NAME {two} { @CONNECTED_TO_BODIES {GROUND, b} @CONTACT_SHAPES {floor, seen} @STIFFNESS {1e5} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} { @SIMULATION_TIME_RANGE {0, 0.01} @TIME_STEP_SIZE {1e-3} } }
"""


TURNTABLE = """
@MOVING_FRAME_DEFINITION {
  @MOVING_FRAME_NAME {table} { @POINT_NAME {P} @DISPLACEMENT_FUNCTIONS {f, 0, 0}
    @ROTATION_SEQUENCE {EULER_ANGLES_321} @ROTATION_FUNCTIONS {f, 0, 0} }
  @MOVING_FRAME_NAME {mean} { @MEAN_OF_BODIES {b} }
}
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 100} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {v} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {table} @POINT_NAME {Q} }
  @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {mean} }
}
"""


def test_frames_that_no_body_carries_move(solved, player, tmp_path):
    (tmp_path / "table.deck").write_text(BALLS + TURNTABLE)
    with solved(tmp_path / "table.deck", 10) as results:
        played = player(motion_glb(results))
        sensors = {sensor["name"]: sensor for sensor in catalogue(results, read_scene(results))["sensors"]}
    time = np.linspace(0.0, 0.01, 11)
    expected = np.column_stack([1 + 100 * time, np.full(11, 2.0), np.full(11, 3.0)])
    np.testing.assert_allclose(played.position("frame:table", time), expected, atol=1e-4)
    turned = played.orientation("frame:table", time) * about(2, 100 * time).inv()
    assert turned.magnitude().max() < 1e-3
    node = played.document["nodes"][played.node("frame:mean")]
    assert node["extras"] == {"kind": "frame", "name": "mean"}
    assert "mesh" in node
    assert sensors["v"]["place"] == {"body": "frame:table", "point": [0.0, 0.5, 0.0]}


def test_what_is_round_is_seen_where_its_shape_is_not(solved, player, tmp_path):
    (tmp_path / "balls.deck").write_text(BALLS)
    with solved(tmp_path / "balls.deck", 2) as results:
        one, two = (results.file[f"model/contacts/{name}"] for name in ("one", "two"))
        assert list(one["end"]) == [0]
        assert list(two["end"]) == [1]
        np.testing.assert_allclose(one["frame"][0, :3, 3], [1, 2.5, 3])
        np.testing.assert_allclose(two["half_axes"], [[0.3, 0.3, 0.3]])
        played = player(motion_glb(results))
    (name,) = (node["name"] for node in played.document["nodes"] if node["name"].startswith("contact:"))
    assert name == "contact:one:0"
    node = played.document["nodes"][played.node(name)]
    np.testing.assert_allclose(
        node["translation"], [0.5, 0, 0], atol=1e-12
    )  # e1 of the body is e2 of the inertial frame
    assert played.node(name) in played.document["nodes"][played.node("b")]["children"]


def test_the_size_of_a_model_is_that_of_its_bodies_without_shapes(tmp_path, write_motion):
    """A homogeneous box of edges a, b, c has 12 I1 = m (b^2 + c^2). The bodies of `write_motion` have the moments 0.1,
    0.2 and 0.25 for m = 1.
    """
    path = tmp_path / "o.h5"
    write_motion(path, np.zeros(1), {"box": (np.zeros((1, 3)), np.array([[1.0, 0, 0, 0]]))})
    squares = 6 * (0.1 + 0.2 + 0.25 - 2 * np.array([0.1, 0.2, 0.25]))
    with Results.open(path) as results:
        assert model_size(read_scene(results)) == pytest.approx(np.sqrt(squares.sum()), rel=1e-12)
