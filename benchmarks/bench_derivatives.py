"""Measures the costs of derivatives of whole runs. The costs in time and memory depend on the number of parameters, and
are compared with exudyn and MuJoCo.

`pytest benchmarks/bench_derivatives.py -s` prints the figures of docs/performance.md. All times are processor times.
Runs with and without derivatives alternate, after kernels have been compiled. The ratio is the ratio of the shortest
times.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rbsolve

sys.path.append(str(Path(__file__).parents[1] / "tests" / "parts"))
from swinging import GRAVITY, INERTIA

DECKS = Path(__file__).parents[1] / "decks"
NUMBERS = (
    "MASS|MOMENTS_OF_INERTIA|CENTRE_OF_MASS_LOCATION|PROPORTIONAL_GAIN|DERIVATIVE_GAIN|GRAVITY_VECTOR|INITIAL_RATE"
)
NUMBERS += "|APPLIED_FORCES|INITIAL_ANGULAR_VELOCITY"
COUNTS = (1, 2, 5, 10, 20)
MANY = (10, 100, 1000)
MOST_OF_ADJOINT = 25.0
"""The number of runs that the adjoint may cost. The future goal is 6."""
MOST = {1: 4.0, 10: 12.0}
"""The number of runs that derivatives may cost, by the number of parameters. The future goals are 2 and 5."""
TRUTH = {"L": 1.3, "c": 0.3, "q0": 1.0}
START = {"L": 1.0, "c": 0.05, "q0": 0.8}


def with_parameters(deck: str) -> tuple[str, list[str]]:
    """Return a deck whose first twenty numbers of some keywords are design parameters, and their names."""
    values: list[float] = []

    def name_numbers(found: re.Match[str]) -> str:
        words = []
        for word in found[2].split(","):
            if len(values) < COUNTS[-1] and re.fullmatch(r"\s*[-+0-9.e/*]+\s*", word):
                factors = word.replace("/", "*1/").split("*")
                values.append(float(np.prod([1.0 / float(f[2:]) if f.startswith("1/") else float(f) for f in factors])))
                word = f"#a{len(values)}"
            words.append(word)
        return f"@{found[1]} {{{', '.join(words)}}}"

    text = re.sub(rf"@({NUMBERS}) \{{([^{{}}]*)\}}", name_numbers, (DECKS / deck).read_text())
    names = [f"a{k + 1}" for k in range(len(values))]
    own = " ".join(
        f"@DESIGN_PARAMETER_NAME {{#{n}}} @SCALAR_VALUE {{{v!r}}}" for n, v in zip(names, values, strict=True)
    )
    return f"@DESIGN_PARAMETERS_DEFINITION {{ {own} }}\n{text}", names


@pytest.mark.parametrize(
    ("deck", "formulation"),
    [("heavy_top", None), ("four_bar", None), ("slider_crank", None), ("puma560", "MINIMAL_COORDINATES")],
)
def test_cost_by_the_number_of_parameters(deck, formulation):
    text, names = with_parameters(f"{deck}.deck")
    ratios = {}
    for count in [count for count in COUNTS if count <= len(names)]:
        run, derived = [], []
        for _ in range(6):
            start = time.process_time()
            rbsolve.solve(text, formulation=formulation)
            middle = time.process_time()
            rbsolve.sensitivities(text, names[:count], method="tangent", formulation=formulation)
            run.append(middle - start)
            derived.append(time.process_time() - middle)
        ratios[count] = min(derived[1:]) / min(run[1:])
    print(f"\n{deck}: runs by the number of parameters", {count: round(ratio, 1) for count, ratio in ratios.items()})
    for count, most in MOST.items():
        assert ratios[count] <= most


def table_of(count: int) -> str:
    """Return a function of time `f`: a table with `count` values, and each value is a design parameter `v1`, `v2`..."""
    values = " ".join(
        f"@DESIGN_PARAMETER_NAME {{#v{k + 1}}} @SCALAR_VALUE {{{np.sin(0.1 * k):.6f}}}" for k in range(count)
    )
    entries = " ".join(f"@TIME {{{4.0 * k / count:.9g}}} @FUNCTION_VALUE {{#v{k + 1}}}" for k in range(count))
    return f"""
