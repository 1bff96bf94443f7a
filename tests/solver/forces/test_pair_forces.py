"""Forces between two bodies. A record defines each kind of force. The tests check every function of every kind, and
compare torsion springs with closed forms.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import rbsolve
from rbsolve.language.diagnostics import Severity
from rbsolve.parser.schema.registry import BY_DEFINITION
from rbsolve.pipeline import Options, check_deck
from rbsolve.results.sections import pictures
from rbsolve.scene import glyphs
from rbsolve.solver.assembly.checks import faces
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.forces.kind import GLYPHS
from rbsolve.solver.forces.pairs import PAIR_FORCES

DECK = """
@MASS_PROPERTY_DEFINITION {{ @MASS_PROPERTY_NAME {{m}} {{ @MASS {{2}} @MOMENTS_OF_INERTIA {{0.3, 0.4, 0.5}} }} }}
@TRIAD_DEFINITION {{ @TRIAD_NAME {{T}} {{ @EULER_ANGLES_321 {{20, 40, -30}} }} }}
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{a}} {{ @MASS_PROPERTY_NAME {{m}} @INITIAL_ANGULAR_VELOCITY {{{spin}}} }}
    @RIGID_BODY_NAME {{b}} {{ @MASS_PROPERTY_NAME {{m}} }} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{ @FUNCTION_1D_TYPE {{POLYNOMIAL}} @COEFFICIENTS {{0, 3, 0, 40}} }} }}
