"""Boxes on boxes. The tests check the sum of the weights of contact points, and compare runs with closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear
from scipy.spatial import ConvexHull, HalfspaceIntersection

from rbsolve.geometry import quaternion
from rbsolve.geometry.shapes import box_pairs
from rbsolve.geometry.shapes.box_pairs import CORNERS, CROSSINGS, Box, corner_on_face, edges_crossing, opposite_faces
from rbsolve.pipeline import Options, check_deck

G, K, N = 9.81, 1e6, 1.5
UPRIGHT = np.eye(3)


def rotation(*vector):
    return np.reshape(quaternion.to_matrix(quaternion.exp(vector)), (3, 3))


def box(centre, R, edges):
    return Box(tuple(map(float, centre)), tuple(np.ravel(R)), tuple(0.5 * np.array(edges)))


def points_of(P, T):
    """Return the points in contact with their positions, weights and depths."""
    face_P, face_T, _ = opposite_faces(P, T)
    met = [corner_on_face(k, P, T, face_T) for k in range(CORNERS)]
    met += [corner_on_face(k, T, P, face_P) for k in range(CORNERS)]
    met += [edges_crossing(k, P, T, face_P, face_T) for k in range(CROSSINGS)]
    return [(np.array(m.place), m.weight, -m.gap) for m in met if m.gap < 0.0]


def test_boxes_are_never_nearer_than_is_said():
    """Compare the lower bound of the distance with the least distance, which another program computes. If the bound is
    above zero, no point is in contact.
    """
    rng, far = np.random.default_rng(2), 0
    for _ in range(300):
        P = box(1.2 * rng.normal(size=3), rotation(*rng.normal(size=3)), rng.uniform(0.3, 1.5, size=3))
        T = box((0, 0, 0), rotation(*rng.normal(size=3)), rng.uniform(0.3, 1.5, size=3))
        clear = opposite_faces(P, T)[2]
        axes = [np.reshape(each.axes, (3, 3)) for each in (P, T)]
        both = np.hstack([axes[0], -axes[1]])
        bounds = np.concatenate([P.half, T.half])
        found = lsq_linear(both, np.array(T.centre) - P.centre, (-bounds, bounds), tol=1e-12)
        assert clear <= np.linalg.norm(found.fun) + 1e-6
        if clear > 0.0:
            far += 1
            assert not [weight for _, weight, _ in points_of(P, T) if weight > 0.0]
    assert far > 100


def shared_outline(P, T):
    """Return the vertices (n, 2) of the common area of two upright boxes seen from above, by another program."""
    rows = []
    for each in (P, T):
        R, c = np.reshape(each.axes, (3, 3))[:2, :2], np.array(each.centre[:2])
        for j in range(2):
            rows += [[*R[:, j], -R[:, j] @ c - each.half[j]], [*-R[:, j], R[:, j] @ c - each.half[j]]]
    inside = 0.5 * (np.array(P.centre[:2]) + np.array(T.centre[:2]))
    return HalfspaceIntersection(np.array(rows), inside).intersections


@pytest.mark.parametrize("angle", [0.3, np.pi / 4, 1.2])
@pytest.mark.parametrize("edges", [(1.0, 1.0, 1.0), (3.0, 0.4, 1.0)], ids=["cubes", "planks"])
def test_the_points_of_flush_boxes_are_the_vertices_of_what_they_share(edges, angle):
    lower = box((0, 0, 0), UPRIGHT, edges)
    upper = box((0.05, -0.03, 0.999), rotation(0, 0, angle), edges)
    points = points_of(upper, lower)
    vertices = shared_outline(upper, lower)
    around = vertices[ConvexHull(vertices).vertices]
    assert len(points) == len(vertices) == len(around)
    for before, vertex, after in zip(np.roll(around, 1, 0), around, np.roll(around, -1, 0), strict=True):
        place, weight, depth = min(points, key=lambda point: np.linalg.norm(point[0][:2] - vertex))
        np.testing.assert_allclose(place[:2], vertex, atol=1e-12)
        assert depth == pytest.approx(1e-3, rel=1e-9)
        (a, b), (c, d) = vertex - before, after - vertex
        assert weight == pytest.approx(np.arctan2(a * d - b * c, a * c + b * d) / (np.pi / 2), rel=2e-5)


def test_weights_are_those_of_four_corners_wherever_a_box_slides_and_do_not_jump():
    """The box slides over two borders in small steps. At its start and end, the box is flush with the other box. The
    weights have the sum and the first moments of a known rectangle.
    """
    lower, last = box((0, 0, 0), UPRIGHT, (1, 1, 1)), None
    for s in np.linspace(0.0, 0.9, 901):
        upper = box((s, 0.3 * s, 0.999), UPRIGHT, (1, 1, 1))
        points = points_of(upper, lower)
        weights = np.array([weight for _, weight, _ in points])
        places = np.array([place for place, _, _ in points])
        assert weights.sum() == pytest.approx(4.0, abs=1e-12)
        centre = weights @ places / 4.0
        np.testing.assert_allclose(centre[:2], [0.5 * s, 0.15 * s], atol=1e-12)
        now = np.append(weights @ places, weights @ np.sum(places**2, axis=1))
        assert last is None or np.abs(now - last).max() < 0.02  # a jump is at most a few times the length of a step
        last = now


def test_corners_that_leave_become_crossings_of_the_same_weight():
    """Two corners of a box that is rotated by 30 degrees pass one after another through an edge of the other box."""
    lower, sums = box((0, 0, 0), UPRIGHT, (1, 1, 1)), []
    R = rotation(0, 0, np.pi / 6)
    for x in np.linspace(0.15, 0.55, 401):
        corner = R @ np.array([0.2, 0.2, 0.0])
        upper = box((x - corner[0], 0.0, 0.999), R, (0.4, 0.4, 1))
        sums.append(sum(weight for _, weight, _ in points_of(upper, lower)))
    off = np.abs(np.array(sums) - 4.0)
    # the error is within the size of the rounded edges, because edges at an angle cross each other within another length
    assert off.max() < 0.1
    assert np.sort(off)[-30] < 1e-4


@pytest.mark.parametrize("kind", [box_pairs.CORNER, box_pairs.CROSSING], ids=["corner", "crossing"])
def test_derivatives_of_points_are_those_of_differences(kind, monkeypatch):
    """The derivatives of gap, normal, position and weight, and of the gradient of the weight, are correct for random
    motions of both boxes.
    """
    monkeypatch.setattr(box_pairs, "ROUNDING", 0.3)
    rng, tried, edges = np.random.default_rng(0), 0, (2.6, 3.0, 3.4)
    while tried < 60:
        R_P, R_T, x = rotation(*rng.normal(size=3)), rotation(*rng.normal(size=3)), 0.9 * rng.normal(size=3)
        faces = opposite_faces(box(x, R_P, edges), box((0, 0, 0), R_T, edges))
        which = int(rng.integers(CORNERS if kind == box_pairs.CORNER else CROSSINGS))

        def met(d, R_P=R_P, R_T=R_T, x=x, faces=faces, which=which):
            P, T = box(x + d[:3], rotation(*d[3:6]) @ R_P, edges), box(d[6:9], rotation(*d[9:]) @ R_T, edges)
            return (
                corner_on_face(which, P, T, faces[1])
                if kind == box_pairs.CORNER
                else edges_crossing(which, P, T, *faces[:2])
            )

        at = met(np.zeros(12))
        if not 0.02 < at.weight < 0.98 or abs(at.gap) > 0.5:
            continue
        tried += 1
        d, h = rng.normal(size=12), 1e-5
        values = [_values(met(sign * h * d)) for sign in (1, -1)]
        np.testing.assert_allclose(_changes(at, x, d), (values[0] - values[1]) / (2 * h), rtol=1e-5, atol=1e-6)


def _values(at):
    gradient = np.ravel(box_pairs.weight_gradient(at.border, at.gap, at.normal))
    return np.r_[at.weight, at.gap, at.normal, at.place, gradient]


def _changes(at, x, d):
    """Return the changes of `_values` by box_pairs.py. The first box rotates about `x`, and the second box rotates about
    the origin.
    """
    turn_P, turn_T, n, place = tuple(d[3:6]), tuple(d[9:]), at.normal, np.array(at.place)

    def relative(where):
        return d[:3] + np.cross(turn_P, where - x) - d[6:9] - np.cross(turn_T, where)

    fade, twist = map(np.array, box_pairs.weight_gradient(at.border, at.gap, n))
    d_weight = fade @ relative(place - 0.5 * at.gap * np.array(n)) + twist @ np.subtract(turn_P, turn_T)
    moved = box_pairs.Motion(0.0, (0.0, 0.0, 0.0), tuple(relative(place)), turn_P, turn_T)
    dn, slid = np.cross(turn_T, n), np.zeros(3)
    if at.border.kind == box_pairs.CROSSING:
        dn, slid = box_pairs.crossing_motion(at.border, at.gap, n, moved)
    d_gap = float(np.dot(n, relative(place)))
    moved = moved._replace(gap=d_gap, normal=tuple(dn))
    d_place = d[:3] + np.cross(turn_P, place - x) + np.array(slid)
    changes = box_pairs.weight_gradient_change(at.border, at.gap, n, moved)
    return np.r_[d_weight, d_gap, dn, d_place, np.ravel(changes)]


TWO = """
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{low}} {{ @EULER_ANGLES_321 {{0, 0, {low}}} }}
    @TRIAD_NAME {{high}} {{ @EULER_ANGLES_321 {{{high}}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{{place}}} @TRIAD_NAME {{high}} @MASS {{2}}
    @MOMENTS_OF_INERTIA {{{inertia}}} @INITIAL_VELOCITY {{{velocity}}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{low}} {{ @SHAPE_TYPE {{BOX}} @TRIAD_NAME {{low}} @AT_POINT {{0, 0, 0}} @DIMENSIONS {{{below}}} }}
    @SHAPE_NAME {{high}} {{ @SHAPE_TYPE {{BOX}} @CONNECTED_TO_BODY {{b}} @DIMENSIONS {{{above}}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{low, high}} @STIFFNESS {{{stiffness}}} {law} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ {analysis} @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}}
    @OUTPUT_STEP_SIZE {{0.01}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{v}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
    @SENSOR_NAME {{N}} {{ @SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{c}} }}
    @SENSOR_NAME {{depth}} {{ @SENSOR_TYPE {{PENETRATION}} @OBJECT_NAME {{c}} }}
    @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
"""
ADAPTIVE = "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-9} @ABSOLUTE_TOLERANCE {1e-9}"


def two(**changes):
    wanted = {
        "low": 0,
        "high": "0, 0, 0",
        "place": "0, 0, 0.1",
        "velocity": "0, 0, 0",
        "inertia": "0.01, 0.01, 0.01",
        "below": "1, 1, 0.1",
        "above": "0.1, 0.1, 0.1",
        "stiffness": K,
        "law": "",
        "method": "{GENERALIZED_ALPHA}",
        "analysis": "",
        "end": 0.2,
        "step": 5e-4,
    }
    return TWO.format(**wanted | changes)


@pytest.mark.parametrize("degrees", [0, 90, 45])
def test_crossed_planks_carry_each_other_where_their_edges_cross(run_deck, degrees):
    """No corner is on the other plank. Four edges cross four edges, and the weights of an outline have the sum 4."""
    depth = (2 * G / (4.0 * K)) ** (1 / N)
    plank = "1, 0.1, 0.1"
    run = run_deck(
        two(
            below=plank,
            above=plank if degrees else "0.1, 1, 0.1",
            high=f"{degrees}, 0, 0",
            place=f"0, 0, {0.1 - depth}",
        )
    )
    np.testing.assert_allclose(run["depth"], depth, rtol=3e-6)  # at 45 degrees, the sum of the weights is 4 - 4e-6
    np.testing.assert_allclose(run["N"], 2 * G, rtol=1e-6)
    assert np.abs(run["w"]).max() < 1e-6


def test_a_box_that_falls_with_an_edge_on_an_edge_comes_back_as_hertz_says(run_deck):
    """The boxes touch at a single point, where both edges cross. The test compares the greatest depth and the height
    from which the box fell.
    """
    at = 0.1 / np.sqrt(2.0)  # the heights of the edges above and below the centres
    fall, high = 0.02, 2 * at + 0.02
    run = run_deck(
        two(
            low=45,
            high="90, 0, 45",
            below="2, 0.1, 0.1",
            above="2, 0.1, 0.1",
            place=f"0, 0, {high}",
            method=ADAPTIVE,
            end=0.2,
            step=1e-3,
        ).replace("@OUTPUT_STEP_SIZE {0.01}", "@OUTPUT_STEP_SIZE {2e-4}")
    )
    # The energy balance is m g (fall + depth) = K depth^2.5/2.5.
    depth = fall
    for _ in range(200):
        depth = (2.5 * 2 * G * (fall + depth) / K) ** 0.4
    assert run["depth"][:, 0].max() == pytest.approx(depth, rel=2e-3)
    assert run["x"][:, 2].max() == pytest.approx(high, abs=1e-7)
    assert np.abs(run["x"][:, :2]).max() < 1e-9
    assert np.abs(run["w"]).max() < 1e-7
    np.testing.assert_allclose(run["E"][:, 0], run["E"][0, 0], rtol=1e-7)


def test_deep_flush_boxes_carry(run_deck):
    """A soft pair rests at a depth of 5 % of the edge, which is too deep for a rounded corner."""
    soft = 2 * G / (4 * 0.005**N)
    run = run_deck(two(below="0.1, 0.1, 0.1", stiffness=soft, law="@RESTITUTION {0}", place="0, 0, 0.095", end=0.5))
    assert run["x"][-1, 2] == pytest.approx(0.095, abs=1e-9)
    assert np.abs(run["x"][:, :2]).max() < 1e-9


def test_boxes_that_start_deep_are_told():
    for place in ("0, 0, 0.08", "0, 0, 0.01"):
        found = check_deck(two(below="0.1, 0.1, 0.1", place=place), Options()).diagnostics
        assert any("m deep: the stored energy pushes" in finding.message for finding in found)


def test_a_box_slides_on_another_as_friction_says(run_deck):
    """The box lies flat and has constant friction, so v = v0 - mu g t until it rests."""
    run = run_deck(
        two(
            place=f"-0.3, 0, {0.1 - (2 * G / (4 * K)) ** (1 / N)}",
            above="0.1, 0.1, 0.1",
            inertia="1e3, 1e3, 1e3",
            velocity="1, 0, 0",
            law="@RESTITUTION {0} @FRICTION_COEFFICIENTS {0.3}",
            end=0.3,
        )
    )
    np.testing.assert_allclose(run["v"][:, 0], 1.0 - 0.3 * G * run.time, atol=1e-5)


def test_the_force_does_not_jump_while_a_box_slides_over_an_edge(run_deck):
    """The box moves over the edge of the lower box until a third of its length is left. Its large inertia keeps it from
    tilting.
    """
    run = run_deck(
        two(
            place=f"0.4, 0, {0.1 - (2 * G / (4 * K)) ** (1 / N)}",
            above="0.3, 0.3, 0.1",
            inertia="1e6, 1e6, 1e6",
            velocity="1, 0, 0",
            law="@RESTITUTION {0.8}",
            end=0.15,
        )
    )
    np.testing.assert_allclose(run["N"][:, 0], 2 * G, rtol=2e-3)
    np.testing.assert_allclose(run["v"][:, 0], 1.0, atol=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_a_box_dropped_tilted_at_an_edge_keeps_its_energy(run_deck, seed):
    """The boxes touch at random corners and edges. An elastic box keeps its energy within the tolerance, and with
    restitution and friction it only loses energy.
    """
    rng = np.random.default_rng(seed)
    tilt, place = rng.uniform(-40, 40, size=3), rng.uniform(-0.06, 0.06, size=2)
    given = {
        "high": ", ".join(f"{angle:.6f}" for angle in tilt),
        "place": f"{place[0]:.6f}, {place[1]:.6f}, 0.2",
        "below": "0.14, 0.12, 0.1",
        "inertia": "0.003, 0.004, 0.005",
        "method": ADAPTIVE,
        "end": 0.4,
        "step": 1e-3,
    }
    elastic = run_deck(two(**given))
    np.testing.assert_allclose(elastic["E"][:, 0], elastic["E"][0, 0], atol=1e-6 * 2 * G * 0.1)
    lossy = run_deck(two(**given, law="@RESTITUTION {0.4} @FRICTION_COEFFICIENTS {0.4, 0.3}"))
    assert np.all(np.diff(lossy["E"][:, 0]) < 1e-6)
    assert lossy["E"][-1, 0] < lossy["E"][0, 0] - 0.1