@DESIGN_PARAMETERS_DEFINITION {{ {values} }}
@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{f}} {{
  @FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{ {entries} @TIME {{5}} @FUNCTION_VALUE {{0}} }} }} }}
"""


def swing_under_a_table(count: int, integrator: str = "EXPLICIT_RUNGE_KUTTA", step: str = "1e-4") -> str:
    """Return a double pendulum in joint coordinates. A table with `count` design parameters is its load."""
    return f"""{table_of(count)}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@RIGID_BODY_DEFINITION {{
  @RIGID_BODY_NAME {{A}} {{ @AT_POINT {{0.5, 0, 0}} @MASS {{1}} @MOMENTS_OF_INERTIA {{0.01, 0.02, 0.03}} }}
  @RIGID_BODY_NAME {{B}} {{ @AT_POINT {{1.5, 0, 0}} @MASS {{2}} @MOMENTS_OF_INERTIA {{0.01, 0.02, 0.03}} }}
}}
@REVOLUTE_JOINT_DEFINITION {{
  @REVOLUTE_JOINT_NAME {{a}} {{ @CONNECTED_TO_BODIES {{GROUND, A}} @AT_POINT {{0, 0, 0}} @TRIAD_NAME {{AXIS_Y}} }}
  @REVOLUTE_JOINT_NAME {{b}} {{ @CONNECTED_TO_BODIES {{A, B}} @AT_POINT {{1, 0, 0}} @TRIAD_NAME {{AXIS_Y}} }}
}}
@DEAD_LOAD_DEFINITION {{ @DEAD_LOAD_NAME {{push}} {{
  @CONNECTED_TO_BODY {{B}} @APPLIED_FORCES {{0, 0, 5}} @FUNCTION_1D_NAME {{f}} }} }}
