"""Compare derivatives of contact forces between convex shapes, hulls and boxes with differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation
from tangent_models import (
    BALL,
    BODIES,
    BRICK,
    CONTACT,
    FLOOR,
    FORCES,
    ROD,
    ROLLING,
    compare_with_differences,
    model_of,
    random_state,
)

from rbsolve.geometry import quaternion
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.contacts.touch import point_of


@pytest.fixture(autouse=True)
def _no_consistency(monkeypatch):
    """The models of this file have configurations that no joint permits."""
    monkeypatch.setattr(
        "rbsolve.solver.assembly.start.consistent_start", lambda model, initial, *rest, **options: initial
    )


TALL, EGG, STICK = (
    "{CYLINDER} @DIMENSIONS {1.4, 3}",
    "{ELLIPSOID} @DIMENSIONS {1, 2, 1.5}",
    "{CAPSULE} @DIMENSIONS {1.3, 2}",
)
CONVEX = {
    "box on a cylinder": (BRICK, TALL),
    "cylinder on a cylinder": (TALL, "{CYLINDER} @DIMENSIONS {2, 1.4}"),
    "chain of capsules on a box": (ROD, BRICK),
    "rod on a box": (STICK, BRICK),
    "rod on a cylinder": (STICK, TALL),
    "chain of capsules on a cylinder": (ROD, TALL),
    "ellipsoids": (EGG, "{ELLIPSOID} @DIMENSIONS {2, 3, 2.5}"),
    "ellipsoid on a box": (EGG, BRICK),
    "ball on an ellipsoid": (BALL, EGG),
}


def test_tangents_of_hulls(tmp_path):
    """The tests place a mesh on a plane and on another mesh."""
    corners = np.random.default_rng(1).normal(size=(30, 3)) * (1.3, 1.5, 1.7)
    lines = [f"v {x} {y} {z}" for x, y, z in corners.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in ConvexHull(corners).simplices.tolist()]
    (tmp_path / "stone.obj").write_text("\n".join(lines))
    mesh = "{MESH} @FILE_NAME {stone.obj}"
    for text in (CONTACT.format("first", FLOOR, "second", mesh), CONTACT.format("first", mesh, "second", mesh)):
        (tmp_path / "stones.deck").write_text(BODIES + text)
        checked = check_deck(tmp_path / "stones.deck", Options())
        assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
        model = checked.compiled.model
        state = random_state(np.random.default_rng(5), contacts=len(model.contacts.end))
        compare_with_differences(model, state, text, h=2e-5, atol=3e-7)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("pair", CONVEX.values(), ids=CONVEX)
def test_tangents_of_convex_shapes(pair, seed):
    """Faces and sides are almost flat. Therefore the steps of the differences are short, and round-off limits their
    accuracy.
    """
    text = CONTACT.format("first", pair[0], "second", pair[1]).replace("@EXPONENT", ROLLING)
    model = model_of(text)
    state = random_state(np.random.default_rng(seed), contacts=len(model.contacts.end))
    compare_with_differences(model, state, text, h=2e-5, atol=3e-7)


@pytest.mark.parametrize("seed", range(3))
def test_tangents_of_boxes_that_stand_almost_flush(seed):
    """Each corner is within the border of the other box, so weights change smoothly between corners and crossings."""
    model, rng = model_of(FORCES["box on a box"]), np.random.default_rng(seed)
    contacts = model.contacts
    state = random_state(rng, contacts=len(contacts.end))
    turn = np.reshape(quaternion.to_matrix(quaternion.exp(tuple(1e-3 * rng.normal(size=3)))), (3, 3))
    # the axes of the second box, which are almost equal to the axes of the first box
    R_P = state.R[0] @ contacts.solid_axes[0] @ turn
    state.R[1] = R_P @ contacts.axes[0].T
    up = state.R[0] @ contacts.solid_axes[0] @ (np.array([0.0, 0.0, 2.39]) + 3e-3 * rng.normal(size=3))
    state.x[1] = state.x[0] + state.R[0] @ contacts.solid_centre[0] + up - state.R[1] @ contacts.centre[0]
    points = [point_of(contacts, 0, i, state) for i in range(len(contacts.end))]
    weights = [point.weight for point in points if point.gap < 0.0]
    assert sum(1 for weight in weights if 0.01 < weight < 0.99) >= 16
    assert sum(weights) == pytest.approx(4.0, abs=1e-3)
    compare_with_differences(model, state, "", h=2e-5, atol=1e-7)


@pytest.mark.parametrize("beyond", [0.0, 0.5, 3.5])
@pytest.mark.parametrize("seed", range(2))
def test_tangents_of_almost_parallel_capsules(seed, beyond):
    """The place of contact is inside both pieces, and moves far for small tilts. If the distance along the pieces is
    3.5, an end touches the other piece.
    """
    model, rng = model_of(FORCES["rod on a rod"]), np.random.default_rng(seed)
    contacts = model.contacts
    state = random_state(rng, contacts=1)
    turn = np.reshape(quaternion.to_matrix(quaternion.exp(tuple(2e-4 * rng.normal(size=3)))), (3, 3))
    probe, solid = (0, 1) if contacts.end[0] == 0 else (1, 0)
    R_S = state.R[solid] @ contacts.solid_axes[0]
    along_e3 = Rotation.align_vectors([[0.0, 0.0, 1.0]], contacts.slide[:1])[0].as_matrix()
    state.R[probe] = R_S @ turn @ along_e3
    place = R_S @ np.array([2.2 * np.cos(seed), 2.2 * np.sin(seed), beyond])
    centre = state.x[solid] + state.R[solid] @ contacts.solid_centre[0]
    state.x[probe] = centre + place - state.R[probe] @ contacts.centre[0]
    touch = point_of(contacts, 0, 0, state)
    assert touch.gap < -0.05
    assert (touch.slide == (0.0, 0.0, 0.0)) == (beyond > 3.0)
    compare_with_differences(model, state, "", h=2e-5, atol=1e-6)
