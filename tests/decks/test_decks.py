"""Every deck in decks/ runs and reproduces the numbers in its header. These numbers come from closed forms or
independent computations.
"""

import numpy as np
import pytest
from mpmath import mp
from scipy.integrate import solve_ivp

from rbsolve.parser.schema.integrators import FORMULATIONS_OF

EXPLICIT_FORMULATIONS = FORMULATIONS_OF["EXPLICIT_RUNGE_KUTTA"]

mp.dps = 30


def at(run, sensor, time):
    row = np.flatnonzero(np.isclose(run.time, time, rtol=0, atol=1e-12))[0]
    return run[sensor][row]


def test_heavy_top(run_deck):
    run = run_deck("heavy_top.deck")
    assert run["centre_of_mass"][-1] == pytest.approx(
        (0.173343964098386, 0.640088592070569, -0.748490791133581), abs=2e-8
    )
    assert run["velocity"][-1] == pytest.approx((0.570825303425487, -4.588728296334952, -3.791955154710042), abs=5e-7)
    body_axes = _matrix(run["rotation"][-1]).T @ run["angular_velocity"][-1]
    assert body_axes == pytest.approx((-0.822078101682705, 150.0, -5.923291348117336), abs=5e-7)
    energy = run["kinetic_energy"][:, 0] + 15 * 9.81 * run["centre_of_mass"][:, 2]
    assert energy == pytest.approx(5435.69679086554687, rel=1e-9)


def test_heavy_top_at_finer_steps(run_deck):
    run = run_deck("heavy_top.deck", step=1.25e-5)
    expected = (0.173343964098386, 0.640088592070569, -0.748490791133581)
    assert run["centre_of_mass"][-1] == pytest.approx(expected, abs=1e-11)


# Cardan angles pass near their singularity and need smaller steps for the same digits.
STEP_OF = {"CARDAN_ANGLES_1": 3.125e-6, "CARDAN_ANGLES_2": 3.125e-6}


@pytest.mark.parametrize("formulation", EXPLICIT_FORMULATIONS)
def test_every_formulation_converges_to_the_same_heavy_top(run_deck, formulation):
    step = STEP_OF.get(formulation, 1e-4)
    run = run_deck("heavy_top.deck", formulation=formulation, step=step, method_options={"TABLEAU": "RK67"})
    expected = (0.173343964098386, 0.640088592070569, -0.748490791133581)
    assert run["centre_of_mass"][-1] == pytest.approx(expected, abs=1e-9, rel=0)
    assert run["velocity"][-1] == pytest.approx(
        (0.570825303425487, -4.588728296334952, -3.791955154710042), abs=1e-8, rel=0
    )


def _matrix(e):
    e0, ev = e[0], np.asarray(e[1:])
    tilde = np.array([[0, -ev[2], ev[1]], [ev[2], 0, -ev[0]], [-ev[1], ev[0], 0]])
    return np.eye(3) + 2 * e0 * tilde + 2 * tilde @ tilde


def test_torque_free_body(run_deck):
    run = run_deck("torque_free_body.deck")
    body_axes = _matrix(run["orientation"][-1]).T @ run["angular_velocity"][-1]
    # The motion is unstable. Round-off grows to between 1e-8 and 3e-5 for any step, as in a hand-written C loop.
    assert body_axes == pytest.approx((5.862162832632921, 6.769011439155637, -99.72873950308943), abs=1e-4)
    assert run["P"][-1] == pytest.approx((0.0483255554836144, 0.0554145234620309, -0.9972932724513267), abs=1e-6)
    assert run["orientation"][-1] == pytest.approx(
        (0.0109365171380091, -0.8510168134644343, -0.5238482790145478, -0.0351248682165028), abs=3e-7
    )
    assert run["energy"][:, 0] == pytest.approx(0.5 * (5.2988 * 1e-4 + 4.3568 * 1e4), rel=1e-11)
    assert run["angular_momentum"] == pytest.approx(np.tile((0.052988, 0, 435.68), (len(run.time), 1)), abs=1e-8)
    assert np.linalg.norm(run["body_momentum"], axis=1) == pytest.approx(np.hypot(0.052988, 435.68), rel=1e-11)
    w = run["unified"] * np.sqrt(2)
    body_rate = np.stack([w[:, 2] + w[:, 3], w[:, 4] + w[:, 5], w[:, 0] + w[:, 1]], axis=1) / 2
    assert body_rate[-1] == pytest.approx(body_axes, abs=1e-9)


