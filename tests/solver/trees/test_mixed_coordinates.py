"""Bodies in joint coordinates together with bodies on Lie groups in a model (Holzinger et al. 2024, eq. (31)). The
bodies have the same motion, with the same order.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

import rbsolve
from rbsolve.pipeline import Options, check_deck

TREE = "MINIMAL_COORDINATES"
JOINTS = "x w r2 r3 q"
ARM = """
@POINT_DEFINITION { @POINT_NAME {A} { @COORDINATES {0, 0, 0} } @POINT_NAME {B} { @COORDINATES {1, 0, 0} }
  @POINT_NAME {C} { @COORDINATES {2, 0, 0} } @POINT_NAME {D} { @COORDINATES {2, 1, 0} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {b1} { @AT_POINT {A} @MASS {2} @CENTRE_OF_MASS {0.5, 0, 0.1} @MOMENTS_OF_INERTIA {0.3, 0.2, 0.25} #1 }
  @RIGID_BODY_NAME {b2} { @AT_POINT {B} @MASS {1} @CENTRE_OF_MASS {0.5, 0.1, 0} @MOMENTS_OF_INERTIA {0.1, 0.2, 0.15} #2 }
  @RIGID_BODY_NAME {b3} { @AT_POINT {C} @MASS {1.5} @CENTRE_OF_MASS {0, 0.5, 0.1} @MOMENTS_OF_INERTIA {0.2, 0.1, 0.25} #3 }
  @RIGID_BODY_NAME {b4} { @AT_POINT {D} @MASS {0.5} @CENTRE_OF_MASS {0.3, 0.2, 0.1} @MOMENTS_OF_INERTIA {0.1, 0.12, 0.15} #4 } }
@REVOLUTE_JOINT_DEFINITION {
  @REVOLUTE_JOINT_NAME {j1} { @CONNECTED_TO_BODIES {GROUND, b1} @AT_POINT {A} @TRIAD_NAME {AXIS_Y} @INITIAL_RATE {1.5} }
  @REVOLUTE_JOINT_NAME {j2} { @CONNECTED_TO_BODIES {b1, b2} @AT_POINT {B} @TRIAD_NAME {AXIS_Z} @INITIAL_RATE {-2} } }
@SPHERICAL_JOINT_DEFINITION {
  @SPHERICAL_JOINT_NAME {j3} { @CONNECTED_TO_BODIES {b2, b3} @AT_POINT {C} @TRIAD_NAME {AXIS_Z} }
  @SPHERICAL_JOINT_NAME {j4} { @CONNECTED_TO_BODIES {b3, b4} @AT_POINT {D} @TRIAD_NAME {AXIS_Z} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_SE3} #OPTIONS } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {#H} @OUTPUT_STEP_SIZE {0.25}
  @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b4} } @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b3} }
  @SENSOR_NAME {r2} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {j2} @VIEWED_BY {INERTIAL} }
  @SENSOR_NAME {r3} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {j3} @VIEWED_BY {INERTIAL} }
  @SENSOR_NAME {q} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j2} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} @OBJECT_NAME {SYSTEM} } }
"""
MIXED = {
    "a carried base, bodies on SE(3) behind it": (TREE, TREE, "", ""),
    "a floating pair behind bodies on SE(3)": ("", "", TREE, TREE),
    "of all kinds": (TREE, "LIE_R3_SO3", TREE, "CARDAN_ANGLES_2"),
}


def arm(formulations: tuple[str, ...], step: str, options: str = "") -> str:
    deck = ARM.replace("#H", step).replace("#OPTIONS", options)
    for i, formulation in enumerate(formulations, 1):
        deck = deck.replace(f"#{i}", f"@FORMULATION {{{formulation}}}" if formulation else "")
    return deck


def histories(deck: str) -> dict[str, NDArray[np.float64]]:
    results = rbsolve.solve(deck)
    return {name: results[name] for name in (*JOINTS.split(), "v")}


def errors(found: dict[str, NDArray[np.float64]], exact: dict[str, NDArray[np.float64]]) -> list[float]:
    return [float(np.linalg.norm(found[name] - exact[name], axis=1).max()) for name in JOINTS.split()]


@pytest.fixture(scope="module")
def exact() -> dict[str, NDArray[np.float64]]:
    """Return the solution of the model in a single formulation, on SE(3). The solution is extrapolated from two steps,
    because the error is of even order.
    """
    coarse, fine = (histories(arm(("",) * 4, f"1/{n}")) for n in (1600, 3200))
    return {name: (4.0 * fine[name] - coarse[name]) / 3.0 for name in fine}


@pytest.mark.parametrize("formulations", MIXED.values(), ids=MIXED.keys())
def test_second_order_in_motion_and_reactions(
    formulations: tuple[str, ...], exact: dict[str, NDArray[np.float64]]
) -> None:
    model = check_deck(arm(formulations, "1/80")).compiled
    assert model is not None
    assert len(set(model.model.bodies.formulation.tolist())) > 1
    steps = (80, 160, 320)
    runs = [histories(arm(formulations, f"1/{n}")) for n in steps]
    found = np.array([errors(run, exact) for run in runs])
    slopes = -np.polyfit(np.log(steps), np.log(found), 1)[0]
    np.testing.assert_allclose(slopes, 2.0, atol=0.03)
    assert max(float(np.abs(run["v"]).max()) for run in runs) < 1e-13


def test_adaptive_steps(exact: dict[str, NDArray[np.float64]]) -> None:
    found = histories(arm((TREE, "", TREE, ""), "1/80", "@LOCAL_ERROR_TOLERANCE {1e-7}"))
    assert errors(found, exact)[0] < 2e-4


def test_cases_of_one_engine_are_those_of_single_runs() -> None:
    deck = "@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {1} }" + arm(
        (TREE, "", TREE, ""), "1/80"
    )
    deck = deck.replace("@MASS {1}", "@MASS {#m}")
    many = rbsolve.solve_many(deck, {"m": [1.0, 2.5]}, threads=1)
    one = rbsolve.solve(deck, parameters={"m": 2.5})
    assert many["r3"][1].tobytes() == one["r3"].tobytes()
    assert not np.array_equal(many["r3"][0], many["r3"][1])


def test_explicit_methods_take_joint_coordinates_for_all_bodies_or_none() -> None:
    def codes(*formulations: str) -> list[str]:
        deck = arm(formulations, "1/80").replace("GENERALIZED_ALPHA", "EXPLICIT_RUNGE_KUTTA").replace("LIE_SE3", TREE)
        return [f.code.value for f in check_deck(deck, Options()).diagnostics if f.severity == "error"]

    whole, part = codes("", "", "", ""), codes("", "LIE_R3_SO3", "", "")
    assert (whole, part) == ([], ["incompatible-formulation"])
