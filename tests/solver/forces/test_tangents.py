"""Compare derivatives of the applied forces, of the whole iteration matrix and of the formulations' maps with finite
differences.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tangent_models import (
    BODIES,
    FORCES,
    compare_with_differences,
    difference,
    model_of,
    random_state,
)

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents.links import with_tangents
from rbsolve.solver.integrators.generalized_alpha import (
    body_coordinates,
    control,
    equations,
    friction,
    step,
    system,
)
from rbsolve.solver.kernel import kernel
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.arrays import copy_state
from rbsolve.solver.model.joints import turned_angles
from rbsolve.solver.model.options import GeneralizedAlphaOptions, NewtonOptions

JOINTS = """@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{1, 2, -9}} }} }}
@REVOLUTE_JOINT_DEFINITION {{ @REVOLUTE_JOINT_NAME {{R}} {{ @CONNECTED_TO_BODIES {{{0}}} @AT_POINT {{B}} @TRIAD_NAME {{T}}
    @SPRING {{3, 0.2}} @DAMPER {{0.6}} @FRICTION {{0.3, 0.5, 4, 0.1, 0.2}} @FRICTION_VELOCITY {{3}} }} }}
@SPHERICAL_JOINT_DEFINITION {{ @SPHERICAL_JOINT_NAME {{S}} {{ @CONNECTED_TO_BODIES {{GROUND, second}} @AT_POINT {{A}} }} }}
@CYLINDRICAL_JOINT_DEFINITION {{ @CYLINDRICAL_JOINT_NAME {{Y}} {{ @CONNECTED_TO_BODIES {{first, GROUND}} @AT_POINT {{C}}
    @TRIAD_NAME {{T}} @PRESCRIBED_DISPLACEMENT {{p}} @FRICTION {{0.6, 0, 0, 0.2, 0.1, 0.4, 0.7, 5, 0, 1}} @FRICTION_VELOCITY {{6}} }} }}"""


@pytest.fixture(autouse=True)
def _no_consistency(monkeypatch):
    """The models of this file have configurations that no joint permits."""
    monkeypatch.setattr(
        "rbsolve.solver.assembly.start.consistent_start", lambda model, initial, *rest, **options: initial
    )


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("text", FORCES.values(), ids=FORCES)
def test_force_tangents(text, seed):
    model = model_of(text)
    compare_with_differences(model, random_state(np.random.default_rng(seed), contacts=len(model.contacts.end)), text)


def test_every_kind_of_force_is_compared():
    """The models of JOINTS contain the forces of joints, and `test_stiction_derivatives.py` has contacts with stiction."""
    models = [model_of(text) for text in FORCES.values()]
    assert [kind.name for kind in KINDS if kind.tangent and not any(kind.count(model) for model in models)] == [
        "drive of a joint",
        "friction of a joint",
        "contact with stiction",
    ]


_place, _correct, _start_correction = (
    body_coordinates.place,
    body_coordinates.correct,
    body_coordinates.start_correction,
)
_start_coordinates = body_coordinates.start_coordinates


@kernel
def _residual(model, slots, steer, exact, d, state, rubbing, work):
    """Return the right-hand side after the increment `d` (unknowns) of the placed bodies."""
    for b in range(model.bodies.mass.shape[0]):
        code, i = model.bodies.formulation[b], slots.bodies[b, UNKNOWN]
        _correct(code, b, exact, (d[i], d[i + 1], d[i + 2]), (d[i + 3], d[i + 4], d[i + 5]), work.body, state)
    equations.add_multipliers(slots.joints, state.R, 1.0, d, work.multipliers)
    for b in range(model.bodies.mass.shape[0]):
        _place(model.bodies.formulation[b], b, steer.gamma_1, steer.beta_1, work.body, state)
    friction.prepare_friction(model, control.ITERATING, rubbing, work.multipliers, state)
    apply_forces(model, steer.time, state)
    equations.evaluate(model, steer.time, state, work.multipliers, work.phi, work.J)
    equations.put_residual(model.bodies, slots.bodies, 1.0, work.body, state, work.b)
    equations.put_row_values(slots.joints, state.R, work.phi, -1.0, work.b)


@kernel
def _matrix(model, slots, steer, state, rubbing, work):
    for k in range(work.values.shape[0]):
        work.values[k] = 0.0
    equations.assemble(model, slots, 1.0, steer, state, work, work.values)
    equations.put_jacobians(model.bodies, model.joints, slots.joints, state.R, 1.0, work, work)
    friction.put_columns(model, slots, control.ITERATING, rubbing, state, work)


@kernel
def _start(model, state, steer, work):
    for b in range(model.bodies.mass.shape[0]):
        _start_coordinates(model.bodies.formulation[b], b, state, work.body)
    step.begin_part(0.0, 0.02, steer, work.body)
    step.predict(model.bodies.formulation, 0.0, steer, work.body, work.multipliers, work.history)
    for b in range(model.bodies.mass.shape[0]):
        _place(model.bodies.formulation[b], b, steer.gamma_1, steer.beta_1, work.body, state)


def dense(plan, values):
    A = np.zeros((plan.unknowns, plan.unknowns))
    for at, s, first, panel, w, column, *_ in plan.elimination.vertices:
        A[first : first + s, first : first + s] = values[at : at + s * s].reshape(s, s)
        columns = plan.elimination.columns[column : column + w]
        A[first : first + s, columns] = values[panel : panel + s * w].reshape(s, w)
        A[columns, first : first + s] = values[panel + s * w : panel + 2 * s * w].reshape(s, w).T
    return A


def in_fixed_axes(vector, slots, turns):
    """Convert rows from the axes of bodies, rotated by `turns` (bodies, 3, 3), to fixed axes."""
    out = vector.copy()
    for b, R in enumerate(turns[:-1]):
        i = slots.bodies[b, UNKNOWN]
        out[i : i + 3] = R @ vector[i : i + 3]
    for row in slots.joints:
        first, axes = row[system.MULTIPLIER], row[system.AXES]
        if axes >= 0:
            out[first : first + 3] = turns[axes] @ vector[first : first + 3]
    return out


FORMULATIONS = ("LIE_R3_SO3", "LIE_R3_SO3_LEFT", "LIE_SE3", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2", "EULER_PARAMETERS_2")


@pytest.mark.parametrize("joint_bodies", ["GROUND, first", "second, first", "first, second"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_iteration_matrix(formulation, joint_bodies):
    """The matrix contains all blocks together: inertia, weight, joints, a drive, friction by reactions, a prescribed
    motion, spring, bushing and a load.
    """
    text = JOINTS.format(joint_bodies) + FORCES["load in a moving frame"] + FORCES["spring"] + FORCES["bushing"]
    deck = BODIES.replace("{GENERALIZED_ALPHA}", f"{{GENERALIZED_ALPHA}} @FORMULATION {{{formulation}}}")
    checked = check_deck(deck + text, Options())
    assert not checked.has_errors, [finding.as_json() for finding in checked.diagnostics]
    model, rng = with_tangents(checked.compiled.model), np.random.default_rng(4)
    slots, plan = system.make_system(model)
    work, rubbing = system.make_workspace(model, plan), friction.make_step_friction(model)
    options = GeneralizedAlphaOptions(0.8, True, True, NewtonOptions(False, 1e-8, 1e-8, 20), None)
    steer = control.make_control(options, 1.0, 1.0, articulated=False, rubs=False, is_driven=False)
    steer.last_h = 0.02
    for rates in (work.body.derivative, work.body.before, work.body.auxiliary):
        rates[:2] = 8.0 * rng.normal(size=(2, rates.shape[1]))
    work.history[:] = rng.normal(size=work.history.shape)
    state = random_state(rng, turned_angles(model.joints))._replace(normal=np.zeros(len(model.frictions.joint)))
    state.u[:2] *= 5.0
    state.w[:2] *= 5.0
    _start(model, state, steer, work)
    d = 0.05 * rng.normal(size=plan.unknowns)
    _residual(model, slots, steer, True, d, state, rubbing, work)
    _matrix(model, slots, steer, state, rubbing, work)
    A = dense(plan, work.values)
    kept = [array.copy() for array in (*work.body, work.multipliers)]
    pose = copy_state(state)

    def residual(change):
        for array, content in zip((*work.body, work.multipliers), kept, strict=True):
            array[:] = content
        there = copy_state(pose)
        _residual(model, slots, steer, True, change, there, rubbing, work)
        turns = np.einsum("bji,bjk->bik", pose.R, there.R)
        return -in_fixed_axes(work.b, slots, turns)

    expected = difference(residual, plan.unknowns, 1e-4)
    scale = np.abs(expected).max(axis=1, keepdims=True)
    np.testing.assert_allclose(A / scale, expected / scale, rtol=0, atol=2e-9)


@kernel
def _own_matrix(model, slots, steer, state, work):
    for k in range(work.values.shape[0]):
        work.values[k] = 0.0
    equations.assemble(model, slots, 1.0, steer, state, work, work.values)


def test_the_stiffness_of_forces_alone_has_no_accelerations_and_no_multipliers():
    """By Holzinger et al. (2024), eqs. (37), (42), the matrix equals the matrix of eq. (41) with zero inertia forces
    and reactions. The matrix is linear in these forces.
    """
    text = JOINTS.format("GROUND, first") + FORCES["load in a moving frame"] + FORCES["spring"] + FORCES["bushing"]
    deck = BODIES.replace("{GENERALIZED_ALPHA}", "{GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3}")
    checked = check_deck(deck + text, Options())
    model, rng = with_tangents(checked.compiled.model), np.random.default_rng(4)
    slots, plan = system.make_system(model)
    work = system.make_workspace(model, plan)
    state = random_state(rng, turned_angles(model.joints))._replace(normal=np.zeros(len(model.frictions.joint)))
    matrices = {}
    for is_full, loaded in itertools.product((True, False), (True, False)):
        options = GeneralizedAlphaOptions(0.8, True, is_full, NewtonOptions(False, 1e-8, 1e-8, 20), None)
        steer = control.make_control(options, 1.0, 1.0, articulated=False, rubs=False, is_driven=False)
        steer.last_h = 0.02
        there = copy_state(state)
        _start(model, there, steer, work)
        some = np.random.default_rng(5)
        work.body.acceleration[:] = some.normal(size=work.body.acceleration.shape) if loaded else 0.0
        work.multipliers[:] = some.normal(size=work.multipliers.shape) if loaded else 0.0
        _own_matrix(model, slots, steer, there, work)
        matrices[is_full, loaded] = dense(plan, work.values)
    assert np.isfinite(matrices[True, True]).all()
    np.testing.assert_array_equal(matrices[False, True], matrices[True, False])
    np.testing.assert_array_equal(matrices[False, False], matrices[True, False])
    assert np.abs(matrices[True, True] - matrices[True, False]).max() > 0.1
