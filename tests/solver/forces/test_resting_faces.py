"""Compare bodies that stand on flat faces with closed forms. The bodies come to rest, bear their weight evenly, tip,
slide and stop rotating.
"""

import numpy as np
import pytest
from mujoco_solving import load

G, K, N, MASS, RADIUS, HEIGHT = 9.81, 1e7, 1.5, 2.0, 0.1, 0.3
ACROSS, ABOUT = MASS * (3.0 * RADIUS**2 + HEIGHT**2) / 12.0, 0.5 * MASS * RADIUS**2
POINTS = 4
"""Points of a round face: its disc, and three more."""
FIXED = ("{GENERALIZED_ALPHA}", 2e-4)
EXPLICIT = ("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}", 2e-5)
ADAPTIVE = ("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOP853} @RELATIVE_TOLERANCE {1e-8} @ABSOLUTE_TOLERANCE {1e-11}", 1e-4)
BRICK = "{BOX} @DIMENSIONS {0.6, 0.6, 0.2}"
FLOOR, CAN = "{PLANE}", f"{{CYLINDER}} @DIMENSIONS {{{RADIUS}, {HEIGHT}}}"
LAW = "@RESTITUTION {0.3} @FRICTION_COEFFICIENTS {0.5}"
DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{{place}}} @MASS {{{mass}}}
  @MOMENTS_OF_INERTIA {{{across}, {across}, {about}}} {motion} }} }}
