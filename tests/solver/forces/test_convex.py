"""Contact of convex shapes at a single point. Distances are compared with MuJoCo, and rest positions with closed forms.
Contact points must move without jumps.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from mujoco_solving import load
from scipy.optimize import minimize
from scipy.spatial import ConvexHull

from rbsolve.geometry import quaternion
from rbsolve.geometry.resolved import Mesh, Shape
from rbsolve.geometry.shapes.convex import FORM, RADIUS, Cores, Pair, nearest
from rbsolve.geometry.shapes.hulls import hull_core
from rbsolve.geometry.shapes.registry import touching_of
from rbsolve.pipeline import check_deck

G, K, N, MASS = 9.81, 1e7, 1.5, 2.0
DEPTH = (MASS * G / K) ** (1.0 / N)
POINTS = {
    "a can that stands on a box": 4,
    "a can on a can": 4,
    "a box on a can": 4,
    "a mesh on a box": 5,
}
"""Numbers of points of bodies that stand on a face. Other bodies rest on one point."""


def depth_of(name):
    """Return the depth at which the points of a body bear its weight."""
    return DEPTH / POINTS.get(name, 1) ** (1.0 / N)


SHARP = {
    "BOX": ((0.2, 0.3, 0.24), "0.1 0.15 0.12"),
    "CYLINDER": ((0.1, 0.3), "0.1 0.15"),
    "CAPSULE": ((0.1, 0.4), "0.1 0.2"),
    "SPHERE": ((0.15,), "0.15"),
    "ELLIPSOID": ((0.1, 0.2, 0.3), "0.1 0.2 0.3"),
}
PAIRS = list(itertools.combinations_with_replacement(SHARP, 2))


def cores_of(*shapes):
    """Return convex shapes as arrays."""
    parts = [touching_of(shape).cores(shape)[0] for shape in shapes]
    counts = np.array([0, *(len(part.corners) for part in parts)]).cumsum()
    numbers = np.array([[*part.half_axes.ravel(), part.radius, part.sharpness, part.extent] for part in parts])
    assert numbers.shape[1] == FORM
    return Cores(numbers, np.column_stack([counts[:-1], counts[1:]]), np.concatenate([part.corners for part in parts]))


def shape(kind, dimensions, mesh=None):
    return Shape("s", kind, "b", np.eye(4), dimensions, "", 1.0, mesh=mesh)


def gap_of(cores, R, between):
    """Return the gap of shapes 0 and 1, and the nearest points on both."""
    found = nearest(cores, Pair(0, 1, tuple(np.ravel(R)), tuple(map(float, between))))
    balls = cores.numbers[:, RADIUS]
    n = np.array(found.direction)
    on_P = np.array(found.on_P) - balls[0] * n + between
    return found.gap - balls.sum(), on_P, np.array(found.on_T) + balls[1] * n, n


def rotation(*vector):
    return np.reshape(quaternion.to_matrix(quaternion.exp(tuple(map(float, vector)))), (3, 3))


TWO = """
<mujoco><worldbody>
<body pos="{0} {1} {2}" quat="{3} {4} {5} {6}"><geom type="{7}" size="{8}"/></body><body><geom type="{9}" size="{10}"/></body>
</worldbody></mujoco>"""


@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
def test_distances_are_those_of_mujoco(kinds):
    """Edges are rounded by a hundredth of the smallest half size, and faces are lower there by some thousandths. So the
    computed distance is never smaller than the exact distance, and at most slightly larger. Round shapes have the same
    distance.
    """
    mujoco, rng = load(), np.random.default_rng(3)
    cores, apart = cores_of(*(shape(kind, SHARP[kind][0]) for kind in kinds)), 0
    edges = sum({"BOX": 0.012, "CYLINDER": 0.0085, "CAPSULE": 0.002}.get(kind, 0.0) * 0.1 for kind in kinds)
    for _ in range(40):
        e = quaternion.exp(tuple(rng.normal(size=3)))
        R, c = np.reshape(quaternion.to_matrix(e), (3, 3)), rng.normal(size=3)
        c *= rng.uniform(0.3, 0.9) / np.linalg.norm(c)
        names = [text for kind in kinds for text in (kind.lower(), SHARP[kind][1])]
        model = mujoco.MjModel.from_xml_string(TWO.format(*c, *e, *names))
        model.opt.ccd_tolerance, model.opt.ccd_iterations = 1e-10, 300
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        peer = mujoco.mj_geomDistance(model, data, 0, 1, 10.0, None)
        gap, on_P, on_T, n = gap_of(cores, R, c)
        if peer > 1e-6:
            apart += 1
            assert -1e-9 <= gap - peer <= edges + 1e-9
            np.testing.assert_allclose(on_P - on_T, gap * n, atol=1e-9)
    assert apart >= 15


REST = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{{place}}} {axes} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.01, 0.01, 0.01}} }} }}
@SHAPE_DEFINITION {{
  @SHAPE_NAME {{lower}} {{ @SHAPE_TYPE {lower} }}
  @SHAPE_NAME {{upper}} {{ @SHAPE_TYPE {upper} @CONNECTED_TO_BODY {{b}} @AT_POINT {{{place}}} {axes} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{lower, upper}} @STIFFNESS {{1e7}} @RESTITUTION {{0.3}}
  @FRICTION_COEFFICIENTS {{0.5}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{2e-4}} @OUTPUT_STEP_SIZE {{0.01}}
  @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{turn}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{b}} @ROTATION_PARAMETERS {{ROTATION_VECTOR}} }}
  @SENSOR_NAME {{N}} {{ @SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{c}} }}
  @SENSOR_NAME {{d}} {{ @SENSOR_TYPE {{PENETRATION}} @OBJECT_NAME {{c}} }} }}
"""
BRICK, CAN = "{BOX} @DIMENSIONS {0.6, 0.6, 0.2}", "{CYLINDER} @DIMENSIONS {0.1, 0.3}"
LYING, AXIS_Y = "@TRIAD_NAME {AXIS_X}", "@TRIAD_NAME {AXIS_Y}"
RESTS = {
    "a can that stands on a box": (BRICK, CAN, "", (0.05, 0.02, 0.1 + 0.15)),
    "a can that lies on a box": (BRICK, CAN, LYING, (0.05, 0.02, 0.1 + 0.1)),
    "a can on a can": ("{CYLINDER} @DIMENSIONS {0.2, 0.1}", CAN, "", (0.03, 0.0, 0.05 + 0.15)),
    "a can across a can": (CAN + " @TRIAD_NAME {AXIS_Y}", CAN, LYING, (0.0, 0.0, 0.2)),
    "a can across the edge of a box": ("{BOX} @DIMENSIONS {0.02, 0.6, 0.2}", CAN, LYING, (0.0, 0.0, 0.2)),
    "a rod on a box": (BRICK, "{CAPSULE} @DIMENSIONS {0.1, 0.3}", LYING, (0.05, 0.02, 0.1 + 0.1)),
    "a rod across a wall": (
        "{BOX} @DIMENSIONS {0.02, 0.6, 0.2}",
        "{CAPSULE} @DIMENSIONS {0.1, 0.3}",
        LYING,
        (0.0, 0.0, 0.2),
    ),
    "a box on a can": ("{CYLINDER} @DIMENSIONS {0.2, 0.1}", BRICK, "", (0.0, 0.0, 0.05 + 0.1)),
    "an ellipsoid on a box": (BRICK, "{ELLIPSOID} @DIMENSIONS {0.3, 0.3, 0.1}", "", (0.05, 0.02, 0.2)),
}


