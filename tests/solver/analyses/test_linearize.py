"""Compare linearizations at rest and in steady motion with closed forms."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from linearized import DECKS, GEOMETRY, GRAVITY, TUMBLER, G
from rich.console import Console

import rbsolve
from rbsolve.results.presentation.info import show
from rbsolve.solver.analyses.linearized.linearize import LinearizationError
from rbsolve.solver.analyses.linearized.modes import find_modes

DOUBLE_PENDULUM = (
    GEOMETRY
    + GRAVITY
    + """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1.5} @CENTRE_OF_MASS_LOCATION {0, 0, -0.4}
    @MOMENTS_OF_INERTIA {0.08, 0.08, 0.01} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {upper} { @MASS_PROPERTY_NAME {m} }
    @RIGID_BODY_NAME {lower} { @MASS_PROPERTY_NAME {m} @FRAME_NAME {tip} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {P} { @CONNECTED_TO_BODIES {GROUND, upper} @AT_POINT {O} @TRIAD_NAME {y} }
    @REVOLUTE_JOINT_NAME {Q} { @CONNECTED_TO_BODIES {upper, lower} @AT_POINT {A} @TRIAD_NAME {y} } }
"""
)
OSCILLATOR = (
    GEOMETRY
    + """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} } }
@PRISMATIC_JOINT_DEFINITION { @PRISMATIC_JOINT_NAME {S} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {x}
    @SPRING {50, 0} @DAMPER {#c} } }
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {4} }
"""
)


def test_double_pendulum():
    """The expected M and K belong to two rods of mass m, length l and inertia J. The coordinates are relative angles."""
    small = rbsolve.linearize(DOUBLE_PENDULUM, at="equilibrium")
    m, length, J = 1.5, 0.8, 0.08 + 1.5 * 0.4**2  # the moments of inertia are about the hinges
    cross = m * length * 0.4
    absolute = np.array([[J + m * length**2, cross], [cross, J]])
    weight = np.diag([m * G * (0.4 + length), m * G * 0.4])
    T = np.array([[1, 0], [1, 1]])  # absolute angles from relative angles
    assert small.coordinates == ("P.rotation", "Q.rotation")
    assert small.mass == pytest.approx(T.T @ absolute @ T, rel=1e-13)
    assert small.stiffness == pytest.approx(T.T @ weight @ T, rel=1e-12)
    assert small.damping == pytest.approx(0, abs=1e-15)
    expected = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(absolute, weight)))) / (2 * np.pi)
    assert small.frequencies == pytest.approx(expected, rel=1e-12)
    assert (small.stability, small.steady) == ("neutral", True)
    # The origin of the lower body moves with the upper rod, and both bodies rotate about y.
    y = small.shapes[0].real
    assert small.body_shapes[0, 1].real == pytest.approx([-length * y[0], 0, 0, 0, y[0] + y[1], 0], abs=1e-12)


@pytest.mark.parametrize("c", [0.0, 4.0, 20.0, 30.0, -1.0])
def test_mass_spring_damper(c):
    small = rbsolve.linearize(OSCILLATOR, parameters={"c": c})
    roots = np.roots([2, c, 50])
    expected = roots[roots.imag >= 0]
    assert np.sort_complex(small.eigenvalues) == pytest.approx(
        np.sort_complex(expected), rel=1e-7 if c == 20 else 1e-12
    )
    assert small.stability == ("stable" if c > 0 else "unstable" if c < 0 else "neutral")
    if c == 4:
        assert small.damping_ratios == pytest.approx([4 / (2 * np.sqrt(2 * 50))], rel=1e-12)


@pytest.mark.parametrize("spin", [40, 25, 20])
def test_sleeping_top(spin):
    """The equation `J1 r^2 - J3 w r + m g l = 0` is valid for motions `exp(i r t)` of the axis. These motions are
    precession and nutation, or a fall.
    """
    small = rbsolve.linearize(str(DECKS / "sleeping_top.deck"), parameters={"spin": spin, "push": 0})
    roots = np.roots([0.35, -0.12 * spin, 4.905])
    expected = np.sort(np.abs(roots.real)) / (2 * np.pi)
    moving = small.eigenvalues != 0
    assert np.sort(small.frequencies[moving]) == pytest.approx(expected, rel=1e-10)
    assert small.stability == ("neutral" if 0.12 * spin > np.sqrt(4 * 0.35 * 4.905) else "unstable")
    assert np.max(small.eigenvalues.real) == pytest.approx(np.max(np.abs(roots.imag)), abs=1e-10)
    assert small.steady


def test_nutation_of_a_gyroscope_in_gimbals():
    small = rbsolve.linearize(str(DECKS / "gyroscope_in_gimbals.deck"))
    assert small.steady
    outer, inner = small.mass[0, 0], small.mass[1, 1]
    assert small.frequencies[-1] == pytest.approx(2e-3 * 400 / np.sqrt(outer * inner) / (2 * np.pi), rel=1e-6)


ROTOR = (
    GEOMETRY
    + """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {3} @MOMENTS_OF_INERTIA {0.05, 0.05, 0.08} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {rotor} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 0, 300} } }
