"""Contacts of many bodies. Pairs that are far apart are omitted, and no result changes."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.contacts.nearness import apart
from rbsolve.solver.contacts.neighbours import LEAST, count_listed, make_list
from rbsolve.solver.contacts.touch import point_of
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import copy_state
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.run.loop import simulate

SHAPES = (
    "{SPHERE} @DIMENSIONS {0.3}",
    "{BOX} @DIMENSIONS {0.5, 0.4, 0.3}",
    "{LINE} @POINTS {-0.3, 0, 0, 0.3, 0, 0} @DIMENSIONS {0.1}",
)
METHODS = {
    "fixed steps": "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}",
    "adaptive steps": "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @RELATIVE_TOLERANCE {1e-6}",
    "generalized-alpha": "{GENERALIZED_ALPHA}",
    "adaptive generalized-alpha": "{GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-4}",
    "joint coordinates": "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @FORMULATION {MINIMAL_COORDINATES}",
}


@kernel
def _list(contacts, state):
    return count_listed(contacts, state)


@kernel
def _make(contacts, state):
    make_list(contacts, state)


class Rows:
    """The values of sensors, as (rows, columns)."""

    def __init__(self):
        self.blocks = []

    def write(self, time, sensors, diagnostics, motion):
        self.blocks.append(np.column_stack([time, *sensors.values()]))


def heap(method, stiction, count=12, against="ITSELF"):
    """Return bodies that fall on a floor and collide, with initial velocities towards each other."""
    rng = np.random.default_rng(5)
    bodies, shapes = [], []
    for i in range(count):
        place = 0.7 * np.array([i % 3, i // 3 % 3, 0.0]) + [0.0, 0.0, 0.35 + 0.9 * (i % 2)]
        speed, spin = rng.normal(size=3) - 0.8 * (place - 0.7), rng.normal(size=3)
        given = [", ".join(f"{x:.6f}" for x in three) for three in (place, speed, spin)]
        bodies.append(
            f"@RIGID_BODY_NAME {{b{i}}} {{ @AT_POINT {{{given[0]}}} @MASS {{1}} @MOMENTS_OF_INERTIA {{0.03, 0.04, 0.05}} "
            f"@INITIAL_VELOCITY {{{given[1]}}} @INITIAL_ANGULAR_VELOCITY {{{given[2]}}} }}"
        )
        shapes.append(f"@SHAPE_NAME {{s{i}}} {{ @CONNECTED_TO_BODY {{b{i}}} @SHAPE_TYPE {SHAPES[i % 2]} }}")
    names = ", ".join(f"s{i}" for i in range(count))
    return f"""
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@RIGID_BODY_DEFINITION {{ {" ".join(bodies)} }}
@SHAPE_DEFINITION {{ @SHAPE_NAME {{floor}} {{ @SHAPE_TYPE {{PLANE}} }} {" ".join(shapes)} }}
@CONTACT_MATERIAL_DEFINITION {{ @CONTACT_MATERIAL_NAME {{m}} {{ @STIFFNESS {{1e4}} @RESTITUTION {{0.5}}
    @FRICTION_COEFFICIENTS {{0.4, 0.3}} {stiction} }} }}
@CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{{names}}} @AGAINST {{{against}}} @CONTACT_MATERIAL_NAME {{m}} }}
    @CONTACT_NAME {{f}} {{ @CONTACT_SHAPES {{{names}}} @AGAINST {{floor}} @CONTACT_MATERIAL_NAME {{m}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {method} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 0.6}} @TIME_STEP_SIZE {{2e-3}} @OUTPUT_STEP_SIZE {{0.02}}
    @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }}
    @SENSOR_NAME {{x}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{b4}} }} }}