@TORSION_SPRING_DEFINITION {{ @TORSION_SPRING_NAME {{t}} {{ @CONNECTED_TO_BODIES {{{bodies}}} @TRIAD_NAME {{{triad}}} {law} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{ @INTEGRATOR_TYPE {{{integrator}}} {options} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{x}} {{
    @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{{step}}} @OUTPUT_STEP_SIZE {{0.1}} @TIME_INTEGRATOR_NAME {{i}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{E}} {{ @SENSOR_TYPE {{TOTAL_ENERGY}} @OBJECT_NAME {{SYSTEM}} }}
    @SENSOR_NAME {{L}} {{ @SENSOR_TYPE {{ANGULAR_MOMENTUM}} @OBJECT_NAME {{SYSTEM}} }}
    @SENSOR_NAME {{w}} {{ @SENSOR_TYPE {{ANGULAR_VELOCITY}} @OBJECT_NAME {{a}} }} }}
"""


def deck(
    integrator="EXPLICIT_RUNGE_KUTTA",
    bodies="GROUND, a",
    triad="TRIAD_INERTIAL",
    law="",
    spin="0, 0, 1",
    step=1e-3,
    options="",
) -> str:
    return DECK.format(
        integrator=integrator, bodies=bodies, triad=triad, law=law, spin=spin, step=step, options=options
    )


@pytest.mark.parametrize("kind", PAIR_FORCES, ids=lambda kind: kind.name)
def test_every_kind_has_every_face_or_is_refused(kind):
    assert BY_DEFINITION[kind.block.definition] is kind.block
    assert kind.glyph in GLYPHS
    assert pictures.LINKS[kind.block.kind] == pictures.GROUPS[kind.glyph]
    assert callable(kind.apply)
    assert callable(kind.energy)


@pytest.mark.parametrize("kind", [kind for kind in PAIR_FORCES if kind.glyph == "torsion"], ids=lambda kind: kind.name)
def test_a_torsion_glyph_is_drawn_as_a_spiral(kind):
    looks = [look for look in glyphs.link_looks(kind.block.kind, 1.0) if look is not None]
    _, ball = glyphs.link_looks("a kind of another version", 1.0)
    assert all(len(look.solid.triangles) != len(ball.solid.triangles) for look in looks)
    assert looks


@pytest.mark.parametrize(
    ("law", "moment"),
    [
        ("@STIFFNESS {7} @DAMPING {0.2}", lambda q, v: 7.0 * q + 0.2 * v),
        ("@MOMENT_FUNCTION_NAME {f}", lambda q, v: 3.0 * q + 40.0 * q**3),
        ("@STIFFNESS {7} @REST_ANGLE {0.4}", lambda q, v: 7.0 * (q - 0.4)),
    ],
)
@pytest.mark.parametrize(
    "integrator", ["EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA", "IMPLICIT_MIDPOINT", "ENERGY_MOMENTUM", "GAUSS_LOBATTO"]
)
def test_a_body_on_a_torsion_spring_is_an_oscillator(run_deck, law, moment, integrator):
    step, tolerance = (1e-3, 1e-9) if integrator == "EXPLICIT_RUNGE_KUTTA" else (1e-4, 2e-6)
    run = run_deck(deck(integrator, law=law, step=step))
    peer = solve_ivp(
        lambda t, y: (y[1], -moment(*y) / 0.5), (0.0, 1.0), (0.0, 1.0), t_eval=run.time, rtol=1e-11, atol=1e-12
    )
    np.testing.assert_allclose(run["w"][:, 2], peer.y[1], atol=tolerance)
    assert np.abs(run["w"][:, :2]).max() < 1e-12


@pytest.mark.parametrize("law", ["@STIFFNESS {7}", "@MOMENT_FUNCTION_NAME {f}"])
def test_two_free_bodies_keep_energy_and_angular_momentum_at_any_attitude(run_deck, law):
    run = run_deck(deck(bodies="a, b", triad="T", law=law, spin="0.9, -0.6, 1.1"))
    np.testing.assert_allclose(run["L"], run["L"][:1].repeat(len(run.time), axis=0), atol=1e-10)
    np.testing.assert_allclose(run["E"], run["E"][0, 0], rtol=1e-10)
    assert np.ptp(run["w"][:, 2]) > 0.1


@pytest.mark.parametrize("law", ["@STIFFNESS {7} @REST_ANGLE {0.4}", "@MOMENT_FUNCTION_NAME {f}"])
@pytest.mark.parametrize(("bodies", "kept"), [("a, b", "LE"), ("GROUND, a", "E")])
def test_energy_and_momentum_are_kept_at_steps_of_any_size(run_deck, law, bodies, kept):
    """The step is 50 times the step of the explicit method above. With this step, the errors of the explicit method
    would exceed these bounds."""
    options = "@INERTIA_REPRESENTATION {ALPHA}"  # the scheme conserves TOTAL_ENERGY of this representation
    given = {"bodies": bodies, "triad": "T", "law": law, "spin": "0.9, -0.6, 1.1", "options": options}
    run = run_deck(deck("ENERGY_MOMENTUM", step=0.05, **given))
    for name in kept:
        np.testing.assert_allclose(run[name], run[name][:1].repeat(len(run.time), axis=0), atol=2e-12)
    assert np.ptp(run["w"][:, 2]) > 0.1


@pytest.mark.parametrize("bodies", ["a, b", "GROUND, a"])
def test_steps_that_keep_energy_converge_with_order_two(run_deck, bodies):
    given = {"bodies": bodies, "triad": "T", "law": "@STIFFNESS {7} @DAMPING {0.2}", "spin": "0.9, -0.6, 1.1"}
    peer = run_deck(deck(step=1e-3, **given))["w"][-1]
    steps = np.array([0.02, 0.01, 0.005])
    errors = [np.linalg.norm(run_deck(deck("ENERGY_MOMENTUM", step=step, **given))["w"][-1] - peer) for step in steps]
    slope = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert abs(slope - 2.0) < 0.05


@pytest.mark.parametrize("integrator", ["EXPLICIT_RUNGE_KUTTA", "ENERGY_MOMENTUM"])
def test_damping_takes_energy(run_deck, integrator):
    run = run_deck(deck(integrator, bodies="a, b", triad="T", law="@DAMPING {0.3}", spin="0.9, -0.6, 1.1"))
    assert np.all(np.diff(run["E"][:, 0]) < 0.0)


SENSORS = """
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {onA} { @CONNECTED_TO_BODY {a} } }
@SENSOR_DEFINITION { @SENSOR_NAME {turned} { @SENSOR_TYPE {ELONGATION} @OBJECT_NAME {t} }
    @SENSOR_NAME {rate} { @SENSOR_TYPE {ELONGATION_RATE} @OBJECT_NAME {t} }
    @SENSOR_NAME {moment} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {t} }
    @SENSOR_NAME {attitude} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {b} @TRIAD_NAME {T} @FRAME_NAME {onA} }
    @SENSOR_NAME {axes} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {a} @TRIAD_NAME {T} @FRAME_NAME {onA} }
    @SENSOR_NAME {seen} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} @FRAME_NAME {onA} } }