@BUSHING_DEFINITION { @BUSHING_NAME {support} { @CONNECTED_TO_BODIES {GROUND, rotor} @AT_POINT {O} @TRIAD_NAME {TRIAD_INERTIAL}
    @STIFFNESS {2e4, 5e4, 1e5} } }
@SPRING_DAMPER_DEFINITION {
    @SPRING_DAMPER_NAME {s1} { @CONNECTED_TO_BODIES {GROUND, rotor} @POINT1_NAME {L1} @POINT2_NAME {top} @STIFFNESS {4e3} }
    @SPRING_DAMPER_NAME {s2} { @CONNECTED_TO_BODIES {GROUND, rotor} @POINT1_NAME {L2} @POINT2_NAME {top} @STIFFNESS {4e3} }
    @SPRING_DAMPER_NAME {s3} { @CONNECTED_TO_BODIES {GROUND, rotor} @POINT1_NAME {L3} @POINT2_NAME {top} @STIFFNESS {9e3} }
    @SPRING_DAMPER_NAME {s4} { @CONNECTED_TO_BODIES {GROUND, rotor} @POINT1_NAME {L4} @POINT2_NAME {top} @STIFFNESS {9e3} } }
@POINT_DEFINITION { @POINT_NAME {top} { @COORDINATES {0, 0, 0.2} } @POINT_NAME {L1} { @COORDINATES {1, 0, 0.2} }
    @POINT_NAME {L2} { @COORDINATES {-1, 0, 0.2} } @POINT_NAME {L3} { @COORDINATES {0, 1, 0.2} }
    @POINT_NAME {L4} { @COORDINATES {0, -1, 0.2} } }
"""
)


def test_whirl_of_a_rotor_on_anisotropic_supports():
    """Linear springs act at the centre (bushing) and at the height h. They are stiffer in y than in x, and the body
    spins with w about z.
    """
    small = rbsolve.linearize(ROTOR)
    m, A, C, w, h = 3.0, 0.05, 0.08, 300.0, 0.2
    kx, ky, hx, hy = 2e4, 5e4, 8e3, 18e3  # the springs have no prestress
    M = np.diag([m, m, A, A])  # in the order x, y, rotations about x and y
    gyroscopic = np.zeros((4, 4))
    gyroscopic[2, 3], gyroscopic[3, 2] = C * w, -C * w
    # The point at height h moves by x + h ry and y - h rx.
    along_x, along_y = np.array([1, 0, 0, h]), np.array([0, 1, -h, 0])
    K = np.diag([kx, ky, 0, 0]) + hx * np.outer(along_x, along_x) + hy * np.outer(along_y, along_y)
    A1 = np.block([[np.zeros((4, 4)), np.eye(4)], [-np.linalg.solve(M, K), -np.linalg.solve(M, gyroscopic)]])
    expected = np.linalg.eigvals(A1)
    expected = np.sort(expected.imag[expected.imag > 0])
    assert small.steady
    found = small.frequencies * 2 * np.pi
    axial = np.sqrt(1e5 / m)
    assert np.min(np.abs(found - axial)) == pytest.approx(0, abs=1e-8 * axial)
    lateral = np.sort(found[(found > 0) & (np.abs(found - axial) > 1e-6 * axial)])
    assert lateral == pytest.approx(expected, rel=1e-9)


def test_a_falling_body_is_neutral():
    """The test includes a frame that is far from the body's centre of mass, at rest and in rotation."""
    for spin in ("0, 0, 0", "0, 0, 3", "1, 2, 3"):
        deck = (
            TUMBLER.split("@BUSHING")[0].replace("{3, -5, 2}", "{" + spin + "}") + TUMBLER[TUMBLER.index("@ANALYSIS") :]
        )
        small = rbsolve.linearize(deck)
        assert np.all(small.growth == 0), (spin, small.eigenvalues)
        assert small.stability == "neutral"