@SHAPE_DEFINITION {{
  @SHAPE_NAME {{lower}} {{ @SHAPE_TYPE {lower} }}
  @SHAPE_NAME {{upper}} {{ @SHAPE_TYPE {upper} @CONNECTED_TO_BODY {{b}} @AT_POINT {{{place}}} {axes} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{lower, upper}} @STIFFNESS {{{stiffness}}} {law} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{step}}}
  @OUTPUT_STEP_SIZE {{0.01}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{turn}} {{ @SENSOR_TYPE {{ORIENTATION}} @OBJECT_NAME {{b}} @ROTATION_PARAMETERS {{ROTATION_VECTOR}} }}
  @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b}} }}
  @SENSOR_NAME {{N}} {{ @SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{c}} }}
  @SENSOR_NAME {{L}} {{ @SENSOR_TYPE {{ANGULAR_MOMENTUM}} @OBJECT_NAME {{SYSTEM}} }}
  @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
{more}
"""
METHODS = pytest.mark.parametrize("method", [FIXED, EXPLICIT, ADAPTIVE], ids=["implicit", "explicit", "adaptive"])
PUSH = (
    "@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{push}} {{ @CONNECTED_TO_BODY {{b}} @APPLIED_FORCES {{{0}, 0, 0}} }} }}"
)


def depth_of(points):
    """Return the depth at which points with equal loads bear the weight."""
    return (MASS * G / (points * K)) ** (1.0 / N)


def deck(method, **changes):
    """Return a can that stands on a plane, at the depth at which it rests."""
    wanted = {
        "place": f"0, 0, {HEIGHT / 2 - depth_of(POINTS)}",
        "mass": MASS,
        "across": ACROSS,
        "about": ABOUT,
        "motion": "",
        "axes": "",
        "lower": FLOOR,
        "upper": CAN,
        "stiffness": K,
        "law": LAW,
        "method": method[0],
        "step": method[1],
        "end": 0.5,
        "more": "",
    }
    return DECK.format(**wanted | changes)


def write_cuboid(path, a, b, c):
    """Write a box as a mesh of twelve triangles."""
    signs = [(-0.5, 0.5)] * 3
    corners = [f"v {a * x} {b * y} {c * z}" for x in signs[0] for y in signs[1] for z in signs[2]]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    path.write_text("\n".join([*corners, *("f " + " ".join(str(k + 1) for k in quad) for quad in quads)]))


@METHODS
def test_a_can_that_is_struck_comes_to_rest_on_its_face(run_deck, method):
    """The points of the can bear equal parts of the weight, so the can stands upright."""
    run = run_deck(deck(method, motion="@INITIAL_ANGULAR_VELOCITY {0.05, 0.02, 0}"))
    assert run["x"][-1, 2] == pytest.approx(HEIGHT / 2 - depth_of(POINTS), abs=1e-9)
    assert run["N"][-1, 0] == pytest.approx(MASS * G, rel=1e-6)
    assert np.abs(run["turn"][:, :2]).max() > 1e-5
    assert np.abs(run["turn"][-10:, :2]).max() < 1e-8
    assert np.abs(run["w"][-10:]).max() < 1e-6


@pytest.mark.parametrize(("part", "tips"), [(0.9, False), (1.03, True)], ids=["stands", "tips"])
def test_a_force_at_a_height_tips_a_can_about_its_rim(run_deck, part, tips):
    """A force F at the height h tips the can if F h > m g R. The force starts suddenly, so the can rocks."""
    force = part * MASS * G * RADIUS / (HEIGHT / 2)
    law = "@RESTITUTION {0.3} @FRICTION_COEFFICIENTS {0.9}"
    run = run_deck(deck(FIXED, law=law, end=1.0, more=PUSH.format(force)))
    assert (np.abs(run["turn"]).max() > 1.0) if tips else (np.abs(run["turn"]).max() < 0.02)


def test_a_can_slides_if_friction_is_smaller_than_its_radius_over_the_height(run_deck):
    """For mu < R/h, a force of more than mu m g accelerates the can by F/m - mu g. The can does not tip."""
    mu = 0.9 * RADIUS / (HEIGHT / 2)
    run = run_deck(
        deck(
            FIXED,
            law=f"@RESTITUTION {{0.3}} @FRICTION_COEFFICIENTS {{{mu}}}",
            motion="@INITIAL_VELOCITY {0.1, 0, 0}",
            more=PUSH.format(1.5 * mu * MASS * G),
        )
    )
    assert np.abs(run["turn"]).max() < 0.02
    assert np.polyfit(run.time[10:], run["x"][10:, 0], 2)[0] == pytest.approx(0.5 * 0.5 * mu * G, rel=0.005)


def test_friction_stops_a_turning_can_like_a_face_with_uniform_pressure(run_deck):
    """The friction torque is 2/3 mu m g R, so the rotation slows down by 4 mu g / (3 R). A tilt of 1e-4 rad increases
    the torque by one percent."""
    run = run_deck(deck(ADAPTIVE, motion="@INITIAL_ANGULAR_VELOCITY {0, 0, 40}"))
    rate = np.polyfit(run.time[5:30], run["w"][5:30, 2], 1)[0]
    assert rate == pytest.approx(-4.0 * 0.5 * G / (3.0 * RADIUS), rel=0.015)


@pytest.mark.parametrize(
    ("method", "lost"),
    [(ADAPTIVE, 1e-5), ((FIXED[0], 2e-5), 1e-3), (EXPLICIT, 1e-3)],
    ids=["adaptive", "implicit", "explicit"],
)
def test_a_can_that_falls_on_its_face_keeps_its_energy_and_its_spin(run_deck, method, lost):
    """The can rotates about its axis and lands at an angle, without friction and losses."""
    motion = "@INITIAL_ANGULAR_VELOCITY {0.05, 0.02, 20} @INITIAL_VELOCITY {0, 0, -0.3}"
    run = run_deck(deck(method, place=f"0, 0, {HEIGHT / 2 + 0.005}", motion=motion, law="@RESTITUTION {1}"))
    assert run["N"].max() > MASS * G
    np.testing.assert_allclose(run["E"][:, 0], run["E"][0, 0], rtol=0, atol=lost * 0.5 * MASS * 0.3**2)
    np.testing.assert_allclose(run["L"][:, 2], run["L"][0, 2], rtol=1e-7)


def write_prism(path, sides, radius, height):
    """Write a prism about e3."""
    ring = [(radius * np.cos(turn), radius * np.sin(turn)) for turn in 2.0 * np.pi * np.arange(sides) / sides]
    corners = [f"v {x} {y} {z}" for z in (-height / 2, height / 2) for x, y in ring]
    quads = [(k, (k + 1) % sides, (k + 1) % sides + sides, k + sides) for k in range(sides)]
    faces = [tuple(range(sides - 1, -1, -1)), tuple(range(sides, 2 * sides)), *quads]
    path.write_text("\n".join([*corners, *("f " + " ".join(str(k + 1) for k in face) for face in faces)]))


MESH = "{MESH} @FILE_NAME {block.obj}"
PRISM = "{MESH} @FILE_NAME {prism.obj}"
STANDING = {
    "can on box": (BRICK, CAN, 0.1 + HEIGHT / 2, 4),
    "can on can": ("{CYLINDER} @DIMENSIONS {0.2, 0.2}", CAN, 0.1 + HEIGHT / 2, 4),
    "can on equal can": (CAN, CAN, HEIGHT, 7),
    "box on can": ("{CYLINDER} @DIMENSIONS {0.2, 0.2}", "{BOX} @DIMENSIONS {0.2, 0.2, 0.3}", 0.25, 5),
    "mesh on box": (BRICK, MESH, 0.2, 5),
    "mesh on can": ("{CYLINDER} @DIMENSIONS {0.4, 0.2}", MESH, 0.2, 5),
    "mesh on equal mesh": (MESH, MESH, 0.2, 9),
    "box on mesh": (MESH, "{BOX} @DIMENSIONS {0.2, 0.2, 0.3}", 0.25, 5),
    "fine prism on plane": (FLOOR, PRISM, HEIGHT / 2, 5),
    "fine prism on mesh": (MESH, PRISM, 0.1 + HEIGHT / 2, 5),
}


@pytest.mark.parametrize("name", STANDING)
def test_a_body_that_is_struck_comes_to_rest_on_a_face(run_deck, tmp_path, name):
    """All points in the common area of both faces bear equal parts of the weight. The hull of a mesh with many corners
    bulges, so the body stands a little higher.
    """
    lower, upper, height, points = STANDING[name]
    write_cuboid(tmp_path / "block.obj", 0.3, 0.4, 0.2)
    write_prism(tmp_path / "prism.obj", 40, RADIUS, HEIGHT)
    path = tmp_path / "rest.deck"
    place = f"0, 0, {height - depth_of(points)}"
    motion = "@INITIAL_ANGULAR_VELOCITY {0.02, 0.01, 0.03}"
    path.write_text(deck(FIXED, lower=lower, upper=upper, place=place, motion=motion, end=1.0))
    run = run_deck(str(path))
    assert np.abs(run["turn"]).max() > 1e-6
    bulge = 1e-3 * RADIUS if upper == PRISM else 1e-8
    assert run["x"][-1, 2] == pytest.approx(height - depth_of(points), abs=bulge)
    assert run["N"][-1, 0] == pytest.approx(MASS * G, rel=1e-6)
    assert np.abs(np.ptp(run["turn"][-10:], axis=0)).max() < 1e-8
    assert np.abs(run["w"][-10:]).max() < 1e-6


@pytest.mark.parametrize("name", ["can on box", "mesh on equal mesh", "box on mesh"])
def test_bodies_that_fall_face_to_face_keep_their_energy(run_deck, tmp_path, name):
    lower, upper, height, _ = STANDING[name]
    write_cuboid(tmp_path / "block.obj", 0.3, 0.4, 0.2)
    motion = "@INITIAL_ANGULAR_VELOCITY {0.03, 0.02, 0.1} @INITIAL_VELOCITY {0, 0, -0.3}"
    place = f"0, 0, {height + 0.002}"
    path = tmp_path / "fall.deck"
    path.write_text(
        deck(ADAPTIVE, lower=lower, upper=upper, place=place, motion=motion, law="@RESTITUTION {1}", end=0.2)
    )
    run = run_deck(str(path))
    assert np.ptp(run["x"][:, 2]) > 2e-3
    np.testing.assert_allclose(run["E"][:, 0], run["E"][0, 0], rtol=0, atol=2e-5 * 0.5 * MASS * 0.3**2)


SIDE, COUNT = 0.2, 3
CUBES = {
    "meshes": "{MESH} @FILE_NAME {block.obj}",
    "boxes": f"{{BOX}} @DIMENSIONS {{{SIDE}, {SIDE}, {SIDE}}}",
    "cans": f"{{CYLINDER}} @DIMENSIONS {{{SIDE / 2}, {SIDE}}}",
}


def stack_of(kind, method):
    """Return a stack of equal bodies that stand flush on a plane. An impulse from the side strikes the stack. Cans rock
    for longer than boxes.
    """
    shape, end = CUBES[kind], 1.0 if kind == "cans" else 0.4
    names = [f"b{k}" for k in range(COUNT)]
    inertia = MASS * SIDE**2 / 6.0
    bodies = "".join(
        f"@RIGID_BODY_NAME {{{name}}} {{ @AT_POINT {{0, 0, {(k + 0.5) * SIDE}}} @MASS {{{MASS}}} @MOMENTS_OF_INERTIA "
        f"{{{inertia}, {inertia}, {inertia}}} @INITIAL_VELOCITY {{0.01, 0.004, 0}} }}\n"
        for k, name in enumerate(names)
    )
    shapes = "".join(
        f"@SHAPE_NAME {{{name}}} {{ @SHAPE_TYPE {shape} @CONNECTED_TO_BODY {{{name}}} }}\n" for name in names
    )
    contacts = "".join(
        f"@CONTACT_NAME {{c{k}}} {{ @CONTACT_SHAPES {{{below}, {above}}} @STIFFNESS {{{K}}} @RESTITUTION {{0.3}} "
        f"@FRICTION_COEFFICIENTS {{0.5}} @STICTION {{1e6, 1e3}} }}\n"
        for k, (below, above) in enumerate(zip(["floor", *names[:-1]], names, strict=True))
    )
    sensors = "".join(
        f"@SENSOR_NAME {{N{k}}} {{ @SENSOR_TYPE {{FORCE}} @OBJECT_NAME {{c{k}}} }}\n"
        f"@SENSOR_NAME {{x{k}}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b{k}}} }}\n"
        f"@SENSOR_NAME {{v{k}}} {{ @SENSOR_TYPE {{VELOCITY}} @OBJECT_NAME {{b{k}}} }}\n"
        f"@SENSOR_NAME {{w{k}}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{b{k}}} }}\n"
        for k in range(COUNT)
    )
    return f"""