@pytest.mark.parametrize("name", RESTS)
def test_a_body_rests_where_its_weight_is_the_normal_force(run_deck, name):
    """The body rests at the depth (m g/(p K))^(1/n) of its p points, and stays upright."""
    lower, upper, axes, at = RESTS[name]
    place = f"{at[0]}, {at[1]}, {at[2] - 0.5 * DEPTH}"
    run = run_deck(REST.format(lower=lower, upper=upper, axes=axes, place=place, end=0.5))
    assert run["x"][-1, 2] == pytest.approx(at[2] - depth_of(name), abs=2e-6)
    assert run["N"][-1, 0] == pytest.approx(MASS * G, rel=1e-3)
    assert np.abs(run["turn"] - run["turn"][0]).max() < 2e-3
    np.testing.assert_allclose(run["x"][:, :2], np.broadcast_to(at[:2], (len(run.time), 2)), atol=1e-4)


def test_a_can_beyond_the_edge_of_a_box_falls(run_deck):
    """The can's centre of mass is 1 mm beyond the edge in one case, and 5 mm inside the edge in the other case."""
    for beyond, falls in ((0.001, True), (-0.005, False)):
        place = f"{0.3 + beyond}, 0, {0.25 - DEPTH}"
        run = run_deck(REST.format(lower=BRICK, upper=CAN, axes="", place=place, end=0.6))
        assert bool(abs(run["turn"][-1, 1]) > 0.1) == falls


