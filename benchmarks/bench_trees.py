"""Measures trees in joint coordinates. The cost must grow linearly with the number of bodies. The same chains run in
pinocchio, MuJoCo and exudyn.

`pytest benchmarks/bench_trees.py -s` prints the table. A ratio compares the best times of alternating runs.
"""

from __future__ import annotations

import runpy
import time

import chain_peers
import numpy as np
import pytest
from conftest import DECKS
from tree_kernels import evaluate

from rbsolve.pipeline import check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.trees.topology import forest_of

chain_deck = runpy.run_path(str(DECKS / "chain.py"))["chain_deck"]
RK44, ALPHA = "EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"


def chain(n: int, integrator: str = RK44, steps: int = 1):
    """Return the compiled chain of n hinges."""
    text = chain_deck(
        n, integrator=integrator, formulation="MINIMAL_COORDINATES", t_end=steps * 1e-3, output=steps * 1e-3
    )
    return check_deck(text)


def evaluation(n: int, q: np.ndarray, v: np.ndarray):
    """Return a function of `times` that repeats the work of a stage (poses, forces, accelerations), and returns the
    accelerations. The compiled loop does the work `times` times.
    """
    compiled = check_deck(chain_deck(n, integrator=RK44, formulation="MINIMAL_COORDINATES")).compiled
    forest = forest_of(compiled.model)
    y, rates = np.zeros((n, 7)), np.zeros((n, 6))
    y[:, 5], rates[:, 5] = q, v
    arguments = (compiled.model, forest, 0.0, y, rates, np.zeros((n, 12)), compiled.initial)

    def run(times: int) -> np.ndarray:
        assert evaluate(*arguments, times) == -1
        return forest.sweep.columns.rate_rate

    return run


def best_in_turn(calls: int, *runs, repeats: int = 15) -> list[float]:
    """Return the least seconds per call for each of the runs. The runs alternate, and make `calls` calls at a time."""
    best = [float("inf")] * len(runs)
    for _ in range(repeats):
        for i, run in enumerate(runs):
            start = time.perf_counter()
            run(calls)
            best[i] = min(best[i], (time.perf_counter() - start) / calls)
    return best


def our_steps(n: int, integrator: str, steps: int, repeats: int = 5) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the seconds per step, the final position of the tip and the final angles."""
    checked = chain(n, integrator, steps)
    best = float("inf")
    for _ in range(repeats):
        engine = make_integrator(checked.compiled)
        chunk = chunk_for(checked.compiled, engine, 2)
        start = time.perf_counter()
        assert engine.advance(chunk, 10**9).name == "COMPLETE"
        best = min(best, (time.perf_counter() - start) / steps)
    tip = next(sensor for sensor in checked.sensors if sensor.name == "tip")
    return best, tip.evaluate(chunk)[-1], chunk.joint_rotation[1].copy()


def test_cost_of_an_evaluation_is_linear():
    sizes, costs = np.array([10, 30, 100, 300, 1000, 3000, 10_000]), []
    for n in sizes:
        rng = np.random.default_rng(n)
        run = evaluation(n, rng.normal(size=n), rng.normal(size=n))
        run(1)
        costs.append(best_in_turn(max(1, 20_000 // n), run)[0])
    slope = np.polyfit(np.log(sizes), np.log(costs), 1)[0]
    per_body = ", ".join(f"{cost / n * 1e9:.0f} ns with {n}" for n, cost in zip(sizes, costs, strict=True))
    print(f"\nevaluation per body: {per_body}; cost ~ n^{slope:.3f}")
    assert slope == pytest.approx(1, abs=0.1)  # the records of 10,000 bodies do not fit in the caches


# pinocchio's Data needs 48 n^3 bytes, which is 6 GB for 500 hinges, and more memory than most machines have for 1000
# hinges.
@pytest.mark.parametrize("n", [6, 10, 30, 100, 300, 500])
def test_an_evaluation_against_pinocchio(n):
    rng = np.random.default_rng(n)
    q, v = rng.normal(size=n), rng.normal(size=n)
    ours, theirs = evaluation(n, q, v), chain_peers.pinocchio_aba(n, q, v)
    expected = theirs(1)
    assert ours(1) == pytest.approx(expected, rel=1e-8, abs=1e-8 * np.abs(expected).max())
    our_cost, their_cost = best_in_turn(20_000 // n, ours, theirs)
    ratio = their_cost / our_cost
    print(f"\nn = {n}: evaluation {our_cost * 1e6:.2f} us, pinocchio's aba {their_cost * 1e6:.2f} us: {ratio:.2f}")
    assert ratio > 1.0


@pytest.mark.parametrize(("n", "steps", "peer_steps"), [(10, 2000, 2000), (100, 200, 200), (1000, 40, 3)])
def test_rk44_against_mujoco(n, steps, peer_steps):
    _, tip, _ = our_steps(n, RK44, peer_steps, repeats=1)
    ours, _, _ = our_steps(n, RK44, steps)
    theirs, expected = chain_peers.mujoco_rk4(n, peer_steps)
    assert tip == pytest.approx(expected, abs=1e-6)
    print(f"\nn = {n}: RK44 step {ours * 1e6:.1f} us, MuJoCo's RK4 {theirs * 1e6:.1f} us: {theirs / ours:.1f}")
    assert ours < theirs


@pytest.mark.parametrize(("n", "steps"), [(10, 1000), (100, 100)])
@pytest.mark.parametrize(("integrator", "solver"), [(ALPHA, "GeneralizedAlpha"), (RK44, "RK44")])
def test_steps_against_exudyn(n, steps, integrator, solver):
    ours, _, angles = our_steps(n, integrator, steps)
    theirs, expected = chain_peers.exudyn_tree(n, steps, solver)
    assert angles == pytest.approx(expected, abs=1e-4)
    print(f"\nn = {n}: {solver} step {ours * 1e6:.1f} us, exudyn's tree {theirs * 1e6:.1f} us: {theirs / ours:.1f}")
    assert ours < theirs


def test_puma_formulations(seconds_per_step):
    costs = {
        f"{formulation} {newton}": seconds_per_step(
            "puma560.deck", formulation=formulation, method_options={"NEWTON": newton}
        )
        for formulation in ("LIE_R3_SO3", "MINIMAL_COORDINATES")
        for newton in ("FULL", "MODIFIED")
    }
    print("\nPuma 560, generalized-alpha:", ", ".join(f"{name} {cost * 1e6:.1f} us" for name, cost in costs.items()))
    assert costs["MINIMAL_COORDINATES FULL"] < 0.5 * costs["LIE_R3_SO3 FULL"]