def test_it_runs_to_the_time_asked_for():
    deck = OSCILLATOR.replace("@DAMPER {#c}", "@DAMPER {#c} @INITIAL_RATE {1}")
    run = rbsolve.linearize(deck, at=0.25)
    assert run.time == 0.25
    assert run.stiffness == pytest.approx(50, rel=1e-12)
    with pytest.raises(ValueError, match="neither a time nor one of start, end, equilibrium"):
        rbsolve.linearize(deck, at="noon")


def test_nothing_free_is_an_error():
    with pytest.raises(LinearizationError, match="no degree of freedom"):
        rbsolve.linearize(str(DECKS / "kinematic_slider_crank.deck"), at="start")


def test_free_motions_are_double_zeros_exactly():
    modes = find_modes(np.diag([2.0, 3.0, 1.0]), np.diag([0.0, 6.0, 0.0]), np.diag([0.0, 0.0, 16.0]))
    assert sorted(
        zip(modes.eigenvalues.tolist(), modes.multiplicity.tolist(), strict=True), key=lambda p: abs(p[0])
    ) == [
        (0, 2),
        (0, 1),
        (pytest.approx(-2), 1),
        (pytest.approx(4j), 1),
    ]
    free, drift, damped, swing = np.abs(modes.shapes)
    assert free == pytest.approx([1, 0, 0])
    assert drift == pytest.approx([0, 1, 0])
    assert damped == pytest.approx([0, 1, 0])
    assert swing == pytest.approx([0, 0, 1])


def test_a_steady_rotation_may_become_faster():
    """In a conical pendulum, `k x = c r'` couples the change r of its angle to the change x of its cone. So r = t, x =
    c/k is a motion of the eigenvalue zero, with the vector r = 1 alone. Round-off of the stiffness must not split this
    eigenvalue into a pair that grows.
    """
    mass, gyro, k = np.diag([0.2, 0.6]), np.array([[0.0, -2.5], [2.5, 0.0]]), 4.2
    modes = find_modes(mass, gyro, np.array([[3e-16, -1e-16], [2e-16, k]]))
    assert list(modes.multiplicity) == [2, 1]
    assert modes.eigenvalues == pytest.approx([0, 1j * np.sqrt((k + 2.5**2 / 0.2) / 0.6)], rel=1e-12)
    for value, shape in zip(modes.eigenvalues, modes.shapes, strict=True):
        assert np.abs((value**2 * mass + value * gyro + np.diag([0, k])) @ shape) == pytest.approx([0, 0], abs=1e-12)


