"""Derivatives of a model from one check of the deck. They equal differences of neighbouring decks, and closed forms."""

import cmath
import math
import re
from pathlib import Path

import numpy as np
import pytest

import rbsolve
from rbsolve.api.arguments import chosen_options
from rbsolve.api.model import load, runnable
from rbsolve.ensemble.variation import Variation
from rbsolve.language.many import has_any, largest, matmul, of_cases, of_each
from rbsolve.sensitivity.model_slopes import model_slopes
from rbsolve.sensitivity.neighbours import Neighbours
from rbsolve.sensitivity.seeds import seeds_of
from rbsolve.sensitivity.sloped import Sloped
from rbsolve.sensitivity.sowing import SeedBed
from rbsolve.sensitivity.starts import StartNumbers, capture
from rbsolve.sensitivity.targets import targets_of

DECKS = Path(__file__).parents[2] / "decks"


def numbers(*values: float) -> list[Sloped]:
    """Return numbers, each of which is its own parameter."""
    lost = np.zeros(len(values), dtype=bool)
    return [Sloped(value, own, lost) for value, own in zip(values, np.eye(len(values)), strict=True)]


def formula(a, b, c, sqrt):
    return (2.0 - a) * b / (c + 3.0) - 1.0 / (b * b) + abs(-c) * 0.5 - (-a) ** 2 + sqrt(a + c) - (b - 1.0) / 4.0


def test_arithmetic_has_the_derivatives_of_complex_steps():
    own = (0.7, 1.3, 2.1)
    found = formula(*numbers(*own), sqrt=np.sqrt)
    assert found.value == formula(*own, sqrt=math.sqrt)
    for k in range(3):
        moved = [complex(value, 1e-30 * (j == k)) for j, value in enumerate(own)]
        # the third number is positive, so its absolute value is the number itself
        a, b, c = moved
        exact = (2.0 - a) * b / (c + 3.0) - 1.0 / (b * b) + c * 0.5 - a**2 + cmath.sqrt(a + c) - (b - 1.0) / 4.0
        assert found.slopes[k] == pytest.approx(exact.imag / 1e-30, rel=1e-14)


def test_functions_of_floats_and_of_arrays_have_exact_derivatives():
    a, b, c = numbers(0.4, 0.9, 0.0)
    sine, both = of_cases(lambda x, pair: (math.sin(x), (x * pair[0], pair[1])), a, (b, 5.0))
    assert sine.slopes == pytest.approx([math.cos(0.4), 0.0, 0.0], abs=1e-13)
    assert both[0].slopes == pytest.approx([0.9, 0.4, 0.0], abs=1e-12)
    assert both[1] == 5.0
    M = np.array([[a, c, 0.1], [c, b, 0.0], [0.1, 0.0, 2.0]], dtype=object)
    inverse = of_each(np.linalg.inv, M)
    own = np.linalg.inv(np.array([[0.4, 0.0, 0.1], [0.0, 0.9, 0.0], [0.1, 0.0, 2.0]]))
    for k, places in enumerate(([(0, 0)], [(1, 1)], [(0, 1), (1, 0)])):
        change = np.zeros((3, 3))
        for place in places:
            change[place] = 1.0
        exact = -own @ change @ own
        found = [[item.slopes[k] if isinstance(item, Sloped) else 0.0 for item in row] for row in inverse.tolist()]
        assert np.array(found) == pytest.approx(exact, rel=1e-11, abs=1e-11)
    product = matmul(M, np.array([1.0, a, 3.0], dtype=object))
    assert product[1].slopes == pytest.approx([0.9, 0.4, 1.0])
    assert product[1].value == pytest.approx(0.36)
    assert not a.lost.any()


def test_ties_lose_the_parameters_that_decide_them():
    a, b, c = numbers(1.0, 1.0, 0.0)
    assert a <= 2.0
    assert not a.lost.any()
    assert a <= b
    assert a.lost.tolist() == [True, True, False]
    assert has_any(np.array([a, c], dtype=object))
    assert not a.lost[2]
    assert not has_any(np.array([0.0, c], dtype=object))
    assert a.lost[2]
    assert np.isnan(abs(c).slopes).tolist() == [False, False, True]
    assert np.isnan(largest([a, b, c]).slopes).tolist() == [True, True, False]
    assert largest([a, 3.0 * b, c]).slopes.tolist() == [0.0, 3.0, 0.0]


