"""Runs the searches of `rbsolve.fit` and `rbsolve.optimize`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rbsolve.api.arguments import DeckSource, File, chosen_options
from rbsolve.api.model import Model, load, runnable
from rbsolve.pipeline import CheckedDeck


def run_search(
    model: Model | DeckSource,
    make: Callable[[CheckedDeck], Any],
    options: Mapping[str, Any],
    output: File | None,
    command: str,
    solve: Callable[[Any], Any] = lambda search: search.solve(),
) -> Any:
    """Return the result of a search, and write it into the folder `output`.

    `make` creates the search from a checked deck, and `solve` carries it out. `options` are the named arguments of
    `chosen_options`. If the user interrupts the search, write its results, then raise KeyboardInterrupt.
    """
    loaded = model if isinstance(model, Model) else load(model)
    search = make(runnable(loaded, None, chosen_options(**options)))
    found = solve(search)
    if output is not None:
        search.write(found, Path(output), loaded.deck, command)
    if found.status == "interrupted":
        raise KeyboardInterrupt
    return found
