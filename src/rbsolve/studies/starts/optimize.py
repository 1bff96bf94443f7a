"""Defines `rbsolve.optimize`, with which Python users find the best parameters of a deck."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.api.arguments import DeckSource, File, mapping
from rbsolve.api.searches import run_search

if TYPE_CHECKING:
    from rbsolve.api.model import Model
    from rbsolve.optimizing.optimizing import Optimizing
    from rbsolve.optimizing.result import Optimum
    from rbsolve.pipeline import CheckedDeck


def optimize(
    model: Model | DeckSource,
    parameters: Mapping[str, Any],
    *,
    minimize: str | None = None,
    maximize: str | None = None,
    subject_to: Sequence[str] = (),
    starts: int = 0,
    seed: int = 0,
    output: File | None = None,
    **run: Any,
) -> Optimum:
    """Find the parameters of a deck that minimize or maximize a scalar of its run, within bounds and constraints.

    ```python
    bounds = {"P": (10, 100), "D": (1, 20)}
    best = rbsolve.optimize("cart.deck", bounds, minimize="rms(angle)", subject_to=["max(force) <= 20"])
    best.value, best["P"], best.constraints[0].multiplier
    ```

    `parameters` are ranges (lower, upper) or (lower, upper, start), or fixed numbers. `subject_to` contains constraints
    "SCALAR <= VALUE", also with >= and ==. The search is local, by sequential quadratic programming. `starts` is the
    number of additional starting points, which a Sobol sequence generates. The searches from several starts are the
    cases of a study. `output` is a folder for optimum.json, best.h5, best.deck and report.html. `run` accepts
    `integrator`, `formulation`, `step`, `t_end` and `options` of `solve`, and also `threads`, `max_iterations` and, with
    `starts`, the `executor` of the study.

    Raise DeckError if the deck has errors, ValueError for contradictory arguments, and OSError if a file cannot be
    written. Raise StudyError if the study of the starts stops before its end. After Ctrl-C (KeyboardInterrupt),
    `output` contains the best point so far.
    """
    from rbsolve.optimizing.optimizing import Optimizing, Request

    if (minimize is None) == (maximize is None):
        raise ValueError("give either minimize or maximize")
    extra = {name: run.pop(name) for name in ("threads", "max_iterations", "executor") if name in run}
    request = Request(
        objective=minimize or maximize or "",
        is_maximum=maximize is not None,
        parameters=mapping("parameters", parameters),
        constraints=subject_to,
        starts=starts,
        seed=seed,
        most_iterations=extra.get("max_iterations", 100),
        threads=extra.get("threads"),
    )
    executor = extra.get("executor", "local")
    if not starts and executor != "local":
        raise ValueError("executor needs starts: a single search runs in this process")

    def solve(search: Optimizing) -> Optimum:
        return _solve_starts(search, executor) if starts else search.solve()

    def make(checked: CheckedDeck) -> Optimizing:
        return Optimizing(checked, request)

    best: Optimum = run_search(model, make, run, output, "rbsolve.optimize", solve)
    return best


def _solve_starts(optimizing: Optimizing, executor: str) -> Optimum:
    """Search from all starts, as a study in a temporary folder. Ctrl-C ends the searches; the result tells it."""
    from rbsolve.studies.starts.optimum import optimum_of
    from rbsolve.studies.starts.preparing import make_starts
    from rbsolve.studies.study import Study

    cores = optimizing.request.threads or len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="rbsolve-") as temporary:
        folder = make_starts(optimizing, Path(temporary))
        with suppress(KeyboardInterrupt):
            Study(temporary).resume(min(cores, folder.manifest.cases), executor)
        return optimum_of(folder, optimizing)
