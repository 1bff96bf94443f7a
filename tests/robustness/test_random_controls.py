"""Random mechanisms with controllers agree with scipy's solutions. The errors have the order of the method.

The script `benchmarks/random_controls.py` does the same with any number of models and methods.
"""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import random_controls
from random_controls import METHODS, RIGHT, WRONG

USUAL = [
    next(method for method in METHODS if "RK44" in method.more),
    next(method for method in METHODS if method.integrator == "GENERALIZED_ALPHA" and method.order),
]


@pytest.fixture(scope="module")
def models():
    return list(random_controls.references(1, 3))


@pytest.mark.parametrize("method", USUAL)
def test_random_controllers_have_the_order_of_the_method(models, method):
    found = [random_controls.judge(*model, method) for model in models]
    assert [outcome for outcome, _ in found] == [RIGHT] * len(models), found


def test_a_small_error_is_wrong(models):
    loop, exact, growth = models[0]
    outcome, _ = random_controls.judge(loop, exact._replace(states=exact.states + 1e-4), growth, USUAL[0])
    assert outcome == WRONG
