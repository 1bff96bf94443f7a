"""Every kind of joint has every function that a consumer needs, or the check refuses the joint with this reason."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from rbsolve.language.joints.record import COINCIDENT, Coordinate, Joint
from rbsolve.language.joints.registry import JointKind
from rbsolve.parser.schema.registry import BY_DEFINITION
from rbsolve.pipeline import Options, check_deck
from rbsolve.scene import glyphs
from rbsolve.solver.assembly.elements.joint_data import JointData, joint_arrays
from rbsolve.solver.joints import constraints, gradients, placement
from rbsolve.solver.joints.kinds import TURNING, row_of
from rbsolve.solver.model.arrays import empty_state
from rbsolve.solver.trees.topology import freedom_of, has_face

JOINTS = [kind for kind in JointKind if not kind.record.has_own_block]  # test_couplings.py tests all other kinds
SOLVER = Path(__file__).parents[3] / "solver"
DECK = """
@POINT_DEFINITION {{ @POINT_NAME {{P}} {{ @COORDINATES {{0.1, 0.2, 0.3}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{x}} {{ @ORIENTATION_DEFINITION_TYPE {{VECTOR_E3}} @ORIENTATION_E3 {{1, 0, 0}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{1, 1, 1}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{B}} {{ @MASS_PROPERTY_NAME {{m}} }} }}
@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{J}} {{
  @CONNECTED_TO_BODIES {{GROUND, B}} @AT_POINT {{P}} @TRIAD_NAME {{{triads}}} {more} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.01}} }} }}
"""


def deck(kind):
    count, more = len(kind.record.coordinates), "@PITCH {0.1}" if kind is JointKind.SCREW else ""
    if count:
        per_coordinate = ", ".join(["0"] * count)
        more += f" @INITIAL_RATE {{{per_coordinate}}} @DAMPER {{{per_coordinate}}} @SPRING {{{per_coordinate}, {per_coordinate}}}"
    return DECK.format(
        kind=kind.name, triads="TRIAD_INERTIAL, x" if kind.record.triads == 2 else "TRIAD_INERTIAL", more=more
    )


def errors(text, **options):
    return [finding for finding in check_deck(text, Options(**options)).diagnostics if finding.severity == "error"]


@pytest.mark.parametrize("kind", JOINTS)
def test_every_table_knows_every_kind(kind):
    record = kind.record
    block = BY_DEFINITION[f"{kind.name}_JOINT_DEFINITION"]
    for name in ("INITIAL_COORDINATE", "INITIAL_RATE", "DAMPER", "ACTUATOR"):
        keyword = block.keyword(name)
        assert (max(keyword.counts) if keyword else 0) == len(record.coordinates)
    for slides, name in ((False, "PRESCRIBED_ROTATION"), (True, "PRESCRIBED_DISPLACEMENT")):
        keyword = block.keyword(name)
        assert (max(keyword.counts) if keyword else 0) == sum(c.slides == slides for c in record.coordinates)
    assert {JointKind[name] for name in record.looser} <= set(JointKind)
    assert record.glyph in glyphs._HALVES
    if has_face(kind):
        assert len(freedom_of(kind).slots) == len(record.coordinates)


@pytest.mark.parametrize("kind", JOINTS)
def test_constraints_and_rates_determine_the_relative_motion(kind):
    """At the reference configuration, there are six independent rows. The rate of a coordinate is the rate of the
    coordinate's own row.
    """
    axes1 = np.eye(3) if kind.record.triads == 1 else np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    joints = joint_arrays([JointData(kind, 0, 1, np.zeros(3), np.zeros(3), np.eye(3), axes1, 0.3)])
    x, R, e = np.zeros((3, 3)), np.array([np.eye(3)] * 3), np.tile([1.0, 0, 0, 0], (3, 1))
    state = empty_state(2, 2)._replace(x=x, e=e, R=R)
    J = np.zeros((len(joints.row_code), 12))
    constraints.jacobians(joints, state, J)
    end = placement.ends(joints, 0, state)
    rates = []
    for coordinate in kind.record.coordinates:
        gradient = gradients.rate_gradient(end, int(coordinate))
        rates.append([*gradient.force, *gradient.moment1])
        own = row_of(coordinate)
        if own.code == TURNING:
            turning = gradients.turning_gradient(end, gradients.turning_vector(end, int(coordinate)))
            np.testing.assert_allclose(rates[-1], [*turning.force, *turning.moment1], atol=1e-15)
    rows = np.concatenate([J[:, 6:], np.array(rates).reshape(-1, 6)])
    assert rows.shape == (6, 6)
    assert np.linalg.cond(rows) < 10


@pytest.mark.parametrize("kind", JOINTS)
def test_every_method_takes_every_kind_or_says_why_not(kind):
    text = deck(kind)
    assert errors(text) == []
    assert errors(text, integrator="GENERALIZED_ALPHA", formulation="LIE_SE3") == []
    for options in ({"integrator": "GENERALIZED_ALPHA"}, {"integrator": "EXPLICIT_RUNGE_KUTTA"}):
        found = errors(text, formulation="MINIMAL_COORDINATES", **options)
        assert [finding.code for finding in found] == ([] if has_face(kind) else ["incompatible-formulation"])
    found = errors(text.replace("@SIMULATION", "@ANALYSIS_TYPE {STATIC} @SIMULATION"))
    assert [finding.code for finding in found] == ([] if kind.record.moves_exactly else ["incompatible-formulation"])


def test_a_record_that_is_not_complete_is_refused_at_import():
    with pytest.raises(ValueError, match="six together"):
        Joint("something", COINCIDENT, (Coordinate.ROTATION,), "ball")
    with pytest.raises(ValueError, match="no coordinates"):
        Joint("something", COINCIDENT, (Coordinate.ROTATION,), "ball", couples=True)
    with pytest.raises(ValueError, match="glyph"):
        Joint("something", COINCIDENT, (Coordinate.VECTOR_1, Coordinate.VECTOR_2, Coordinate.VECTOR_3), "")


def test_joints_know_nothing_of_forces():
    paths = list((SOLVER / "joints").rglob("*.py"))
    assert {"constraints.py", "rod.py"} <= {path.name for path in paths}
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith(("rbsolve.solver.forces", "rbsolve.solver.trees")), path
