"""Defines `rbsolve.optimize`, with which Python users find the best parameters of a deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rbsolve.api.arguments import DeckSource, File, mapping
from rbsolve.api.searches import run_search

if TYPE_CHECKING:
    from rbsolve.api.model import Model
    from rbsolve.optimizing.result import Optimum


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
    number of additional starting points, which a Sobol sequence generates. `output` is a folder for optimum.json,
    best.h5, best.deck and report.html. `run` accepts `integrator`, `formulation`, `step`, `t_end` and `options` of
    `solve`, and also `threads` and `max_iterations`.

    Raise DeckError if the deck has errors, ValueError for contradictory arguments, and OSError if a file cannot be
    written. After Ctrl-C (KeyboardInterrupt), `output` contains the best point so far.
    """
    from rbsolve.optimizing.optimizing import Optimizing, Request

    if (minimize is None) == (maximize is None):
        raise ValueError("give either minimize or maximize")
    extra = {name: run.pop(name) for name in ("threads", "max_iterations") if name in run}
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
    best: Optimum = run_search(model, lambda checked: Optimizing(checked, request), run, output, "rbsolve.optimize")
    return best
