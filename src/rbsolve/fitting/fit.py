"""Defines `rbsolve.fit`, with which Python users estimate parameters of a deck from measurements."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.api.arguments import DeckSource, File, mapping
from rbsolve.api.searches import run_search

if TYPE_CHECKING:
    from rbsolve.api.model import Model
    from rbsolve.fitting.result import Fit


def fit(
    model: Model | DeckSource,
    data: File | Mapping[str, Any] | Sequence[File],
    parameters: Mapping[str, Any],
    match: Mapping[str, str],
    *,
    experiments: Mapping[str, Mapping[str, Any]] | None = None,
    free: Sequence[str] = (),
    sigma: Mapping[str, float] | None = None,
    hold_out: float = 0.0,
    loss: str = "linear",
    time: str | None = None,
    output: File | None = None,
    **run: Any,
) -> Fit:
    """Estimate parameters of a deck from measurements, by weighted least squares within bounds.

    ```python
    fit = rbsolve.fit("pendulum.deck", "swing.csv", {"L": (0.5, 2.0)}, match={"angle": "hinge"})
    fit["L"].value, fit["L"].interval
    ```

    `data` is a CSV file, several files (each is an experiment), or columns by name. The first column is time unless
    `time` names another column. `parameters` are ranges (lower, upper) or (lower, upper, start), or fixed numbers.
    `experiments` contains the parameters of single files, by the name of the file. `match` gives, for each column, the
    measured quantity "sensor.component", optionally with "*gain", "+offset" and "@delay". `free` lists the gains,
    offsets and delays to be estimated, as in "gain:force". `sigma` contains standard deviations by column. By default,
    they are estimated from the residuals. `hold_out` is the fraction at the end of the data that is predicted as a
    test, and not fitted. `loss` is "linear" or "huber". `output` is a folder for fit.json, best.h5, best.deck and
    report.html. `run` accepts `integrator`, `formulation`, `step`, `t_end` and `options` of `solve`, and also `threads`
    and `max_iterations`.

    Raise DeckError if the deck has errors, ValueError for contradictory arguments, and OSError if a file cannot be read
    or written. After Ctrl-C (KeyboardInterrupt), `output` contains the best values so far.
    """
    from rbsolve.fitting.fitting import Fitting, Request
    from rbsolve.fitting.tables import read_table, table_of

    if loss not in ("linear", "huber"):
        raise ValueError(f"loss must be linear or huber, not {loss!r}")
    if isinstance(data, Mapping) or hasattr(data, "columns"):
        tables = [table_of(dict(data.items()), time=time)]  # type: ignore[union-attr]  # other tables with columns have `items` too
    else:
        files = [data] if isinstance(data, str | os.PathLike) else data
        tables = [read_table(Path(file), time) for file in files]
    extra = {name: run.pop(name) for name in ("threads", "max_iterations") if name in run}
    request = Request(
        tables=tables,
        parameters=mapping("parameters", parameters),
        matches=[f"{column}={sensor}" for column, sensor in mapping("match", match).items()],
        own=mapping("experiments", experiments),
        free=free,
        sigma=sigma,
        hold_out=hold_out,
        loss=loss,
        most_iterations=extra.get("max_iterations", 100),
        threads=extra.get("threads"),
    )
    found: Fit = run_search(model, lambda checked: Fitting(checked, request), run, output, "rbsolve.fit")
    return found