def test_an_oscillation_drives_what_falls():
    """The coordinate with x'' = -z drives 2 y'' = x - 0.3 z, and z'' = -4 z drives both. With z = 1 at 2 rad/s, x = 1/4
    and y = (0.3 - x) / 8.
    """
    modes = find_modes(np.diag([1.0, 2.0, 1.0]), np.zeros((3, 3)), np.array([[0, 0, 1.0], [-1, 0, 0.3], [0, 0, 4]]))
    assert modes.multiplicity.tolist() == [4, 1]
    assert modes.eigenvalues == pytest.approx([0, 2j], abs=1e-12)
    assert modes.shapes[0] == pytest.approx([0, 1, 0], abs=1e-12)
    assert modes.shapes[1] == pytest.approx([0.25, 0.00625, 1], abs=1e-12)


def test_a_free_body_on_a_damper_stops():
    """The equations are x'' + 3 (x' - y') = 0 and the same equation for y. Either both bodies continue together, or x -
    y decays. The matrix has an eigenvalue zero for each position where the bodies can stop.
    """
    modes = find_modes(np.eye(2), 3 * np.array([[1, -1], [-1, 1]]), np.zeros((2, 2)))
    assert sorted(zip(modes.eigenvalues.real, modes.multiplicity, strict=True)) == [
        (pytest.approx(-6), 1),
        (0, 1),
        (0, 2),
    ]
    assert modes.shapes[0] == pytest.approx([1, 1])
    assert modes.shapes[2] == pytest.approx([1, -1])


def test_what_has_neither_inertia_nor_force_is_left_out():
    modes = find_modes(np.diag([1.0, 0.0]), np.zeros((2, 2)), np.diag([4.0, 0.0]))
    assert (modes.eigenvalues, modes.shapes[0]) == (pytest.approx([2j]), pytest.approx([1, 0]))


def test_the_equilibrium_of_a_static_deck_at_a_time():
    """The deck has a pendulum of 1.5 kg, with its centre 0.4 m below the hinge, under a torque of 4 t."""
    deck = (
        DOUBLE_PENDULUM.split("@RIGID_BODY_NAME {lower}")[0]
        + """}
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 4} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {P} {
    @CONNECTED_TO_BODIES {GROUND, upper} @AT_POINT {O} @TRIAD_NAME {y} @ACTUATOR {f} } }
"""
    ).replace("@SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.001}", "@ANALYSIS_TYPE {STATIC}")
    small = rbsolve.linearize(deck, at=0.7)
    weight = 1.5 * G * 0.4
    assert (small.time, small.stiffness[0, 0]) == (0.7, pytest.approx(weight * np.sqrt(1 - (2.8 / weight) ** 2)))
    with pytest.raises(rbsolve.DeckError, match=r"no state at t = -1 s: the run starts at 0 s"):
        rbsolve.linearize(deck, at=-1)


def test_a_body_without_inertia_about_a_free_axis():
    """The model has a second-order and a first-order equation. The massless body has a single eigenvalue -k/c."""
    modes = find_modes(np.diag([2.0, 0.0]), np.diag([0.0, 3.0]), np.diag([8.0, 12.0]))
    assert np.sort_complex(modes.eigenvalues) == pytest.approx([-4, 2j], abs=1e-9)


def test_results_file_holds_it(tmp_path):
    path = tmp_path / "double.h5"
    small = rbsolve.linearize(DOUBLE_PENDULUM, at="equilibrium", output=path)
    with rbsolve.open_results(path) as results:
        again = results.linearization
        assert results.attributes["analysis"] == "STATIC"
        console = Console(width=100, record=True, file=io.StringIO())
        show(results, console)
        assert "about t = 0 s: 2 degrees of freedom, neutral\n" in re.sub(r" +\n", "\n", console.export_text())
    for name in ("mass", "damping", "stiffness", "motions", "eigenvalues", "shapes", "multiplicity"):
        assert np.array_equal(getattr(again, name), getattr(small, name)), name
    assert (again.coordinates, again.units, again.bodies, again.time) == (
        small.coordinates,
        small.units,
        small.bodies,
        0.0,
    )
    xarray = pytest.importorskip("xarray")
    with xarray.open_dataset(path, engine="h5netcdf", group="linearization") as data:
        assert data["mode_shapes_real"].shape == (2, 2, 6)
        assert data.attrs["stability"] == "neutral"
