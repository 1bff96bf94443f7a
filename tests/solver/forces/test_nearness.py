"""Contacts of many: pairs that are far apart are left out, and nothing else changes, to the last bit."""

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.contacts.nearness import apart
from rbsolve.solver.contacts.touch import point_of
from rbsolve.solver.model.arrays import copy_state
from rbsolve.solver.run import simulate

SHAPES = (
    "{SPHERE} @DIMENSIONS {0.3}",
    "{BOX} @DIMENSIONS {0.5, 0.4, 0.3}",
    "{LINE} @POINTS {-0.3, 0, 0, 0.3, 0, 0} @DIMENSIONS {0.1}",
)
METHODS = {
    "fixed steps": "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44}",
    "adaptive steps": "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5}",
    "generalized-alpha": "{GENERALIZED_ALPHA}",
    "joint coordinates": "{EXPLICIT_RUNGE_KUTTA} @TABLEAU {DOPRI5} @FORMULATION {MINIMAL_COORDINATES}",
}


class Rows:
    """What sensors showed (rows, columns)."""

    def __init__(self):
        self.blocks = []

    def write(self, time, sensors, diagnostics, motion):
        self.blocks.append(np.column_stack([time, *sensors.values()]))


def heap(method, stiction, count=9, against="ITSELF"):
    """Bodies that fall on a floor and meet each other, thrown together."""
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
    assert np.abs(seen[2] - seen[1]).max() > 1e-3  # bodies that meet are among those that are left out at first


def test_the_distance_is_never_larger_than_the_true_one():
    """Of bodies anywhere, by the gaps of all points."""
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
