"""A tree with every kind of joint, drive, force and prescribed motion. Joint coordinates are compared with redundant
coordinates.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.trees.topology import make_tree, renumber_tree

KINDS = ["REVOLUTE", "PRISMATIC", "CYLINDRICAL", "SCREW", "SPHERICAL", "UNIVERSAL", "PLANAR", "RIGID"]
EXTRA = {
    "REVOLUTE": "@SPRING {3, 0.2} @DAMPER {0.4} @INITIAL_RATE {1.3} @ACTUATOR {wave}",
    "PRISMATIC": "@SPRING {50, 0.1} @DAMPER {0.7} @INITIAL_RATE {0.2}",
    "CYLINDRICAL": "@INITIAL_RATE {0.5, -0.3} @PRESCRIBED_DISPLACEMENT {stroke} @SPRING {2, 0.3}",
    "SCREW": "@PITCH {0.3} @INITIAL_RATE {0.9}",
}
SENSORS = {
    "REVOLUTE": ("RELATIVE_ROTATION", "RELATIVE_ROTATION_RATE"),
    "PRISMATIC": ("RELATIVE_DISPLACEMENT",),
    "CYLINDRICAL": ("RELATIVE_ROTATION", "RELATIVE_DISPLACEMENT", "RELATIVE_DISPLACEMENT_RATE"),
    "SCREW": ("RELATIVE_ROTATION", "RELATIVE_DISPLACEMENT"),
    "SPHERICAL": ("RELATIVE_ROTATION", "RELATIVE_ROTATION_RATE"),
    "UNIVERSAL": ("RELATIVE_ROTATION", "RELATIVE_ROTATION_RATE"),
    "PLANAR": ("RELATIVE_ROTATION", "RELATIVE_DISPLACEMENT"),
    "RIGID": (),
}


def zoo(reverse: bool, t_end: float, root: str = "GROUND") -> str:
    """Return bodies b0, b1, ... on a chain of all kinds of joints. The last body is free, with a spring to the first
    body.
    """
    lines, sensors = [], []
    parent = root
    for k, kind in enumerate(KINDS):
        lines.append(f"""
@POINT_DEFINITION {{ @POINT_NAME {{o{k}}} {{ @COORDINATES {{{k + 0.3}, {0.2 * k * k}, {-0.1 * k}}} }}
                     @POINT_NAME {{p{k}}} {{ @COORDINATES {{{k}, {0.2 * k}, 0.3}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{t{k}}} {{ @EULER_ANGLES_313 {{{20 * k}, {35 + 17 * k}, {-40 * k}}} }}
                     @TRIAD_NAME {{s{k}}} {{ @EULER_ANGLES_313 {{0, 90, 0}} @IS_DEFINED_IN_FRAME {{f{k}}} }}
                     @TRIAD_NAME {{r{k}}} {{ @EULER_ANGLES_313 {{{10 * k}, 20, 30}} }} }}
@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{f{k}}} {{ @POINT1_NAME {{p{k}}} @TRIAD_NAME {{t{k}}} }}
                           @FIXED_FRAME_NAME {{g{k}}} {{ @POINT1_NAME {{o{k}}} @TRIAD_NAME {{r{k}}} }} }}
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m{k}}} {{ @MASS {{{1 + 0.2 * k}}}
  @CENTRE_OF_MASS_LOCATION {{0.1, -0.2, {0.1 * k}}} @MOMENTS_OF_INERTIA {{0.5, 0.6, 0.7}} @PRODUCTS_OF_INERTIA {{0.1, 0, 0.05}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b{k}}} {{ @FRAME_NAME {{g{k}}} @MASS_PROPERTY_NAME {{m{k}}} }} }}""")
        ends = f"b{k}, {parent}" if reverse else f"{parent}, b{k}"
        triad = f"t{k}, s{k}" if kind == "UNIVERSAL" else f"t{k}"
        lines.append(
            f"@{kind}_JOINT_DEFINITION {{ @{kind}_JOINT_NAME {{j{k}}} {{ @CONNECTED_TO_BODIES {{{ends}}} @AT_POINT {{p{k}}} "
            f"@TRIAD_NAME {{{triad}}} {EXTRA.get(kind, '')} }} }}"
        )
        sensors += [(f"{kind}.{what}", what, f"j{k}") for what in (*SENSORS[kind], "REACTION_FORCE", "REACTION_MOMENT")]
        sensors += [(f"b{k}.{what}", what, f"b{k}") for what in ("POSITION", "ACCELERATION", "ANGULAR_ACCELERATION")]
        parent = f"b{k}"
    listed = "\n".join(f"@SENSOR_NAME {{{n}}} {{ @SENSOR_TYPE {{{w}}} @OBJECT_NAME {{{o}}} }}" for n, w, o in sensors)
    return (
        "".join(lines)
        + f"""