@pytest.mark.parametrize("projection", ["hexahedron", "tetrahedron", "custom"])
def test_torque_free_body_in_unified_velocities(run_deck, projection):
    run = run_deck(f"torque_free_{projection}.deck")
    assert run["P"][-1] == pytest.approx((0.0483255554836144, 0.0554145234620309, -0.9972932724513267), abs=1e-6)
    assert run["angular_momentum"] == pytest.approx(np.tile((0.052988, 0, 435.68), (len(run.time), 1)), abs=1e-8)
    assert np.abs(run["determinant_error"]).max() < 2e-14


def test_a_rotation_stays_orthogonal_over_1e5_steps(run_deck):
    run = run_deck("torque_free_body.deck")
    assert run.summary.steps == 100_000
    assert np.abs(run["determinant_error"]).max() < 2e-14


def test_projectile(run_deck):
    run = run_deck("projectile.deck")
    t = run.time[:, None]
    path = np.array([1.0, 0.2, 2.0]) + t * np.array([20.0, 0, 15]) + 0.5 * t**2 * np.array([0, 0, -9.81])
    # The origin of the frame moves on a circle about the centre of mass. The path is exact up to the fourth-order error
    # of this circle.
    assert run["centre"] == pytest.approx(path, abs=1e-7)
    angle = run["spin"]
    assert np.unwrap(angle[:, 0]) == pytest.approx(5 * run.time, abs=1e-6)
    assert run["energy"][:, 0] == pytest.approx(3322.45, rel=1e-9)
    assert run["momentum"][:, 2] == pytest.approx(10 * (15 - 9.81 * run.time), abs=1e-6)


def _seen_from_table():
    rate = 2
    return (
        lambda s: s * mp.cos(rate * s) + mp.sin(rate * s) / 2,
        lambda s: -s * mp.sin(rate * s) + mp.cos(rate * s) / 2,
    )


@pytest.mark.parametrize(("sensor", "derivative"), [("path", 0), ("velocity", 1), ("acceleration", 2)])
def test_turntable(run_deck, sensor, derivative):
    run = run_deck("turntable.deck")
    for time in (0.5, 1.0, 2.0):
        expected = [float(mp.diff(component, mp.mpf(time), derivative)) for component in _seen_from_table()]
        assert at(run, sensor, time) == pytest.approx([*expected, 0.0], abs=1e-10)
    assert run["turning"] == pytest.approx(np.tile((0, 0, -2.0), (len(run.time), 1)), abs=1e-12)


def test_springs_and_bushings(run_deck):
    run = run_deck("springs_and_bushings.deck")
    t = run.time
    assert run["mass"][:, 0] == pytest.approx(1 + 0.1 * np.cos(10 * t), abs=1e-9)
    assert run["stretch"][:, 0] == pytest.approx(0.1 * np.cos(10 * t), abs=1e-9)
    assert run["block"][:, 1] == pytest.approx(0.05 * np.cos(5 * t), abs=1e-10)
    assert np.abs(run["pull"][:, 0]) == pytest.approx(np.abs(20 * np.cos(10 * t)), abs=2e-7)
    assert run["energy"][:, 0] == pytest.approx(1.125, rel=1e-8)


def test_kapitza_pendulum(run_deck):
    """DOP853 integrates the equation of the pendulum. Newton's law for table and rod gives the force."""
    run = run_deck("kapitza_pendulum.deck")

    def slopes(t, y):
        return y[1], 0.4 * 0.25 * (9.81 - 0.02 * 300**2 * np.sin(300 * t)) * np.sin(y[0]) / (1 / 120 + 0.4 * 0.25**2)

    exact = solve_ivp(slopes, (0, 2), [0.3, 0], "DOP853", run.time, rtol=1e-13, atol=1e-13)
    assert run["angle"][:, 0] == pytest.approx(exact.y[0], abs=1e-8)
    z = 0.02 * np.sin(300 * run.time)
    assert run["height"][:, 2] == pytest.approx(z, abs=1e-13)
    expected = 5 * (9.81 - 90000 * z) + 0.4 * (9.81 + run["lift"][:, 2])
    assert run["force"][:, 2] == pytest.approx(expected, abs=1e-8)
    assert np.max(np.abs(run["angle"])) < 1


