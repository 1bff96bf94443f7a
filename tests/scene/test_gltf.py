"""glTF: what a player shows is the motion, within the bounds, at any time."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.results.reader import Results
from rbsolve.scene.gltf import POSITION_BOUND, ROTATION_BOUND, motion_glb
from rbsolve.scene.scene import SceneError

SPIN, PRECESSION = 150.0, 4.0  # rad/s, of a top whose axis is inclined by 1 rad


def top(time):
    """Position of the centre of a spinning, precessing top, and its attitude."""
    turn = about(2, PRECESSION * time) * about(0, np.ones_like(time)) * about(2, SPIN * time)
    return turn.apply([0.0, 0.0, 1.0]), turn


def about(axis, angles):
    return Rotation.from_rotvec(np.outer(angles, np.eye(3)[axis]))


def parameters(rotation):
    """Scalar first, and with arbitrary signs, as results may have them."""
    xyzw = rotation.as_quat()
    signs = np.where(np.random.default_rng(0).random(len(xyzw)) < 0.5, -1.0, 1.0)
    return signs[:, None] * np.roll(xyzw, 1, axis=1)


def exported(write_motion, player, path, time, motion):
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
    """Rows at 0.3 ms are dense enough for the closed form to hold between them as well."""
    time = start + 3e-4 * np.arange(rows)
    place, turn = top(time)
    played = exported(write_motion, player, tmp_path / "a.h5", time, {"top": (place, parameters(turn))})
    size = played.document["extras"]["size"]
    moments = np.unique(np.concatenate([time, np.random.default_rng(1).uniform(time[0], time[-1], 3000)]))
    place, turn = top(moments)
    assert played.document["extras"]["start"] == start
    assert distance(played.position("top", moments - start), place) < POSITION_BOUND * size
    assert angle(played.orientation("top", moments - start), turn) < ROTATION_BOUND


def test_rounded_times_cost_no_accuracy(tmp_path, write_motion, player):
    """In single precision 1000 s have steps of 6e-5 s, in which the top turns by 9e-3 rad."""
    time = np.concatenate([[0.0], 1000.0 + 1e-4 * np.arange(4000)])
    place, turn = top(time)
    played = exported(write_motion, player, tmp_path / "a.h5", time, {"top": (place, parameters(turn))})
    moments = np.random.default_rng(1).uniform(time[1], time[-1], 3000)
    place, turn = top(moments)
    # Between rows 1e-4 s apart no more than the chord is lost: 150 * 4 rad/s^2 * (1e-4 s)^2 / 8
    assert angle(played.orientation("top", moments), turn) < ROTATION_BOUND
    assert distance(played.position("top", moments), place) < POSITION_BOUND * played.document["extras"]["size"]


def test_keys_are_few_where_little_happens(tmp_path, write_motion, player):
    time = np.linspace(0.0, 10.0, 100_001)
    slow = Rotation.from_rotvec(np.outer(0.1 * time, [0.0, 0.6, 0.8]))  # one arc: 1 rad
    line = np.outer(time, [1.0, 2.0, 3.0])
    still = np.zeros_like(line), np.tile([1.0, 0.0, 0.0, 0.0], (len(time), 1))
    motion = {"mover": (line, parameters(slow)), "still": still}
    played = exported(write_motion, player, tmp_path / "a.h5", time, motion)
    assert len(played.keys("mover", "translation")[0]) < 25  # a straight line: only the tail of the halving remains
    assert len(played.keys("mover", "rotation")[0]) < 25
    assert played.keys("still", "translation") is None
    assert played.keys("still", "rotation") is None


def test_keys_are_near_one_another_and_of_one_sign(tmp_path, write_motion, player):
    """Also where rows are farther apart than 60 degrees: here 100 degrees, about a fixed axis."""
    time = np.arange(50) * 1.0
    turn = about(2, np.radians(100.0) * time)
    played = exported(write_motion, player, tmp_path / "a.h5", time, {"top": (np.zeros((50, 3)), parameters(turn))})
    keys = played.keys("top", "rotation")[1]
    cosines = np.einsum("ij,ij->i", keys[1:], keys[:-1])
    assert 2.0 * np.arccos(cosines).max() <= np.radians(60.0)
    moments = np.linspace(0.0, 49.0, 333)
    expected = about(2, np.radians(100.0) * moments)
    assert angle(played.orientation("top", moments), expected) < ROTATION_BOUND


def test_what_is_z_in_the_deck_is_up_in_gltf(tmp_path, write_motion, player):
    time = np.array([0.0, 1.0])
    still = np.zeros((2, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (2, 1))
    played = exported(write_motion, player, tmp_path / "a.h5", time, {"B": still})
    root = played.document["nodes"][played.document["scenes"][0]["nodes"][0]]
    np.testing.assert_allclose(Rotation.from_quat(root["rotation"]).apply([0, 0, 1]), [0, 1, 0], atol=1e-15)
    np.testing.assert_allclose(Rotation.from_quat(root["rotation"]).apply([1, 0, 0]), [1, 0, 0], atol=1e-15)


def test_a_body_without_shape_is_the_box_of_its_inertia(tmp_path, write_motion, player):
    """Unit mass and moments 0.1, 0.2, 0.25: edges with a^2 = 6 (I2 + I3 - I1), written out."""
    time = np.array([0.0, 1.0])
    still = np.zeros((2, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (2, 1))
    played = exported(write_motion, player, tmp_path / "a.h5", time, {"B": still})
    node = played.document["nodes"][played.node("box:B")]
    (primitive,) = played.document["meshes"][node["mesh"]]["primitives"]
    vertices = played.array(primitive["attributes"]["POSITION"])
    turned = Rotation.from_quat(node.get("rotation", [0, 0, 0, 1])).apply(vertices)
    np.testing.assert_allclose(np.ptp(turned, axis=0) ** 2, [2.1, 0.9, 0.3], rtol=1e-6)


def test_results_without_motion_say_what_to_do(tmp_path, write_motion):
    import h5py

    still = np.zeros((2, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (2, 1))
    write_motion(tmp_path / "a.h5", np.array([0.0, 1.0]), {"B": still})
    with h5py.File(tmp_path / "a.h5", "a") as file:
        del file["motion"]
    with Results.open(tmp_path / "a.h5") as results, pytest.raises(SceneError, match="without --no-motion"):
        motion_glb(results)