@SENSOR_DEFINITION {{ @SENSOR_NAME {{tip}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{B}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{
  @INTEGRATOR_TYPE {{{integrator}}} @FORMULATION {{MINIMAL_COORDINATES}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, 4}} @TIME_STEP_SIZE {{{step}}} @OUTPUT_STEP_SIZE {{0.02}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""


def top_under_a_table(count: int) -> str:
    """Return the heavy top with RK44. A table with `count` design parameters is a further load."""
    top = (DECKS / "heavy_top.deck").read_text()
    top = top.replace("@SIMULATION_TIME_RANGE {0, 1}", "@SIMULATION_TIME_RANGE {0, 4}")
    top = top.replace("@OUTPUT_STEP_SIZE {1e-3}", "@OUTPUT_STEP_SIZE {0.02}")
    push = """
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} {
  @CONNECTED_TO_BODY {top} @AT_POINT {centre_of_mass} @APPLIED_FORCES {0, 0, 5} @FUNCTION_1D_NAME {f} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {top} @POINT_NAME {centre_of_mass} } }
"""
    return table_of(count) + top + push


LOADED: dict[str, Callable[[int], str]] = {
    "heavy top, RK44": top_under_a_table,
    "double pendulum in joint coordinates, RK44": swing_under_a_table,
    "double pendulum, generalized-alpha": lambda count: swing_under_a_table(count, "GENERALIZED_ALPHA", "1e-3"),
}


@pytest.mark.parametrize("name", LOADED)
def test_cost_of_the_adjoint_by_the_number_of_parameters(name):
    """The cost of the backward pass does not depend on the number of parameters. One check of the deck serves many
    parameters.
    """
    ratios = {}
    for count in MANY:
        text, names = LOADED[name](count), [f"v{k + 1}" for k in range(count)]
        run, adjoint = [], []
        for _ in range(3):
            start = time.process_time()
            rbsolve.solve(text)
            middle = time.process_time()
            rbsolve.sensitivities(text, names, method="adjoint", of=["rms(tip.x3)"])
            run.append(middle - start)
            adjoint.append(time.process_time() - middle)
        ratios[count] = min(adjoint[1:]) / min(run[1:])
    print(f"\n{name}: runs of the adjoint by the number of parameters", {n: round(r, 1) for n, r in ratios.items()})
    assert max(ratios.values()) < MOST_OF_ADJOINT


def test_many_parameters_cost_less_by_the_adjoint():
    text, names = swing_under_a_table(MANY[-1]), [f"v{k + 1}" for k in range(MANY[-1])]
    times = {}
    for method, of in (("adjoint", ["rms(tip.x3)"]), ("tangent", [])):
        rbsolve.sensitivities(text, names[:1], method=method, of=of)
        start = time.process_time()
        rbsolve.sensitivities(text, names, method=method, of=of)
        times[method] = time.process_time() - start
    print(f"\nseconds of the processor with {len(names)} parameters: {times}")
    assert times["adjoint"] < times["tangent"]


def test_memory_of_the_adjoint_does_not_grow_with_the_number_of_steps():
    text = swing_under_a_table(10)
    peaks = []
    for step in ("4e-3", "4e-4", "4e-5"):
        own = text.replace("@TIME_STEP_SIZE {1e-4}", f"@TIME_STEP_SIZE {{{step}}}")
        own = own.replace("@OUTPUT_STEP_SIZE {0.02}", "@OUTPUT_STEP_SIZE {0.04}")
        told = subprocess.run(
            [sys.executable, "-c", ADJOINT_PEAK], input=own, capture_output=True, text=True, check=True
        )
        peaks.append(int(told.stdout) / 1024.0)
    print(f"\npeak memory [MB] of the adjoint with 1e3, 1e4 and 1e5 steps: {[round(p) for p in peaks]}")
    assert peaks[2] - peaks[1] < 50.0


PEAK = """
import resource, sys, rbsolve
text = sys.stdin.read()
found = rbsolve.sensitivities(text, ["a1", "a2", "a3", "a4", "a5"], method="tangent")
assert len(found.time) == 101
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


ADJOINT_PEAK = """
import resource, sys, rbsolve
rbsolve.sensitivities(sys.stdin.read(), [f"v{k}" for k in range(1, 11)], method="adjoint", of=["rms(tip.x3)"])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_does_not_grow_with_the_number_of_steps():
    text, _ = with_parameters("heavy_top.deck")
    text = text.replace("@OUTPUT_STEP_SIZE {1e-3}", "@OUTPUT_STEP_SIZE {1e-2}")
    peaks = []
    for step in ("1e-4", "1e-5", "1e-6"):
        own = text.replace("@TIME_STEP_SIZE {1e-4}", f"@TIME_STEP_SIZE {{{step}}}")
        told = subprocess.run([sys.executable, "-c", PEAK], input=own, capture_output=True, text=True, check=True)
        peaks.append(int(told.stdout) / 1024.0)
    print(f"\npeak memory [MB] of 1e4, 1e5 and 1e6 steps with 101 rows and 5 parameters: {[round(p) for p in peaks]}")
    assert max(peaks) - min(peaks) < 5.0


SWING = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1.3} @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.3}
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2}
}
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, -9.81, 0} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {bob} {
  @AT_POINT {#L*sin(1), -#L*cos(1), 0} @MASS {#m} @MOMENTS_OF_INERTIA {0.1, 0.1, 0.1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
  @CONNECTED_TO_BODIES {GROUND, bob} @AT_POINT {0, 0, 0} @TRIAD_NAME {AXIS_Z} @DAMPER {#c} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_R3_SO3} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
  @SIMULATION_TIME_RANGE {0, 4} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.1} @TIME_INTEGRATOR_NAME {i} } }