SLIDES = {("CYLINDER", "BOX"): 0.27, ("CYLINDER", "CYLINDER"): 0.3, ("CAPSULE", "BOX"): 0.4185}


@pytest.mark.parametrize("kinds", SLIDES, ids="-".join)
def test_the_place_of_contact_does_not_jump(kinds):
    """A body slides over another body and beyond its edge, and tilts. The contact points and gaps of neighbouring
    configurations differ by at most a bound times the motion, for any length of steps.
    """
    cores = cores_of(*(shape(kind, SHARP[kind][0]) for kind in kinds))
    up, every = SLIDES[kinds] + 1e-3, np.linspace(-1.0, 1.0, 4001)
    found = [gap_of(cores, rotation(0.03 * u, 0.02 * np.sin(9 * u), 0.2), (0.25 * u, 0.1 * u, up)) for u in every]
    fastest, gaps, places = [], np.array([each[0] for each in found]), np.array([each[2] for each in found])
    for stride in (2, 1):
        s, gap = every[::stride], gaps[::stride]
        moved = np.linalg.norm(np.diff(places[::stride], axis=0), axis=1) / np.diff(s)
        fastest.append(moved.max())
        assert -4e-3 < gap.min() < -1e-4
        assert np.abs(np.diff(gap)).max() < 1.0 * (s[1] - s[0])
    assert fastest[1] < 1.2 * fastest[0]


def cuboid(a, b, c):
    """Return the corners and triangles of a box. Each triangle has its own corners, as in files."""
    corners = 0.5 * np.array([a, b, c]) * np.array(list(itertools.product((-1, 1), repeat=3)))
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = np.array([half for i, j, k, m in faces for half in ((i, j, k), (i, k, m))])
    return Mesh(corners[triangles].reshape(-1, 3), np.arange(36, dtype=np.int32).reshape(-1, 3))


def random_mesh(rng, count=40):
    points = rng.normal(size=(count, 3)) * (0.1, 0.15, 0.2)
    return Mesh(points, ConvexHull(points).simplices.astype(np.int32))


def separation(one, other):
    """Return the distance of two hulls by quadratic programming over the weights of their corners."""
    both = np.concatenate([one, -other])
    k = len(one)

    def square(w):
        d = w @ both
        return d @ d, 2.0 * both @ d

    sums = np.zeros((2, len(both)))
    sums[0, :k] = sums[1, k:] = 1.0
    start = np.concatenate([np.full(k, 1.0 / k), np.full(len(other), 1.0 / len(other))])
    found = minimize(
        square,
        start,
        jac=True,
        method="SLSQP",
        bounds=[(0.0, 1.0)] * len(both),
        constraints={"type": "eq", "fun": lambda w: sums @ w - 1.0, "jac": lambda w: sums},
        options={"maxiter": 500, "ftol": 1e-15},
    )
    return np.linalg.norm(found.x @ both)