def test_functions_without_a_derivative_at_a_point_are_found():
    a, b = numbers(0.5, 0.5)
    eigenvalues = of_each(np.linalg.eigvalsh, np.array([[a, 0.0], [0.0, b]], dtype=object))
    assert np.isnan(eigenvalues[0].slopes).all()


def chain(count: int, integrator: str, formulation: str) -> tuple[str, list[str]]:
    """Return a hanging chain, whose parameters are masses, lengths, stiffnesses and moments of inertia."""
    own, bodies, joints = [], [], []
    before = "0"
    for k in range(1, count + 1):
        values = {"m": 1 + 0.1 * k, "L": 0.1 + 0.01 * k, "k": 20 - k, "J": 0.01 * k}
        own += [f"@DESIGN_PARAMETER_NAME {{#{name}{k}}} @SCALAR_VALUE {{{value}}}" for name, value in values.items()]
        own.append(f"@DESIGN_PARAMETER_NAME {{#X{k}}} @SCALAR_VALUE {{{before} + #L{k}*cos(0.3)}}")
        bodies.append(
            f"@RIGID_BODY_NAME {{B{k}}} {{ @AT_POINT {{{before} + #L{k}/2, 0.1, 0}} @MASS {{#m{k}}} "
            f"@MOMENTS_OF_INERTIA {{#J{k}, 1.2*#J{k}, 1.5*#J{k}}} }}"
        )
        joints.append(
            f"@REVOLUTE_JOINT_NAME {{j{k}}} {{ @CONNECTED_TO_BODIES {{{f'B{k - 1}' if k > 1 else 'GROUND'}, B{k}}} "
            f"@AT_POINT {{{before}, 0, 0}} @TRIAD_NAME {{AXIS_Y}} @SPRING {{#k{k}, 0}} @DAMPER {{0.1}} }}"
        )
        before = f"#X{k}"
    text = f"""
@DESIGN_PARAMETERS_DEFINITION {{ {" ".join(own)} }}
@GRAVITY_DEFINITION {{ @GRAVITY_NAME {{g}} {{ @GRAVITY_VECTOR {{0, 0, -9.81}} }} }}
@RIGID_BODY_DEFINITION {{ {" ".join(bodies)} }}
@REVOLUTE_JOINT_DEFINITION {{ {" ".join(joints)} }}
@SENSOR_DEFINITION {{
  @SENSOR_NAME {{tip}} {{ @SENSOR_TYPE {{POSITION}} @OBJECT_NAME {{B{count}}} }}
  @SENSOR_NAME {{energy}} {{ @SENSOR_TYPE {{KINETIC_ENERGY}} @OBJECT_NAME {{B1}} }} }}
@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{i}} {{
  @INTEGRATOR_TYPE {{{integrator}}} @FORMULATION {{{formulation}}} }} }}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{a}} {{
  @SIMULATION_TIME_RANGE {{0, 0.1}} @TIME_STEP_SIZE {{1e-3}} @OUTPUT_STEP_SIZE {{0.02}} @TIME_INTEGRATOR_NAME {{i}} }} }}
"""
    return text, [f"{name}{k}" for k in range(1, count + 1) for name in "mLkJ"]


NUMBERS = "MASS|MOMENTS_OF_INERTIA|PRODUCTS_OF_INERTIA|CENTRE_OF_MASS_LOCATION|GRAVITY_VECTOR|INITIAL_RATE"
NUMBERS += "|INITIAL_ANGULAR_VELOCITY|APPLIED_FORCES|SPRING|DAMPER"


def with_parameters(deck: str) -> tuple[str, list[str]]:
    """Return a deck, some of whose numbers are design parameters."""
    values: list[float] = []

    def name_numbers(found: re.Match[str]) -> str:
        words = []
        for word in found[2].split(","):
            if len(values) < 20 and re.fullmatch(r"\s*[-+0-9.e]+\s*", word):
                values.append(float(word))
                word = f"#a{len(values)}"
            words.append(word)
        return f"@{found[1]} {{{', '.join(words)}}}"

    text = re.sub(rf"@({NUMBERS}) \{{([^{{}}]*)\}}", name_numbers, (DECKS / f"{deck}.deck").read_text())
    own = [f"@DESIGN_PARAMETER_NAME {{#a{k + 1}}} @SCALAR_VALUE {{{value!r}}}" for k, value in enumerate(values)]
    return f"@DESIGN_PARAMETERS_DEFINITION {{ {' '.join(own)} }}\n{text}", [f"a{k + 1}" for k in range(len(values))]