def test_rotor(run_deck):
    run = run_deck("rotor.deck")
    assert run["p1"][-1] == pytest.approx((-0.900000057817395, 0.018160532244934, -0.004844509756546), abs=1e-11)


def _euler_321(heading, attitude, bank):
    a, b, c = (mp.radians(angle) for angle in (heading, attitude, bank))
    r3 = mp.matrix([[mp.cos(a), -mp.sin(a), 0], [mp.sin(a), mp.cos(a), 0], [0, 0, 1]])
    r2 = mp.matrix([[mp.cos(b), 0, mp.sin(b)], [0, 1, 0], [-mp.sin(b), 0, mp.cos(b)]])
    r1 = mp.matrix([[1, 0, 0], [0, mp.cos(c), -mp.sin(c)], [0, mp.sin(c), mp.cos(c)]])
    return r3 * r2 * r1


def _columns(*vectors):
    return mp.matrix([[vector[row] for vector in vectors] for row in range(3)])


def _unit(v):
    return v / mp.norm(v)


def _cross(a, b):
    return mp.matrix([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _from_e1(v, w):
    e1 = _unit(v)
    e2 = _unit(w - (e1.T * w)[0] * e1)
    return _columns(e1, e2, _cross(e1, e2))


def test_nested_frames(run_deck):
    A, R1 = mp.matrix([1, 2, 3]), _euler_321(30, 20, 10)
    B, B2 = A + R1 * mp.matrix([0.5, -1, 2]), A + R1 * mp.matrix([2.5, -1, 2])
    n = mp.matrix([1, 2, 2]) / 3  # VECTOR_E3, first branch, with the third column n by Dymore's manual, eq. (19)
    R2 = _from_e1(B2 - B, R1 * n)
    C, C2, C3 = (B + R2 * mp.matrix(c) for c in ([-1, 0.25, 1], [0, 1, 1], [-1, 1, 2]))
    R3 = _from_e1(C2 - C, C3 - C)
    D = C + R3 * mp.matrix([0, 0, 2])
    e2, v3 = mp.matrix([0, 1, 0]), mp.matrix([1, 1, 1])
    e3 = _unit(v3 - (e2.T * v3)[0] * e2)
    R4 = R3 * _columns(_cross(e2, e3), e2, e3)
    run = run_deck("nested_frames.deck")
    frames = run.checked.geometry.frames
    for name, x, R in (("level1", A, R1), ("level2", B, R2), ("level3", C, R3), ("level4", D, R4)):
        expected = np.array(R.tolist(), dtype=float)
        assert frames[name][:3, :3] == pytest.approx(expected, abs=1e-14)
        assert frames[name][:3, 3] == pytest.approx(np.array(x.tolist(), dtype=float)[:, 0], abs=1e-14)
    first = run["seen_from_level2"][0]
    assert first[:3] == pytest.approx([float(x) for x in R2.T * (D - B)], abs=1e-14)
    assert first[3:].reshape(3, 3) == pytest.approx(np.array((R2.T * R4).tolist(), dtype=float), abs=1e-14)


def test_weighed_pendulum(run_deck):
    """The references are the closed forms of the header."""
    run = run_deck("weighed_pendulum.deck")
    rod, bob, ball = 600 * np.pi * 1e-4, 8500 * 0.06**3 / 6, 7800 * 4 / 3 * np.pi * 0.015**3
    J = rod * (3e-4 + 4) / 12 + bob * (0.06**2 / 20 + 0.64) + ball * (0.4 * 0.015**2 + 1)
    moment = 9.81 * (rod * 0.5 + bob * 0.8 + ball)
    assert run["acceleration"][0] == pytest.approx((0, moment / J, 0), abs=1e-11)
    angle, rate = run["angle"][:, 0], run["rate"][:, 0]
    assert angle.max() > 2
    assert J * rate**2 / 2 == pytest.approx(moment * np.sin(angle), abs=1e-12)