@POINT_DEFINITION {{ @POINT_NAME {{far}} {{ @COORDINATES {{4, 3, 2}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{free}} {{ @MASS_PROPERTY_NAME {{m3}} @INITIAL_VELOCITY {{1, 0, 2}}
                          @INITIAL_ANGULAR_VELOCITY {{3, 2, 1}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{free}} {{ @SENSOR_TYPE {{CONFIGURATION}} @OBJECT_NAME {{free}} }} {listed} }}
@FUNCTION_1D_DEFINITION {{
  @FUNCTION_1D_NAME {{wave}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{2*sin(5*t)}} }}
  @FUNCTION_1D_NAME {{stroke}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{0.1*sin(3*t) - 0.6*t}} }}
  @FUNCTION_1D_NAME {{ramp}} {{ @FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{t^2}} }} }}
@JOINT_CONTROLLER_DEFINITION {{ @JOINT_CONTROLLER_NAME {{c}} {{ @JOINT_NAME {{j3}} @PROPORTIONAL_GAIN {{20}} @DERIVATIVE_GAIN {{2}}
  @REFERENCE_FUNCTION_NAME {{ramp}} @TORQUE_LIMIT {{100}} }} }}
@SPRING_DAMPER_DEFINITION {{ @SPRING_DAMPER_NAME {{s}} {{ @CONNECTED_TO_BODIES {{b1, free}} @POINT1_NAME {{p3}} @POINT2_NAME {{far}}
  @STIFFNESS {{30}} @DAMPING {{1}} @REST_LENGTH {{1}} }} }}
