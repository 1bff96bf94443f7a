"""Check derivatives of the forces of contacts with stiction against central differences."""

import numpy as np
import pytest
from sticking_block import BALL, deck

from rbsolve.geometry import quaternion
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents.links import link_tangent, with_tangents
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.arrays import CLOSED, HOLDS, copy_state, empty_state


@kernel
def _forces(model, t, state):
    apply_forces(model, t, state)


@kernel
def _tangent(model, t, state, element):
    link_tangent(model, t, 0, state, state.x[0], element)


@pytest.mark.parametrize("resistance", [0.0, 0.2, 90.0])
@pytest.mark.parametrize("friction", ["50", "0.4, 0.2"], ids=["sticks", "slides"])
def test_derivatives(friction, resistance):
    """A ball touches a moving body. The derivatives with respect to both bodies are compared with central differences."""
    two = deck(shape=BALL, friction=friction, stiction=f"3, 0.7}} @ROLLING_RESISTANCE {{{resistance}").replace(
        "{GROUND, b}", "{a, b}"
    )
    two = two.replace("@SHAPE_TYPE {PLANE}", "@CONNECTED_TO_BODY {a} @SHAPE_TYPE {SPHERE} @DIMENSIONS {1.5}").replace(
        "1e6", "3"
    )
    two = two.replace(
        "@RIGID_BODY_DEFINITION {", "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} }"
    )
    checked = check_deck(two.replace("{0.1}", "{1.7}"), Options())
    assert checked.compiled is not None, [finding.as_json() for finding in checked.diagnostics]
    rng = np.random.default_rng(3)
    e = [quaternion.exp(tuple(0.7 * rng.normal(size=3))) for _ in range(2)] + [(1.0, 0.0, 0.0, 0.0)]
    R = np.array([quaternion.to_matrix(q) for q in e]).reshape(3, 3, 3)
    x, u, w = (np.array([[0.5], [0.5], [0.0]]) * rng.normal(size=(3, 3)) for _ in range(3))
    compare_with_differences(
        checked.compiled.model, empty_state(2, 0, 1, 1)._replace(x=x, e=np.array(e), R=R, u=u, w=w)
    )


@pytest.mark.parametrize("friction", ["50", "0.4, 0.2"], ids=["sticks", "slides"])
def test_derivatives_of_boxes(friction):
    """The boxes are almost flush. Each corner is so close to the border of the other box that its weight changes."""
    box = "{BOX} @DIMENSIONS {2, 2.2, 2.4}"
    two = deck(shape=box, friction=friction, stiction="3, 0.7", height=2.39).replace("{GROUND, b}", "{a, b}")
    two = two.replace("{PLANE}", f"{box} @CONNECTED_TO_BODY {{a}}").replace("1e6", "300")
    two = two.replace(
        "@RIGID_BODY_DEFINITION {", "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {a} { @MASS_PROPERTY_NAME {m} }"
    )
    checked, rng = check_deck(two, Options()), np.random.default_rng(4)
    assert checked.compiled is not None, [finding.as_json() for finding in checked.diagnostics]
    model, start = checked.compiled.model, checked.compiled.initial
    state = empty_state(2, 0, len(model.contacts.end), len(model.contacts.end))._replace(
        x=start.x, e=start.e, R=start.R
    )
    state.u[:2], state.w[:2] = 0.5 * rng.normal(size=(2, 2, 3))
    state.x[:2] += 2e-3 * rng.normal(size=(2, 3))
    state.R[0] = np.reshape(quaternion.to_matrix(quaternion.exp((3e-4, 2e-4, -4e-3))), (3, 3))
    compare_with_differences(model, state, h=1e-5, atol=1e-7)


def compare_with_differences(model, state, h=1e-3, atol=1e-9):
    """Compare derivatives of the forces at sticking points with differences, for motions and velocities of bodies."""
    rng, R = np.random.default_rng(5), state.R
    state.contact[:] = 30.0, CLOSED, 0.0  # an impact so fast that the contact still has a positive force
    state.bristle[:], state.bristle[:, HOLDS] = rng.normal(size=state.bristle.shape), 1.0
    element = np.zeros((4, 12, 12))
    _tangent(with_tangents(model), 0.0, state, element)

    def wrench(d, moves):
        there, d = copy_state(state), d.reshape(2, 6)
        for b in range(2):
            if moves:
                there.x[b] += d[b, :3]
                there.R[b] = R[b] @ np.reshape(quaternion.to_matrix(quaternion.exp(tuple(d[b, 3:]))), (3, 3))
            else:
                there.u[b] += d[b, :3]
                there.w[b] += d[b, 3:]
        _forces(model._replace(gravity=np.zeros(3)), 0.0, there)
        return np.concatenate([there.force[:2], there.moment[:2]], axis=1).ravel()

    for n, moves in ((0, True), (1, False)):
        columns = [
            (
                45 * (wrench(h * unit, moves) - wrench(-h * unit, moves))
                - 9 * (wrench(2 * h * unit, moves) - wrench(-2 * h * unit, moves))
                + wrench(3 * h * unit, moves)
                - wrench(-3 * h * unit, moves)
            )
            / (60 * h)
            for unit in np.eye(12)
        ]
        assert np.abs(element[n]).max() > 0.1
        np.testing.assert_allclose(element[n], -np.array(columns).T, atol=atol)