@RIGID_BODY_DEFINITION {{ {bodies} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }} {shapes} }}
@CONTACT_DEFINITION {{ {contacts} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, {-G}}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {method[0]} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{ @SIMULATION_TIME_RANGE {{0, {end}}} @TIME_STEP_SIZE {{{method[1]}}}
  @OUTPUT_STEP_SIZE {{0.01}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ {sensors}
  @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }} }}
"""


TOLERANT = ("{GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-6}", 1e-3)


@pytest.mark.parametrize(
    "method", [FIXED, EXPLICIT, ADAPTIVE, TOLERANT], ids=["implicit", "explicit", "adaptive", "adaptive implicit"]
)
@pytest.mark.parametrize("shape", CUBES)
def test_a_stack_of_three_rests_still(run_deck, tmp_path, shape, method):
    """Each contact bears the weight of the bodies above it. The energy never grows. The upper bodies fall together at
    first, so their gaps are round-off of zero. Adaptive methods must not locate each change of their signs.
    """
    write_cuboid(tmp_path / "block.obj", SIDE, SIDE, SIDE)
    path = tmp_path / "stack.deck"
    path.write_text(stack_of(shape, method))
    run = run_deck(str(path))
    for k in range(COUNT):
        assert run[f"N{k}"][-1, 0] == pytest.approx((COUNT - k) * MASS * G, rel=1e-4)
        assert np.abs(run[f"v{k}"][-10:]).max() < 1e-5
        assert np.abs(run[f"w{k}"][-10:]).max() < 1e-4
        assert np.abs(run[f"x{k}"][-1, :2]).max() < 1e-3
    assert np.diff(run["E"][:, 0]).max() < 1e-6


PEER = """<mujoco><option timestep="0.001"/><worldbody><geom type="plane" size="2 2 0.1"/>{}</worldbody></mujoco>"""


def test_a_stack_of_meshes_bears_the_forces_of_mujoco(run_deck, tmp_path):
    """MuJoCo's contacts are soft constraints, so the test compares only forces and rest positions."""
    mujoco = load()
    bodies = "".join(
        f'<body pos="0 0 {(k + 0.5) * SIDE}"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="{MASS}"/></body>'
        for k in range(COUNT)
    )
    model = mujoco.MjModel.from_xml_string(PEER.format(bodies))
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 1500)
    forces, one = np.zeros(COUNT), np.zeros(6)
    for i in range(data.ncon):
        mujoco.mj_contactForce(model, data, i, one)
        forces[min(data.contact.geom[i].max(), COUNT) - 1] += one[0]
    write_cuboid(tmp_path / "block.obj", SIDE, SIDE, SIDE)
    path = tmp_path / "stack.deck"
    path.write_text(stack_of("meshes", FIXED))
    run = run_deck(str(path))
    np.testing.assert_allclose([run[f"N{k}"][-1, 0] for k in range(COUNT)], forces, rtol=1e-3)
    assert np.abs(data.qpos.reshape(COUNT, 7)[:, 2] - [run[f"x{k}"][-1, 2] for k in range(COUNT)]).max() < 2e-3