@BUSHING_DEFINITION {{ @BUSHING_NAME {{u}} {{ @CONNECTED_TO_BODIES {{GROUND, b6}} @AT_POINT {{p6}} @TRIAD_NAME {{t3}}
  @STIFFNESS {{5, 6, 7}} @DAMPING {{0.1, 0.2, 0.3}} @ROTATIONAL_STIFFNESS {{1, 2, 3}} @ROTATIONAL_DAMPING {{0.1, 0.1, 0.1}} }} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{1, -2, -9}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{GENERALIZED_ALPHA}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{ @SIMULATION_TIME_RANGE {{0, {t_end}}} @TIME_STEP_SIZE {{1e-3}}
  @OUTPUT_STEP_SIZE {{{t_end / 4}}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""
    )


TREE = {"formulation": "MINIMAL_COORDINATES"}


def differences(run, other, at):
    """Return the largest difference of each sensor in a row, relative to the sensor's size."""
    return {
        name: np.max(np.abs(run[name][at] - other[name][at])) / max(1.0, np.max(np.abs(other[name])))
        for name in other.sensors
    }


@pytest.fixture(scope="module", params=[False, True], ids=["onward", "reverse"])
def reference(request, run_deck):
    """Return the zoo and its solution by a method of order eight."""
    deck = zoo(request.param, 0.4)
    options = {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": "DOP853"}, **TREE}
    return deck, run_deck(deck, **options)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_every_sensor_of_every_joint_is_the_same_as_in_redundant_coordinates(run_deck, reference, formulation):
    deck, tree = reference
    tight = {"RELATIVE_TOLERANCE": 1e-12, "ABSOLUTE_TOLERANCE": 1e-12}
    # The test uses no smaller steps, because the round-off of the constraints changes the multipliers of redundant
    # coordinates by an error proportional to 1 / h^2.
    coarse, fine = (run_deck(deck, step=h, formulation=formulation, method_options=tight) for h in (2e-3, 1e-3))
    start = differences(tree, fine, 0)
    assert max(start.values()) < 1e-9, start
    for name in fine.sensors:
        size = max(1.0, np.max(np.abs(fine[name])))
        extrapolated = (4 * fine[name][-1] - coarse[name][-1]) / 3
        # The accelerations of generalized-alpha, and therefore the reactions, have oscillations that extrapolation does
        # not remove.
        tolerance = 5e-6 if "ACCELERATION" in name or "REACTION" in name else 2e-7
        assert tree[name][-1] == pytest.approx(extrapolated, abs=tolerance * size), name
    assert fine.diagnostics["constraint_violation"].max() < 1e-13


@pytest.mark.parametrize("newton", ["FULL", "MODIFIED"])
def test_generalized_alpha_on_a_tree_is_of_second_order_and_converges_fast(run_deck, reference, newton):
    deck, tree = reference
    steps, errors = np.array([4e-3, 2e-3, 1e-3]), []
    for h in steps:
        run = run_deck(deck, step=h, method_options={"NEWTON": newton}, **TREE)
        errors.append(np.max(np.abs(run["b7.POSITION"][-1] - tree["b7.POSITION"][-1])))
        assert run.summary.rejected_steps == 0
        assert run.summary.newton_iterations < 6 * run.summary.steps
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2, abs=0.1)


def test_explicit_methods_keep_their_order_on_a_tree(run_deck):
    deck = zoo(False, 0.4)
    for tableau, order, largest in (("RK33", 3, 0.01), ("RK44", 4, 0.02), ("RK67", 6, 0.02)):
        steps = largest / np.array([1, 2, 4])
        options = {"integrator": "EXPLICIT_RUNGE_KUTTA", "method_options": {"TABLEAU": tableau}, **TREE}
        finest = run_deck(deck, step=2e-4, **options)
        names = ["b7.POSITION", "SPHERICAL.RELATIVE_ROTATION", "SCREW.RELATIVE_ROTATION"]
        errors = []
        for h in steps:
            run = run_deck(deck, step=h, **options)
            errors.append(max(np.max(np.abs(run[name][-1] - finest[name][-1])) for name in names))
        assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(order, abs=0.35), (tableau, errors)


@pytest.mark.parametrize("reverse", [False, True], ids=["onward", "reversed"])
def test_a_tree_with_the_numbers_of_another_model_has_the_bits_of_a_new_tree(reverse):
    deck = zoo(reverse, 0.1)
    other = deck.replace("@PITCH {0.3}", "@PITCH {0.4}").replace("{0.5, 0.6, 0.7}", "{0.5, 0.7, 0.8}")
    other = re.sub(r"@POINT_NAME \{(p\d)\} \{ @COORDINATES \{([\d.]+)", r"@POINT_NAME {\1} { @COORDINATES {1\2", other)
    other = re.sub(r"@TRIAD_NAME \{(t\d)\} \{ @EULER_ANGLES_313 \{", r"@TRIAD_NAME {\1} { @EULER_ANGLES_313 {1", other)
    before, now = (
        check_deck(text, Options(integrator="GENERALIZED_ALPHA", formulation="MINIMAL_COORDINATES")).compiled.model
        for text in (deck, other)
    )
    tree, new = (make_tree(model.bodies, model.joints, model.drives) for model in (before, now))
    floats = [
        name for name, array in zip(new._fields, new, strict=True) if array.dtype == np.float64 and name != "sign"
    ]
    assert all(getattr(tree, name).tobytes() != getattr(new, name).tobytes() for name in floats)
    renumber_tree(tree, before, now)
    for name, mine, wanted in zip(tree._fields, tree, new, strict=True):
        assert mine.tobytes() == wanted.tobytes(), name
