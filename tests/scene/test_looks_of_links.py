"""Solids of links, gimbals, gear wheels and belts in a scene."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.geometry.shapes.solids import GLYPH_SIZE, along
from rbsolve.scene.gears import FEWEST_TEETH, gear_solid, gear_wheels
from rbsolve.scene.glyphs import model_size, symbol_size
from rbsolve.scene.links import holds, link_look, turning_look
from rbsolve.scene.scene import BodyPicture, Connection, read_scene

DECKS = Path(__file__).parents[2] / "decks"


def test_links_reach_from_joint_to_joint(solved):
    """The bars of a body without shapes end at its joints, to within the thickness of the bars."""
    scene = read_scene(solved(DECKS / "squeezer.deck", 2))
    size = model_size(scene)
    places = holds(scene)
    seen = 0
    for body in scene.bodies:
        look = link_look(body, places[body.name], "#ffffff", size)
        if look is None:
            continue
        seen += 1
        for place in places[body.name]:
            assert np.linalg.norm(look.solid.vertices - place, axis=1).min() < 0.6 * GLYPH_SIZE * size
    assert seen


PLACES = np.array([[0.3, 0.1, -0.2], [1.5, 0.4, 0.6], [0.2, 1.9, 0.1], [-0.7, 0.3, 1.1]])


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_bars_join_the_places_of_a_body(count):
    """Two places have a bar between them. A single place has a bar to the centre of mass, with a ball at this centre.
    Three or more places have bars to their mean. The ends of bars are round.
    """
    points, centre, size = list(PLACES[:count]), np.array([2.0, -1.0, 0.5]), 4.0
    look = link_look(BodyPicture("b", 1.0, centre, np.eye(3), np.eye(4)), points, "#ffffff", size)
    assert look is not None
    middle = centre if count == 1 else points[1] if count == 2 else np.mean(points, axis=0)
    bars = [(point, middle) for point in points[: 1 if count == 2 else count]]
    corners, radius = look.solid.vertices, 0.5 * GLYPH_SIZE * size
    near = np.min([to_segment(corners, *bar) for bar in bars], axis=0)
    in_ball = np.linalg.norm(corners - centre, axis=1) <= 1.1 * GLYPH_SIZE * size * (1 + 1e-9)
    assert np.all((near <= radius * (1 + 1e-9)) | (in_ball & (count == 1)))
    for end in (*points, middle):  # a round end reaches beyond the end of the bar by the radius
        assert np.linalg.norm(corners - end, axis=1).min() <= (2.2 if count == 1 else 1.0) * radius * (1 + 1e-9)
    assert count > 1 or np.linalg.norm(corners[in_ball] - centre, axis=1).max() == pytest.approx(2.2 * radius)


def to_segment(corners, start, end):
    """Return the distances of points from a line between two ends."""
    share = np.clip((corners - start) @ (end - start) / np.sum((end - start) ** 2), 0.0, 1.0)
    return np.linalg.norm(corners - start - share[:, None] * (end - start), axis=1)


def test_a_place_at_the_centre_of_mass_is_no_link():
    body = BodyPicture("b", 1.0, np.array([2.0, -1.0, 0.5]), np.eye(3), np.eye(4))
    assert link_look(body, [np.add(body.centre, [0.07, 0.0, 0.0])], "#ffffff", 4.0) is None
    assert link_look(body, [np.add(body.centre, [0.09, 0.0, 0.0])], "#ffffff", 4.0) is not None
    assert link_look(body, [], "#ffffff", 4.0) is None


CENTRE, MASS = np.array([0.4, -0.2, 0.7]), 3.0
AXES = np.linalg.qr([[1.0, 0.3, -0.2], [0.5, 2.0, 0.4], [-0.6, 0.1, 1.5]])[0]


def hinge(axis, point, kind="REVOLUTE"):
    """Return a hinge whose second end is on body `b`."""
    ends = np.array([np.eye(4)] * 2)
    ends[1, :3, :3], ends[1, :3, 3] = along(axis), point
    return Connection("h", kind, ("GROUND", "b"), ends)


def turning(hinges, moments, springs=()):
    """Return the picture of a body with principal moments about AXES. The size of the model is 10 m."""
    scene = SimpleNamespace(joints=hinges, springs=springs, bushings=())
    body = BodyPicture("b", MASS, CENTRE, AXES @ np.diag(moments) @ AXES.T, np.eye(4))
    return turning_look(scene, body, "#ffffff", 10.0)


@pytest.mark.parametrize(("radius", "length"), [(0.5, 2.0), (0.5, 0.06)])
@pytest.mark.parametrize("count", [1, 2])
def test_a_body_that_turns_about_its_axis_is_its_cylinder(radius, length, count):
    """A cylinder has m r^2/2 about its axis, and m (3 r^2 + L^2)/12 across. Two hinges may share the axis."""
    about, across = MASS * radius**2 / 2, MASS * (3 * radius**2 + length**2) / 12
    axis = AXES[:, 1]
    pose, look = turning([hinge(axis, CENTRE), hinge(-axis, CENTRE)][:count], [across, about, across])
    np.testing.assert_allclose(pose[:3, 3], CENTRE)
    np.testing.assert_allclose(np.abs(pose[:3, 2] @ axis), 1.0)
    assert look.key == ("ROTOR", pytest.approx(radius), pytest.approx(max(length, 0.05)))  # at least a tenth of r
    np.testing.assert_allclose(np.ptp(look.solid.vertices, axis=0)[2], max(length, 0.05), rtol=1e-6)


def test_a_body_with_two_crossed_hinges_is_a_ring_in_their_plane():
    """A thin ring has m r^2 about its axis."""
    first, second = AXES[:, 0], 0.6 * AXES[:, 0] + 0.8 * AXES[:, 2]
    pose, look = turning([hinge(first, CENTRE), hinge(second, CENTRE)], [1.0, MASS * 0.5**2, 2.0])
    np.testing.assert_allclose(pose[:3, 3], CENTRE)
    np.testing.assert_allclose(np.abs(pose[:3, 2] @ AXES[:, 1]), 1.0)
    assert look.key == ("GIMBAL", pytest.approx(0.5))
    assert np.ptp(look.solid.vertices, axis=0)[:2] == pytest.approx(2 * (0.5 + 0.06 * 0.5), rel=0.01)


@pytest.mark.parametrize(
    ("hinges", "moments", "springs"),
    [
        ([hinge(AXES[:, 1], CENTRE)], [1.0, 1.0, 1.05], ()),  # not symmetric about the axis
        (
            [hinge(AXES[:, 1], np.add(CENTRE, [0.25, 0.0, 0.0]))],
            [1.0, 0.5, 1.0],
            (),
        ),  # 2 % of the size of the model is 0.2 m
        ([hinge(AXES[:, 1], CENTRE, "CYLINDRICAL")], [1.0, 0.5, 1.0], ()),
        ([hinge(AXES[:, 1], CENTRE)], [1.0, 0.5, 1.0], [hinge(AXES[:, 1], CENTRE)]),  # a spring holds the body too
        ([hinge(axis, CENTRE) for axis in AXES.T], [1.0, 0.5, 1.0], ()),
        ([], [1.0, 0.5, 1.0], ()),
    ],
)
def test_other_bodies_do_not_turn_about_their_axis(hinges, moments, springs):
    assert turning(hinges, moments, springs) is None


def test_gimbals_are_rings_and_their_rotor_is_a_disc(solved):
    """A thin ring of radius r has m r^2 about its axis, and a disc m r^2 / 2. The ring and the disc of the picture have
    the inertia of the deck.
    """
    scene = read_scene(solved(DECKS / "gyroscope_in_gimbals.deck", 2))
    kinds = {}
    for body in scene.bodies:
        found = turning_look(scene, body, "#ffffff", model_size(scene))
        assert found is not None
        pose, look = found
        about = pose[:3, 2] @ body.inertia @ pose[:3, 2]
        kinds[look.key[0]] = kinds.get(look.key[0], 0) + 1
        factor = {"GIMBAL": 1.0, "ROTOR": 0.5}[look.key[0]]
        assert factor * body.mass * look.key[1] ** 2 == pytest.approx(about)
    assert kinds == {"GIMBAL": 2, "ROTOR": 1}


def outline(wheel, scene, row):
    """Return the inertial positions (n, 3) of the corners of a wheel, without its hub."""
    i = [body.name for body in scene.bodies].index(wheel.body)
    pose = wheel.pose
    local = wheel.solid.vertices @ pose[:3, :3].T + pose[:3, 3]
    return local @ matrix_from_euler_parameters(scene.orientation[i, row]).T + scene.position[i, row]


def test_wheels_mesh_while_they_turn(solved):
    """At the contact of the pitch circles, a tooth faces a gap in every row. Corners near this place are inside no
    other tooth.
    """
    scene = read_scene(solved(DECKS / "gear_train.deck", 60))
    found = {gear.name: wheels for gear, wheels in gear_wheels(scene, model_size(scene))}
    assert set(found) == {"first", "second", "pinion"}
    (small, large) = found["first"]
    for row in range(0, len(scene.time), 7):
        centre, other = (
            scene.position[[body.name for body in scene.bodies].index(wheel.body), row] for wheel in (small, large)
        )
        distance = np.linalg.norm(other - centre)
        radius = 0.2 * distance  # with n = -0.25, the radii are 0.2 and 0.8 of the distance
        phase = []
        for wheel, middle, towards, r in (
            (small, centre, other - centre, radius),
            (large, other, centre - other, distance - radius),
        ):
            corners = outline(wheel, scene, row) - middle
            flat = corners[:, [0, 2]]
            tips = flat[np.linalg.norm(flat, axis=1) > r * 1.001]
            teeth = 14 if wheel is small else 56
            angle = np.arctan2(tips[:, 1], tips[:, 0]) - np.arctan2(towards[2], towards[0])
            phase.append(np.angle(np.exp(1j * teeth * angle).mean()) / (2 * np.pi))
        # The wheels rotate in opposite directions, so their phases at the point of contact add up to half a pitch.
        assert abs(abs((phase[0] + phase[1]) % 1.0) - 0.5) < 0.02


@pytest.mark.parametrize(
    ("gear", "radii", "turn"), [("open_belt", (0.05, 0.1), 0.0), ("crossed_belt", (0.06, 0.15), np.pi)]
)
def test_belts_lie_around_the_cylinders_of_a_deck(solved, gear, radii, turn):
    """The belts touch both wheels and do not enter them. Their straight parts have the length of the tangents of two
    circles."""
    scene = read_scene(solved(DECKS / "belt_drive.deck", 2))
    drawn, wheels = next(found for found in gear_wheels(scene, model_size(scene)) if found[0].name == gear)
    (belt,) = wheels
    assert belt.body == "GROUND"
    joints = {joint.name: joint.ends[0][:3, 3] for joint in scene.joints}
    first, second = (joints[name] for name in drawn.joints)
    corners = belt.solid.vertices
    for place, radius in zip((first, second), radii, strict=True):
        across = np.linalg.norm((corners - place)[:, [0, 2]], axis=1)
        assert across.min() == pytest.approx(radius, rel=0.02)
    middle = corners.reshape(-1, 9, 3)[:, :8].mean(
        axis=1
    )  # the row of the eight corners around the rod, whose ninth corner equals the first
    lengths = np.linalg.norm(np.diff(middle[:, [0, 2]], axis=0), axis=1)
    straight = np.sort(lengths)[-2:]
    rod = 0.2 * 0.06
    difference = radii[0] + radii[1] + 2 * rod if turn else radii[0] - radii[1]
    assert straight == pytest.approx(np.sqrt(np.sum((second - first) ** 2) - difference**2), rel=1e-9)
    assert np.ptp(middle[:, 1]) == pytest.approx(2.2 * rod if turn else 0.0, abs=1e-12)


def test_symbols_of_a_long_chain_are_small_beside_its_links(solved):
    """The links of 1 m belong to a model of 40 m. For a model with a single loop, the symbols have the size of the
    model."""
    scene = read_scene(solved(DECKS / "n_four_bar.deck", 2))
    assert model_size(scene) > 40
    assert symbol_size(scene, model_size(scene)) == pytest.approx(4.0)
    scene = read_scene(solved(DECKS / "four_bar.deck", 2))
    assert symbol_size(scene, model_size(scene)) == model_size(scene)


def test_a_wheel_has_its_teeth():
    solid = gear_solid(0.5, 20, 0.05)
    reach = np.linalg.norm(solid.vertices[:, :2], axis=1)
    module = 2 * 0.5 / 20
    assert reach.max() == pytest.approx(0.5 + module)  # ISO 53 sets the addendum to one module
    spectrum = np.abs(
        np.fft.rfft(np.histogram(np.arctan2(*solid.vertices[reach > 0.5, :2].T[::-1]), 400, (-np.pi, np.pi))[0])
    )
    assert spectrum[1:60].argmax() + 1 in (20, 40)
    assert FEWEST_TEETH >= 12