"""


def slope_of_place(name: str) -> np.ndarray:
    """Return the derivative (3,) of the bob's position at 4 s, by a complex step through the bob's equation of motion."""
    values: dict[str, complex] = {"L": 1.3, "c": 0.3, "m": 2.0}
    values[name] += 1e-30j
    L, c, m = values["L"], values["c"], values["m"]

    def rates(_: float, y: np.ndarray) -> list[complex]:
        return [y[1], (-m * GRAVITY * L * np.sin(y[0]) - c * y[1]) / (m * L**2 + INERTIA)]

    start = np.array([1.0, 0.0], dtype=complex)
    angle = solve_ivp(rates, (0.0, 4.0), start, method="DOP853", rtol=1e-13, atol=1e-13).y[0, -1]
    return np.array([(L * np.sin(angle)).imag, (-L * np.cos(angle)).imag, 0.0]) / 1e-30


def compare_with_exudyn(
    text: str, values: dict[str, float], step: float, end: float, exact: dict[str, np.ndarray]
) -> dict[str, tuple[float, float]]:
    """Return the seconds of exudyn and rbsolve, and their largest relative errors. The errors are errors of the
    derivatives of all bodies' final positions.
    """
    pytest.importorskip("exudyn")
    from peer_from_model import solve  # this import must be the first, because it chooses the fast library of exudyn

    ComputeSensitivities = __import__("exudyn.processing").processing.ComputeSensitivities

    from rbsolve.pipeline import Options, check_deck

    steps = round(end / step)

    def places(parameters: dict[str, float]) -> list[float]:
        own = {name: float(parameters[name]) for name in values}
        model = check_deck(text, Options(parameters=own)).compiled
        return solve(model, "LIE_R3_SO3", step, steps, modified=False, sparse=False, repeats=1)[1].ravel().tolist()

    found = {}
    for increment in (1e-3, 1e-5):
        start = time.process_time()
        ranges = {name: (value, increment, 1) for name, value in values.items()}
        table = ComputeSensitivities(places, ranges, showProgress=False)[3]
        found[f"exudyn {increment:g}"] = time.process_time() - start, dict(zip(values, np.asarray(table), strict=True))
    rbsolve.sensitivities(text, list(values), method="tangent", step=step, t_end=end)
    start = time.process_time()
    ours = rbsolve.sensitivities(text, list(values), method="tangent", step=step, t_end=end)
    seconds = time.process_time() - start
    sensors = [name for name in ours.sensors if name.startswith("place_")]
    slopes = {name: np.concatenate([ours.sensitivity(s, name)[-1] for s in sensors]) for name in values}
    found["rbsolve"] = seconds, slopes
    errors = {}
    for program, (seconds, slopes) in found.items():
        each = [np.max(np.abs(slopes[name] - exact[name])) / np.max(np.abs(exact[name])) for name in values]
        errors[program] = seconds, float(max(each))
        print(f"  {program}: {seconds:.3f} s of the processor, largest relative error {max(each):.1e}")
    return errors


def with_places(text: str, bodies: list[str]) -> str:
    """Return a deck with sensors of the places of bodies."""
    own = [f"@SENSOR_NAME {{place_{b}}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{{b}}} }}" for b in bodies]
    return f"{text}\n@SENSOR_DEFINITION {{ {' '.join(own)} }}\n"


def test_pendulum_against_exudyn():
    """exudyn uses differences of runs, with p + 1 runs for forward differences, and 2 p + 1 for central differences as
    here.
    """
    exact = {name: slope_of_place(name) for name in ("L", "c", "m")}
    print("\npendulum, 4,000 steps, 3 parameters")
    errors = compare_with_exudyn(with_places(SWING, ["bob"]), {"L": 1.3, "c": 0.3, "m": 2.0}, 1e-3, 4.0, exact)
    theirs = [numbers for program, numbers in errors.items() if program != "rbsolve"]
    assert errors["rbsolve"][0] < min(seconds for seconds, _ in theirs)
    assert errors["rbsolve"][1] < 1.5 * min(error for _, error in theirs)


def slope_of_crank(name: str, end: float) -> np.ndarray:
    """Return the derivative (9,) of the places of crank, rod and slider at the end, by a complex step.

    The crank turns without end, so its rate follows from the energy: 1/2 M(q) q'^2 + V(q) is constant.
    """
    values: dict[str, complex] = {"crank": 0.12, "rod": 0.5, "slider": 2.0, "rate": 6.0}
    values[name] += 1e-30j
    crank, rod, slider, rate = values.values()

    def places(q: complex) -> np.ndarray:
        """Return positions (3, 3) and velocities (3, 3) of the bodies, and the rod's angular velocity (3,) in its axes.

        The rates are for q' = 1.
        """
        arm, slope = np.array([0, -np.sin(q), np.cos(q)]), np.array([0, -np.cos(q), -np.sin(q)])
        pin, moved = np.array([0, 0.1, 0.12]) + 0.08 * arm, 0.08 * slope
        x = np.sqrt(0.09 - pin @ pin)
        end_, moves = np.array([x, 0, 0]), np.array([-(pin @ moved) / x, 0, 0])
        d, d_ = (end_ - pin) / 0.3, (moves - moved) / 0.3
        size = np.sqrt(d[1] ** 2 + d[2] ** 2)
        c = np.array([0, d[2], -d[1]]) / size  # perpendicular to the rod and to e_x
        c_ = np.array([0, d_[2], -d_[1]]) / size - c * (d[1] * d_[1] + d[2] * d_[2]) / size**2
        spin = np.array([c_ @ np.cross(d, c), -(d_ @ np.cross(d, c)), d_ @ c])
        at = [np.array([0, 0.1, 0.12]) + 0.04 * arm, 0.5 * (pin + end_), end_]
        return np.array([*at, 0.04 * slope, 0.5 * (moved + moves), moves, spin])

    def energies(q: complex) -> tuple[complex, complex]:
        at = places(q)
        moving = (m * (v @ v) for m, v in zip((crank, rod, slider), at[3:6], strict=True))
        mass = sum(moving) + 1e-4 + np.array([4e-4, 4e-3, 4e-3]) @ at[6] ** 2
        return mass, GRAVITY * (crank * at[0, 2] + rod * at[1, 2])

    mass, height = energies(0.0)
    total = 0.5 * mass * rate**2 + height

    def rates(_: float, y: np.ndarray) -> list[complex]:
        mass, height = energies(y[0])
        return [np.sqrt(2.0 * (total - height) / mass)]

    angle = solve_ivp(rates, (0.0, end), np.zeros(1, dtype=complex), method="DOP853", rtol=1e-13, atol=1e-13).y[0, -1]
    slopes: np.ndarray = places(angle)[:3].ravel().imag / 1e-30
    return slopes


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # exudyn deprecates the rotations of markers
def test_slider_crank_against_exudyn():
    text, values = (DECKS / "slider_crank.deck").read_text(), {"crank": 0.12, "rod": 0.5, "slider": 2.0, "rate": 6.0}
    for given, name in (("@MASS {0.12}", "crank"), ("@MASS {0.5}", "rod"), ("@MASS {2}", "slider")):
        text = text.replace(given, f"@MASS {{#{name}}}")
    text = text.replace("@INITIAL_RATE {6}", "@INITIAL_RATE {#rate}")
    own = " ".join(f"@DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{{value}}}" for name, value in values.items())
    text = with_places(f"@DESIGN_PARAMETERS_DEFINITION {{ {own} }}\n{text}", ["crank", "rod", "slider"])
    exact = {name: slope_of_crank(name, 1.0) for name in values}
    print("\nslider-crank, 4,000 steps, 4 parameters")
    errors = compare_with_exudyn(text, values, 2.5e-4, 1.0, exact)
    theirs = [numbers for program, numbers in errors.items() if program != "rbsolve"]
    assert errors["rbsolve"][0] < min(seconds for seconds, _ in theirs)
    assert errors["rbsolve"][1] < 1.5 * min(error for _, error in theirs)