@pytest.mark.parametrize("lower", ["{BOX} @DIMENSIONS {0.6, 0.2, 0.2}", "{MESH} @FILE_NAME {block.obj}"])
def test_a_can_rolls_over_the_points_of_a_face_without_a_bump(run_deck, tmp_path, lower):
    """The points of the upper face are at x = 0.267. The can rolls from 0.1 to 0.28."""
    write_cuboid(tmp_path / "block.obj", 0.6, 0.2, 0.2)
    motion = f"@INITIAL_VELOCITY {{1, 0, 0}} @INITIAL_ANGULAR_VELOCITY {{0, {1.0 / RADIUS}, 0}}"
    path = tmp_path / "roll.deck"
    changes = {"place": f"0.1, 0, {0.1 + RADIUS - depth_of(1)}", "motion": motion, "across": ABOUT, "end": 0.18}
    path.write_text(deck(FIXED, lower=lower, axes="@TRIAD_NAME {AXIS_Y}", **changes))
    run = run_deck(str(path))
    assert run["x"][-1, 0] > 0.27
    np.testing.assert_allclose(run["N"][5:], MASS * G, rtol=0.01)
    np.testing.assert_allclose(run["w"][:, 1], 1.0 / RADIUS, rtol=2e-3)


@pytest.mark.parametrize("above", [1e-4, 0.02])
@pytest.mark.parametrize("lower", ["{CYLINDER} @DIMENSIONS {0.2, 0.2}", "{BOX} @DIMENSIONS {0.6, 0.6, 0.2}"])
def test_a_search_for_equilibrium_rests_a_can_on_the_face_that_it_faces(run_deck, lower, above):
    """The first trials of the search may put the face points of the can behind the middle of the lower body, near its
    far face."""
    place = f"0, 0, {0.1 + HEIGHT / 2 + above}"
    text = deck(FIXED, place=place, lower=lower, end=0.01)
    run = run_deck(text.replace("{x} { ", "{x} { @ANALYSIS_TYPE {STATIC} ", 1))
    assert 0.1 + HEIGHT / 2 - run["x"][0, 2] == pytest.approx(depth_of(POINTS), abs=1e-9)


def test_separate_meshes_have_the_distance_of_their_corners(run_deck, tmp_path):
    """Outside a hull, the distance from its planes is smaller than the distance from its corners, sqrt(3) x 0.1 m."""
    write_cuboid(tmp_path / "block.obj", 0.2, 0.2, 0.2)
    more = "@SENSOR_DEFINITION { @SENSOR_NAME {p} { @SENSOR_TYPE {PENETRATION} @OBJECT_NAME {c} } }"
    mesh = "{MESH} @FILE_NAME {block.obj}"
    path = tmp_path / "apart.deck"
    path.write_text(deck(FIXED, place="0.3, 0.3, 0.3", lower=mesh, upper=mesh, end=0.01, more=more))
    run = run_deck(path.as_posix())
    assert run["p"][0, 0] == pytest.approx(-np.sqrt(0.03), abs=0.002)
