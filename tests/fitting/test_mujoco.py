"""The same data of a pendulum are fitted by rbsolve and by the optimizer of MuJoCo's system identification."""

from __future__ import annotations

import numpy as np
import pytest
from swinging import DECK, TIMES, swing

import rbsolve

pytest.importorskip("mujoco")

from mujoco_fit import START, TRUTH, fit_by_mujoco

RANGES = {"L": (0.5, 3.0, START["L"]), "c": (0.0, 2.0, START["c"]), "q0": (0.1, 2.0, START["q0"])}


def error_of(values):
    truth = np.array(list(TRUTH.values()))
    return np.max(np.abs(np.array(values) - truth) / truth)


@pytest.fixture(scope="module")
def theirs():
    values, runs = fit_by_mujoco(swing(**TRUTH))
    return error_of(values), runs


@pytest.mark.parametrize(("integrator", "most"), [(None, 1.01), ("DOP853", 0.1)])
def test_a_fit_takes_fewer_evaluations_than_mujoco_and_has_no_larger_error(theirs, integrator, most):
    """Both programs take the same Runge-Kutta steps by default, so their errors are then equal. DOP853 has smaller
    errors. The greatest errors and numbers of runs are those of docs/performance.md.
    """
    data = {"t": TIMES, "theta": swing(**TRUTH)}
    ours = rbsolve.fit(DECK, data, RANGES, match={"theta": "angle"}, integrator=integrator, threads=1)
    error = error_of([ours[name].value for name in TRUTH])
    print(f"runs: MuJoCo {theirs[1]}, rbsolve {ours.evaluations}; errors: MuJoCo {theirs[0]:.2g}, rbsolve {error:.2g}")
    assert ours.evaluations < theirs[1]
    assert error < most * theirs[0]