def beds_of(text: str, names: list[str]):
    """Return the targets, their seeds from one check, and a function that returns seeds from neighbouring decks."""
    checked = runnable(load(text), None, chosen_options())
    targets = targets_of(names, checked.contents.parameters)
    variation = Variation(checked.source, checked.options)
    given = {target.parameter: target.value for target in targets}
    centre = capture(checked)
    bed = SeedBed(targets, StartNumbers(centre), centre, Neighbours(variation), given, 1)
    start, alone = StartNumbers(centre), Neighbours(variation)
    return targets, bed, lambda target: seeds_of(target, start, alone, given)


MODELS = {
    "chain in joint coordinates": lambda: chain(4, "EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES"),
    "chain of bodies": lambda: chain(4, "GENERALIZED_ALPHA", "LIE_R3_SO3"),
    **{deck: lambda deck=deck: with_parameters(deck) for deck in ("heavy_top", "four_bar", "slider_crank", "puma560")},
}


@pytest.mark.parametrize("name", MODELS)
def test_seeds_of_one_check_equal_differences_of_neighbours(name):
    targets, bed, alone = beds_of(*MODELS[name]())
    assert len(bed._found) > 0.8 * len(targets)
    for target in targets:
        one, other = bed.seeds_of(target), alone(target)
        assert one.arrays.keys() == other.arrays.keys()
        for path, slopes in one.arrays.items():
            assert slopes == pytest.approx(other.arrays[path], rel=1e-9, abs=1e-10 * np.max(np.abs(slopes)))


def test_moments_of_inertia_that_are_zero_need_neighbours():
    """A moment of inertia cannot be negative, so the derivative is one-sided."""
    text, names = with_parameters("heavy_top")
    text = text.replace("@SCALAR_VALUE {0.234375}", "@SCALAR_VALUE {0}", 1)
    targets, bed, alone = beds_of(text, names)
    for target in targets:
        assert (target.name in bed._found) or target.value == 0.0
        assert bed.seeds_of(target).arrays.keys() == alone(target).arrays.keys()


def test_a_wrong_derivative_is_noticed(monkeypatch):
    """A difference of two decks must agree with the derivatives. Otherwise neighbouring decks give the derivatives."""
    text, names = chain(3, "EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES")
    divide = Sloped.__truediv__
    monkeypatch.setattr(
        Sloped, "__truediv__", lambda self, other: divide(self, other) + self * 1e-6 - self.value * 1e-6
    )
    _, bed, _ = beds_of(text, names)
    assert not bed._found


def test_the_adjoint_by_one_check_equals_the_adjoint_by_neighbours(monkeypatch):
    """The mean position depends on the run, and the energy of a body also on its mass directly."""
    text, names = chain(3, "EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES")
    of = ["mean(tip.x3)", "final(energy)"]
    found = rbsolve.sensitivities(text, names, method="adjoint", of=of)
    monkeypatch.setattr("rbsolve.sensitivity.sowing.model_slopes", lambda *given: None)
    alone = rbsolve.sensitivities(text, names, method="adjoint", of=of)
    for scalar in of:
        one, other = found.gradient(scalar), alone.gradient(scalar)
        assert [*one.values()] == pytest.approx([*other.values()], rel=1e-10, abs=1e-10 * max(map(abs, one.values())))


def test_model_slopes_need_a_deck_without_errors():
    text, names = chain(2, "EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES")
    checked = runnable(load(text), None, chosen_options())
    targets = targets_of(names, checked.contents.parameters)
    neighbours = Neighbours(Variation(checked.source, checked.options))
    given = {target.parameter: target.value for target in targets}
    assert model_slopes(targets, given, neighbours) is not None
    assert model_slopes(targets, {**given, "m1": -1.0}, neighbours) is None