def test_the_corners_of_a_cuboid_and_their_weights():
    """All faces are exact. Three edges meet in each corner, and each face has four corners."""
    core = hull_core(cuboid(0.4, 0.6, 1.0))
    assert len(core.corners) == 8
    np.testing.assert_allclose(core.corners[:, 3], 0.25, rtol=1e-9)
    np.testing.assert_allclose(np.abs(core.corners[:, :3]) + core.radius, [[0.2, 0.3, 0.5]] * 8, rtol=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_distances_of_hulls(seed):
    rng = np.random.default_rng(seed)
    meshes = [random_mesh(rng), random_mesh(rng)]
    cores, R, c = (
        cores_of(*(shape("MESH", (), mesh) for mesh in meshes)),
        rotation(*rng.normal(size=3)),
        np.array([0.9, 0.3, -0.4]),
    )
    # In this test, positions of both shapes are relative to their own centres.
    shapes = [touching_of(shape("MESH", (), mesh)).cores(shape("MESH", (), mesh))[0] for mesh in meshes]
    one, other = (mesh.vertices - part.centre for mesh, part in zip(meshes, shapes, strict=True))
    peer = separation(one @ R.T + c, other)
    gap = gap_of(cores, R, c)[0]
    assert peer > 0.05
    assert -1e-3 < gap - peer < 6e-3  # relative to half sizes of 0.2 m and more


def write_mesh(path, corners, faces):
    lines = [f"v {x} {y} {z}" for x, y, z in corners]
    path.write_text("\n".join([*lines, *("f " + " ".join(str(k + 1) for k in face) for face in faces)]))


def test_a_mesh_rests_like_the_box_that_it_is(run_deck, tmp_path):
    """The mesh stands upright on a box, on four points of its face and the point of the hull."""
    mesh = cuboid(0.3, 0.4, 0.2)
    write_mesh(tmp_path / "block.obj", mesh.vertices.tolist(), mesh.triangles.tolist())
    at = (0.05, 0.02, 0.2 - 0.5 * DEPTH)
    upper = "{MESH} @FILE_NAME {block.obj}"
    deck = REST.format(lower=BRICK, upper=upper, axes="", place=", ".join(map(str, at)), end=0.5)
    (tmp_path / "rest.deck").write_text(deck)
    run = run_deck(str(tmp_path / "rest.deck"))
    assert run["x"][-1, 2] == pytest.approx(0.2 - depth_of("a mesh on a box"), abs=2e-6)
    assert np.abs(run["turn"]).max() < 2e-3


PUSHED = """
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{push}} {{ @CONNECTED_TO_BODY {{b}} @APPLIED_FORCES {{{force}, 0, 0}} }} }}
"""


def test_a_mesh_with_few_corners_moves_on_a_plane_as_the_box_that_it_is(run_deck, tmp_path):
    """The body slides, tilts and falls back. Both shapes have the same corners in another order."""
    mesh, runs = cuboid(0.3, 0.4, 0.2), []
    write_mesh(tmp_path / "block.obj", mesh.vertices.tolist(), mesh.triangles.tolist())
    for upper in ("{MESH} @FILE_NAME {block.obj}", "{BOX} @DIMENSIONS {0.3, 0.4, 0.2}"):
        deck = REST.format(lower="{PLANE}", upper=upper, axes="", place="0, 0, 0.11", end=0.3)
        (tmp_path / "push.deck").write_text(deck + PUSHED.format(force=0.8 * MASS * G))
        runs.append(run_deck(str(tmp_path / "push.deck")))
    assert np.ptp(runs[1]["x"][:, 0]) > 0.01
    for name in ("x", "turn", "N", "d"):
        np.testing.assert_allclose(
            runs[0][name], runs[1][name], rtol=0, atol=1e-9 * max(1.0, np.abs(runs[1][name]).max())
        )


@pytest.mark.parametrize(("part", "tips"), [(0.95, False), (1.05, True)])
def test_a_hexagonal_prism_tips_when_its_weight_is_ahead_of_its_edge(run_deck, tmp_path, part, tips):
    """A force F acts at the centre, at the height h. The force tips the prism about the edge at the distance a if F h >
    m g a."""
    radius, height = 0.1, 0.4
    apothem = radius * np.cos(np.pi / 6)
    turns = np.pi / 6 + np.pi / 3 * np.arange(6)
    ring = [(radius * np.cos(turn), radius * np.sin(turn)) for turn in turns]
    corners = [(x, y, z) for z in (-height / 2, height / 2) for x, y in ring]
    faces = [
        tuple(range(5, -1, -1)),
        tuple(range(6, 12)),
        *((k, (k + 1) % 6, (k + 1) % 6 + 6, k + 6) for k in range(6)),
    ]
    write_mesh(tmp_path / "prism.obj", corners, faces)
    deck = REST.format(
        lower="{PLANE}", upper="{MESH} @FILE_NAME {prism.obj}", axes="", place=f"0, 0, {height / 2}", end=0.8
    )
    force = part * MASS * G * apothem / (height / 2)
    (tmp_path / "tip.deck").write_text(deck + PUSHED.format(force=force))
    turn = np.abs(run_deck(str(tmp_path / "tip.deck"))["turn"]).max()
    assert (turn > 1.0) if tips else (turn < 0.02)


def test_a_mesh_with_many_corners_touches_a_plane_at_one_point():
    ring = np.array([(np.cos(turn), np.sin(turn)) for turn in np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)])
    many = Mesh(np.array([(x, y, z) for z in (-1.0, 1.0) for x, y in ring]), np.zeros((0, 3), dtype=np.int32))
    few = Mesh(many.vertices[::4], many.triangles)
    assert [len(touching_of(shape("MESH", (), mesh)).probes(shape("MESH", (), mesh))) for mesh in (many, few)] == [
        0,
        20,
    ]