"""


@pytest.mark.parametrize("stiction", ["", "@STICTION {1e4, 20} @ROLLING_RESISTANCE {0.01}"], ids=["smooth", "stiction"])
@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_what_is_left_out_changes_no_bit(method, stiction):
    seen = []
    for text, looks_at_all in (
        (heap(method, stiction), False),
        (heap(method, stiction), True),
        (heap(method, stiction, against="s0"), True),
    ):
        checked, rows = check_deck(text, Options()), Rows()
        assert checked.compiled is not None, [finding.as_json() for finding in checked.diagnostics]
        contacts = checked.compiled.model.contacts
        kept = contacts.reach.copy()
        if looks_at_all:
            contacts.reach[:] = np.inf
        simulate(checked.compiled, checked.sensors, rows)
        contacts.reach[:] = kept
        seen.append(np.concatenate(rows.blocks))
    np.testing.assert_array_equal(seen[0], seen[1])
    assert np.abs(seen[2] - seen[1]).max() > 1e-3  # bodies that collide are omitted at first


def test_fixed_steps_look_only_at_contacts_of_the_list(run_deck):
    """The spheres of a lattice drift apart. After the first step, the list is empty, and stays valid until the end."""
    text = heap(METHODS["fixed steps"], "")
    checked = check_deck(text, Options(t_end=0.02))
    contacts, state = checked.compiled.model.contacts, copy_state(checked.compiled.initial)
    assert len(contacts.body0) >= LEAST
    assert _list(contacts, state) == -1
    _make(contacts, state)
    near = _list(contacts, state)
    assert 0 < near < len(contacts.body0)
    listed = state.near[1 : 1 + near].astype(int)
    assert np.all(np.diff(listed) > 0)
    gaps = np.array([apart(contacts, k, state) for k in range(len(contacts.body0))])
    assert np.all(np.isin(np.flatnonzero(gaps <= 0.0), listed))
    # The list is valid for half the skin, and no omitted contact touches.
    skin, left_out = state.near_at[-1, 0], np.setdiff1d(np.arange(len(gaps)), listed)
    rng, start = np.random.default_rng(3), state.x.copy()
    for _ in range(50):
        way = rng.normal(size=start.shape)
        state.x[:] = start + 0.499 * skin * way / np.linalg.norm(way, axis=1, keepdims=True)
        assert _list(contacts, state) == near
        assert min(apart(contacts, k, state) for k in left_out) > 0.0
    state.x[0] = start[0] + [0.51 * skin, 0.0, 0.0]
    assert _list(contacts, state) == -1


@pytest.mark.parametrize("method", ["adaptive steps", "adaptive generalized-alpha"])
def test_methods_that_locate_impacts_keep_a_list(method):
    checked = check_deck(heap(METHODS[method], ""), Options(t_end=0.1))
    engine = make_integrator(checked.compiled)
    chunk = chunk_for(checked.compiled, engine, 50)
    while engine.advance(chunk, 1000) is None and engine.time < 0.1:
        chunk.count[0] = 0
    assert 0 < engine.state.near[0] < len(checked.compiled.model.contacts.body0)


def test_the_distance_is_never_larger_than_the_true_one():
    """The bodies have random positions, and the reference is the smallest gap of all points."""
    compiled = check_deck(heap(METHODS["fixed steps"], ""), Options()).compiled
    contacts, rng, far = compiled.model.contacts, np.random.default_rng(1), 0
    for _ in range(20):
        state = copy_state(compiled.initial)
        state.x[:-1] = rng.normal(size=state.x[:-1].shape)
        for k in range(len(contacts.body0)):
            least = apart(contacts, k, state)
            points = range(contacts.first[k], contacts.first[k + 1])
            gap = min(point_of(contacts, k, i, state).gap for i in points)
            assert least <= max(gap, 0.0)
            far += least > 0.0
    assert far > 200


def test_boxes_with_points_that_press_are_never_left_out():
    """A corner is near a corner, and the balls about both boxes overlap only slightly. The border in which the weights
    change is outside both balls.
    """
    halves = np.array([[0.5, 0.5, 0.5], [0.45, 0.97, 0.82]])
    shapes = " ".join(
        f"@SHAPE_NAME {{s{i}}} {{ @CONNECTED_TO_BODY {{b{i}}} @SHAPE_TYPE {{BOX}} @DIMENSIONS {{{', '.join(map(str, 2 * half))}}} }}"
        for i, half in enumerate(halves)
    )
    bodies = " ".join(f"@RIGID_BODY_NAME {{b{i}}} {{ @MASS {{1}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }}" for i in range(2))
    compiled = check_deck(f"""@RIGID_BODY_DEFINITION {{ {bodies} }} @SHAPE_DEFINITION {{ {shapes} }}
    @CONTACT_DEFINITION {{ @CONTACT_NAME {{c}} {{ @CONTACT_SHAPES {{s0, s1}} @STIFFNESS {{1e4}} }} }}
    @TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
    @ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{1e-3}}
      @TIME_INTEGRATOR_NAME {{i}} }} }}""").compiled
    contacts, rng, pressing = compiled.model.contacts, np.random.default_rng(3), 0
    balls = np.linalg.norm(halves, axis=1).sum()
    for _ in range(3000):
        state = copy_state(compiled.initial)
        for body in range(2):
            state.R[body] = Rotation.random(random_state=rng).as_matrix()
        corner = rng.choice([-1.0, 1.0], size=3) * halves[1]
        along = state.R[1] @ corner / np.linalg.norm(corner)
        turned, _ = Rotation.align_vectors([-along], [halves[0] / np.linalg.norm(halves[0])])
        state.R[0] = (turned * Rotation.from_rotvec(rng.normal(size=3) * 1e-3)).as_matrix()
        state.x[0], state.x[1] = along * balls * (1.0 + rng.uniform(-1e-3, 2e-3)), 0.0
        is_near = apart(contacts, 0, state) == 0.0
        if is_near and pressing > 20:
            continue  # the solver evaluates this pair, so the test needs no points
        points = [point_of(contacts, 0, i, state) for i in range(contacts.first[0], contacts.first[1])]
        if any(point.gap < 0.0 and point.weight > 0.0 for point in points):
            pressing += 1
            assert is_near
    assert pressing > 20
