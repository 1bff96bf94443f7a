"""Compares adaptive steps of generalized-alpha with the best fixed step. The measure is the number of evaluations of
all forces for an error of 1e-4.

`pytest benchmarks/bench_adaptive_steps.py -s` prints the table. The error is the largest error of some sensors at
output times. A step or a tolerance counts only if its error and the errors of all finer steps or tolerances are within the
limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.integrators.registry import make_integrator
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.sensors.motions.rows import Rows

DECKS = Path(__file__).parent.parent / "decks"
WANTED = 1e-4  # the limit in m or rad
TOLERANCES = 10.0 ** np.arange(-3.0, -9.1, -0.25)

# The numbers are the published end values minus the initial values (decks/squeezer.deck).
SQUEEZER = {"beta": 15.87248500963918, "gamma": -0.41445757902533437, "delta": 0.03704498633698793}
EXACT = {"RELATIVE_TOLERANCE": 1e-11, "ABSOLUTE_TOLERANCE": 1e-11, "TABLEAU": "DOP853"}


def squeezer() -> str:
    """Andrews' squeezing mechanism."""
    text = (DECKS / "squeezer.deck").read_text().replace("@LOCAL_ERROR_TOLERANCE {1e-8}", "")
    return text.replace("@OUTPUT_STEP_SIZE {3e-4}", "@OUTPUT_STEP_SIZE {0.03}")


def governor() -> str:
    """The flyball governor with rods of the stiffness in the IFToMM library."""
    text = (DECKS / "flyball_governor.deck").read_text().replace("{8e3} @DAMPING {40}", "{8e5} @DAMPING {4e4}")
    return text.replace("{0, 20}", "{0, 10}").replace("@OUTPUT_STEP_SIZE {2e-2}", "@OUTPUT_STEP_SIZE {0.5}")


def ball() -> str:
    """The ball that bounces on a hard floor."""
    return (DECKS / "bouncing_ball.deck").read_text().replace("@OUTPUT_STEP_SIZE {1e-3}", "@OUTPUT_STEP_SIZE {2}")


def solve(text: str, **options: Any) -> tuple[Any, dict[str, np.ndarray]]:
    """Return the engine of a run, and its sensors by name."""
    checked = check_deck(text, Options(**options))
    assert checked.compiled is not None, [finding.as_json() for finding in checked.diagnostics]
    engine = make_integrator(checked.compiled)
    chunk = chunk_for(checked.compiled, engine, checked.compiled.schedule.rows)
    outcome = None
    while outcome is None:
        outcome = engine.advance(chunk, 10**7)
    rows = Rows(chunk)
    return engine, {sensor.name: np.asarray(sensor.evaluate(rows)) for sensor in checked.sensors}


def fixed_steps(duration: float, counts: np.ndarray) -> Iterator[dict[str, Any]]:
    """Yield runs of a fixed step, from coarse to fine."""
    for count in counts:
        yield {"step": duration / count}


def adaptive() -> Iterator[dict[str, Any]]:
    """Yield runs of a tolerance, from loose to tight."""
    for tolerance in TOLERANCES:
        yield {"method_options": {"LOCAL_ERROR_TOLERANCE": float(tolerance)}}


def work(text: str, runs: Iterator[dict[str, Any]], error: Callable[[Mapping[str, np.ndarray]], float]) -> int:
    """Return the evaluations of the coarsest run whose error, and the error of all finer runs, is within the limit."""
    found: list[tuple[int, float]] = []
    for options in runs:
        engine, sensors = solve(text, integrator="GENERALIZED_ALPHA", **options)
        found.append((engine.evaluations, error(sensors)))
    good = [at for at in range(len(found)) if all(size <= WANTED for _, size in found[at:])]
    return found[good[0]][0] if good else 0


@pytest.mark.parametrize(
    ("deck", "duration", "counts", "names"),
    [
        (squeezer, 0.03, np.arange(2000, 6001, 250), ()),
        (governor, 10.0, 20 * np.array([20, 25, 30, 35, 40, 50, 70, 100]), ("arm1", "sleeve")),
        (ball, 2.0, np.array([100_000, 200_000, 400_000, 800_000, 1_600_000]), ("height",)),
    ],
)
def test_evaluations_for_an_error(deck, duration, counts, names):
    text = deck()
    reference = {name: np.array([value]) for name, value in SQUEEZER.items()}
    if names:
        exact = solve(text, integrator="EXPLICIT_RUNGE_KUTTA", method_options=EXACT)[1]
        reference = {name: exact[name] for name in names}

    def error(sensors: Mapping[str, np.ndarray]) -> float:
        return max(float(np.abs(sensors[name] - wanted)[-len(wanted) :].max()) for name, wanted in reference.items())

    best, own = work(text, fixed_steps(duration, counts), error), work(text, adaptive(), error)
    print(f"\n{deck.__doc__}: fixed {best}, adaptive {own}, {best / own:.1f} times fewer")
    assert own < best
