"""Generalized-alpha compared with exudyn. Both programs solve the same mechanism with the same step, the same spectral
radius, and their default tolerances (1e-8 relative in both). The comparison uses the best variant of each program: full
or modified Newton, with dense or sparse factorization.

`pytest benchmarks/bench_generalized_alpha.py -s` prints the table. A ratio compares the best times of alternating
runs.
"""

from __future__ import annotations

import math
import runpy
import time

import numpy as np
import pytest
from conftest import DECKS

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.run.chunk_size import chunk_for

chain_deck = runpy.run_path(str(DECKS / "chain.py"))["chain_deck"]
NEWTON = ("FULL", "MODIFIED")
FASTER = 5.0  # required ratio to the fastest variant of exudyn
FASTER_CHAIN = 3.0  # required speed ratio for chains of at least 100 bodies
STEEPEST = 1.1  # limit of p, if the cost of a step is proportional to the number of bodies to the power p


def compiled_model(deck: str, step: float, steps: int, formulation: str, newton: str) -> CompiledModel:
    """Return the model of a deck of this project, or of a text, with drives towards constant positions."""
    options = Options(
        step=step,
        t_end=steps * step,
        ends_only=True,
        integrator="GENERALIZED_ALPHA",
        formulation=formulation,
        method_options={"NEWTON": newton},
    )
    compiled = check_deck(deck if "@" in deck else DECKS / deck, options).compiled
    drives = compiled.model.drives
    pull = drives._replace(reference=np.full(len(drives.joint), -1), rest=drives.rest + 0.5)
    return compiled._replace(model=compiled.model._replace(drives=pull))


def our_step(compiled: CompiledModel) -> tuple[float, np.ndarray]:
    """Return the seconds per step, and the final origins of the bodies."""
    engine = make_integrator(compiled)
    chunk = chunk_for(compiled, engine, 2)
    start = time.perf_counter()
    assert engine.advance(chunk, 10**9).name == "COMPLETE"
    return (time.perf_counter() - start) / engine.steps, chunk.x[1, : compiled.bodies].copy()


def our_best(
    deck: str, step: float, steps: int, formulation: str, repeats: int = 5
) -> tuple[dict[str, float], np.ndarray]:
    """Return the least seconds per step by kind of Newton's iteration, and the final origins with full Newton."""
    models = {newton: compiled_model(deck, step, steps, formulation, newton) for newton in NEWTON}
    _, end = our_step(models["FULL"])
    best = dict.fromkeys(NEWTON, math.inf)
    for _ in range(repeats):
        for newton, model in models.items():
            best[newton] = min(best[newton], our_step(model)[0])
    return best, end


def report(name: str, ours: dict[str, float], theirs: dict[str, float]) -> float:
    """Print the times of both programs. Return the ratio of their best times."""
    ratio = min(theirs.values()) / min(ours.values())
    sides = [", ".join(f"{kind} {cost * 1e6:.2f}" for kind, cost in side.items()) for side in (ours, theirs)]
    print(f"\n{name} [us a step]: {sides[0]}; exudyn {sides[1]}: {ratio:.1f} times faster")
    return ratio


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "EULER_PARAMETERS_2"])
@pytest.mark.parametrize(
    ("deck", "step", "steps", "apart"),
    [
        # Second-order errors differ, because exudyn integrates the position of its node, which is at the tip of the
        # top.
        ("heavy_top_spherical.deck", 1e-4, 5000, 1e-3),
        ("slider_crank.deck", 1e-3, 2000, 1e-4),
        ("puma560.deck", 1e-3, 1000, 1e-9),
    ],
)
def test_mechanisms_against_exudyn(deck, step, steps, apart, formulation):
    from peer_from_model import solve

    ours, end = our_best(deck, step, steps, formulation)
    model = compiled_model(deck, step, steps, formulation, "FULL")
    theirs = {}
    for modified in (False, True):
        for sparse in (False, True):
            kind = f"{NEWTON[modified]} {'sparse' if sparse else 'dense'}"
            theirs[kind], reached = solve(model, formulation, step, steps, modified=modified, sparse=sparse)
            assert np.abs(reached - end).max() < apart
    assert report(f"{deck} {formulation}", ours, theirs) > FASTER


@pytest.mark.parametrize(("deck", "end"), [("heavy_top.deck", 1.0), ("rotor.deck", 4.0)])
def test_bodies_without_joints_against_exudyn(deck, end):
    import peers

    step, steps = 1e-4, round(end / 1e-4)
    ours, _ = our_best(deck, step, steps, "LIE_R3_SO3")
    peer = {"heavy_top.deck": peers.heavy_top, "rotor.deck": peers.rotor}[deck]
    theirs = {newton: peer("GeneralizedAlpha", steps, modified=newton == "MODIFIED")[0] for newton in NEWTON}
    assert report(deck, ours, theirs) > (FASTER if deck == "rotor.deck" else 3.0)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_chains_of_spherical_joints(formulation):
    from peer_from_model import NODES, solve

    sizes, costs, checks = (10, 100, 1000, 10_000), [], []
    for n in sizes:
        steps = max(20, 20_000 // n)
        deck = chain_deck(n, "SPHERICAL")
        start = time.perf_counter()
        check_deck(deck, Options(formulation=formulation))
        checks.append(time.perf_counter() - start)
        ours, end = our_best(deck, 1e-3, steps, formulation)
        costs.append(min(ours.values()))
        name = f"{n} bodies, {formulation}, check {checks[-1]:.2f} s"
        if formulation not in NODES:
            print(f"\n{name}: {costs[-1] * 1e6:.1f} us a step")
            continue
        model = compiled_model(deck, 1e-3, steps, formulation, "FULL")
        theirs = {}
        for newton in NEWTON:
            modified = newton == "MODIFIED"
            theirs[newton], reached = solve(
                model, formulation, 1e-3, steps, modified=modified, sparse=True, repeats=2 if n <= 1000 else 1
            )
            assert np.abs(reached - end).max() < 1e-4
        ratio = report(name, ours, theirs)
        assert n < 100 or ratio > FASTER_CHAIN
    slopes = [np.polyfit(np.log(sizes), np.log(values), 1)[0] for values in (costs, checks)]
    print(f"\n{formulation}: cost of a step ~ n^{slopes[0]:.2f}; of a check ~ n^{slopes[1]:.2f}")
    # Long chains of spherical joints need more iterations in joint coordinates.
    assert formulation not in NODES or slopes[0] < STEEPEST