def test_a_flat_mesh_has_no_hull(tmp_path):
    (tmp_path / "flat.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    deck = REST.format(lower="{PLANE}", upper="{MESH} @FILE_NAME {flat.obj}", axes="", place="0, 0, 1", end=0.5)
    (tmp_path / "flat.deck").write_text(deck)
    [finding] = [f for f in check_deck(tmp_path / "flat.deck").diagnostics if f.severity.value == "error"]
    assert finding.message == "contact c: mesh upper has no convex hull: its corners lie in a plane"


def test_a_mesh_with_a_cavity_says_that_its_hull_touches(tmp_path):
    """The box has a pit that is as deep as its middle. A pyramid of a sixth of its volume is missing, and the hull has
    1.2 times the volume.
    """
    faces = "f 1 3 4 2\nf 1 2 6 5\nf 2 4 8 6\nf 4 3 7 8\nf 3 1 5 7\nf 5 6 9\nf 6 8 9\nf 8 7 9\nf 7 5 9\n"
    corners = "".join(f"v {x} {y} {z}\n" for z in (0, 1) for y in (0, 1) for x in (0, 1))
    (tmp_path / "pit.obj").write_text(corners + "v 0.5 0.5 0.5\n" + faces)
    deck = REST.format(lower="{PLANE}", upper="{MESH} @FILE_NAME {pit.obj}", axes="", place="0, 0, 1", end=0.5)
    (tmp_path / "pit.deck").write_text(deck)
    found = [f for f in check_deck(tmp_path / "pit.deck").diagnostics if "convex" in f.message]
    assert [(f.severity.value, f.message) for f in found] == [
        ("warning", "mesh upper is not convex: contact uses its convex hull, which has 20 % more volume")
    ]


SOFT = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{rod}} {{ @AT_POINT {{0, 0, 0.3}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.02, 0.02, 0.01}} }} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{table}} {{ @SHAPE_TYPE {{CYLINDER}} @DIMENSIONS {{0.5, 0.3}} }}
  @SHAPE_NAME {{foot}} {{ @SHAPE_TYPE {{CYLINDER}} @CONNECTED_TO_BODY {{rod}} @DIMENSIONS {{0.1, 0.3}} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{rests}} {{ @CONNECTED_TO_BODIES {{GROUND, rod}} @CONTACT_SHAPES {{table, foot}}
  @STIFFNESS {{{stiffness}}} @RESTITUTION {{0.5}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{depth}} {{ @SENSOR_TYPE {{PENETRATION}} @OBJECT_NAME {{rests}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{method}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 0.1}} @TIME_STEP_SIZE {{5e-4}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""


@pytest.mark.parametrize("method", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"])
def test_overlap_beyond_the_rounding_is_a_warning(run_deck, method):
    """The rounding of both edges is 0.01 (0.1 m + 0.15 m) = 2.5 mm. A soft contact sinks by centimetres."""
    run = run_deck(SOFT.format(method=method, stiffness="2e3"))
    (found,) = (each for each in run.summary.findings if each.code == "deep-overlap")
    assert (found.severity, found.object) == ("warning", "contact rests")
    depth = run["depth"].max()
    assert f"overlapped by up to {depth - 0.0025:.2g} m more" in found.told
    assert found.time == pytest.approx(run.time[run["depth"][:, 0].argmax()])
    stiff = run_deck(SOFT.format(method=method, stiffness="1e8")).summary.findings
    assert "deep-overlap" not in [each.code for each in stiff]