"""


@pytest.mark.parametrize(
    ("law", "moment"),
    [
        ("@STIFFNESS {7} @DAMPING {0.2} @REST_ANGLE {0.4}", lambda q, v: 7.0 * q + 0.2 * v),
        ("@MOMENT_FUNCTION_NAME {f}", lambda q, v: 3.0 * q + 40.0 * q**3),
    ],
)
def test_sensors_show_the_angle_its_rate_and_the_moment(run_deck, law, moment):
    """The angle is the twist of a quaternion by scipy. The rate of the angle is g·w, as in the docstring of the module."""
    text = deck(bodies="a, b", triad="T", law=law, spin="0.9, -0.6, 1.1") + SENSORS
    run = run_deck(text.replace("@OUTPUT_STEP_SIZE {0.1}", "@OUTPUT_STEP_SIZE {0.01}"))
    T, S = run["axes"].reshape(-1, 3, 3), run["attitude"].reshape(-1, 3, 3)
    x, y, z, e0 = Rotation.from_matrix(np.swapaxes(T, 1, 2) @ S).as_quat().T
    twist = 2.0 * np.arctan2(z, e0)
    w = np.einsum("nji,nj->ni", S, run["seen"])
    s = e0 * e0 + z * z
    rate = (x * z - e0 * y) / s * w[:, 0] + (e0 * x + y * z) / s * w[:, 1] + w[:, 2]
    rest = 0.4 if "REST" in law else 0.0
    np.testing.assert_allclose(run["turned"][:, 0], twist - rest, atol=1e-12)
    np.testing.assert_allclose(run["rate"][:, 0], rate, atol=1e-12)
    np.testing.assert_allclose(run["moment"][:, 0], moment(twist - rest, rate), atol=1e-11)
    assert np.ptp(twist) > 0.1
    assert np.ptp(np.hypot(x, y)) > 0.01


def test_no_signal_measures_the_angle():
    signal = "@SIGNAL_DEFINITION { @SIGNAL_NAME {s} { @MEASURE {turned} } }"
    checked = check_deck(
        (deck(bodies="a, b", law="@STIFFNESS {7}") + SENSORS.replace("{T}", "{TRIAD_INERTIAL}") + signal).encode()
    )
    [finding] = [finding for finding in checked.diagnostics if finding.severity is Severity.ERROR]
    assert "cannot measure ELONGATION" in finding.message
    assert "ROTATION" in (finding.hint or "")


def test_integrators_without_its_face_refuse_it(monkeypatch):
    [kind] = [kind for kind in KINDS if kind.name == "torsion spring"]
    lame = kind._replace(discrete_gradient=None)
    monkeypatch.setattr(faces, "KINDS", tuple(lame if other is kind else other for other in KINDS))
    checked = check_deck(deck("ENERGY_MOMENTUM", law="@STIFFNESS {7}").encode(), Options())
    [finding] = [finding for finding in checked.diagnostics if finding.code.value == "incompatible-formulation"]
    assert "discrete gradient" in finding.message
    assert "torsion spring" in finding.message
    assert math.isfinite(finding.span.line)


BESIDE = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {0, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1}
  @INITIAL_ANGULAR_VELOCITY {0, 0, 2} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {k} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 5} } }
@GENERAL_BUSHING_DEFINITION { @GENERAL_BUSHING_NAME {mount} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0}
  @FORCE_FUNCTIONS {k, k, k} } }
@TORSION_SPRING_DEFINITION {
  @TORSION_SPRING_NAME {soft} { @CONNECTED_TO_BODIES {GROUND, b} @TRIAD_NAME {AXIS_Z} @DAMPING {0.3} }
  @TORSION_SPRING_NAME {hard} { @CONNECTED_TO_BODIES {GROUND, b} @TRIAD_NAME {AXIS_Z} @DAMPING {0.7} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {beside} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {mount} }
  @SENSOR_NAME {first} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {soft} }
  @SENSOR_NAME {second} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {hard} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.001} @TIME_STEP_SIZE {0.001} } }
"""


def test_sensors_of_torsion_springs_beside_a_general_bushing():
    """At the start, the dampers resist a rate of 2 rad/s, and the bushing is not deformed."""
    results = rbsolve.solve(BESIDE)
    assert np.abs(results["beside"][0]).max() == 0.0
    assert [abs(results[name][0, 0]) for name in ("first", "second")] == pytest.approx([0.6, 1.4], rel=1e-12)
