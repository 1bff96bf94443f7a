"""Runs recipes to find the kernels that they require."""

from __future__ import annotations

from collections.abc import Iterable

from rbsolve.kernels.recipes import Recipe
from rbsolve.kernels.variants import TEXTS
from rbsolve.pipeline import CheckedDeck, Options, check_deck, check_runnable
from rbsolve.solver.model.analyses import REST
from rbsolve.validation.solving import folder_of_decks


class Misfit(Exception):
    """The error that a recipe cannot run a deck. str() returns the reason."""


def names() -> frozenset[str]:
    """Return the kernels that this process has requested."""
    from rbsolve.solver.compiler.entries import entry_names

    return frozenset(entry_names())


def run(recipe: Recipe) -> frozenset[str]:
    """Run a recipe, and return the names of the kernels that this process had not requested before.

    Raise Misfit if the deck does not support the method.

    An unchanged deck is solved to its end. Other runs stop after the first call of the time loop.
    """
    before = names()
    checked = _check(recipe)
    from rbsolve.runs.linearize import LinearizeAtEnd
    from rbsolve.runs.run import run_model
    from rbsolve.solver.run.supervision import Supervision

    if recipe.is_linearized:
        run_model(checked, None, sequel=LinearizeAtEnd(checked.model, each_body=True))
    else:
        run_model(checked, None, Supervision(interrupted=lambda: not recipe.is_of_deck))
    return names() - before


def missing_kernels(recipes: Iterable[Recipe]) -> dict[Recipe, frozenset[str]]:
    """Return each recipe that needs new kernels, and the names of these kernels. A kernel is new if no earlier recipe
    needs it.
    """
    found = {}
    for recipe in recipes:
        try:
            asked = run(recipe)
        except Misfit:
            continue
        if asked:
            found[recipe] = asked
    return found


def absent_kernels(recipes: Iterable[Recipe]) -> dict[Recipe, str]:
    """Return the recipes that cannot run without numba, each with its error message."""
    found = {}
    for recipe in recipes:
        try:
            run(recipe)
        except Misfit:
            continue
        except ImportError as error:
            found[recipe] = str(error)
    return found


def _check(recipe: Recipe) -> CheckedDeck:
    options = Options(
        integrator=recipe.integrator,
        formulation=recipe.formulation,
        method_options=dict(recipe.options),
        analysis=recipe.analysis or (REST if recipe.is_linearized else None),
    )
    text = TEXTS.get(recipe.deck)
    checked = check_deck(folder_of_decks() / recipe.deck if text is None else text, options)
    check_runnable(checked)
    if checked.solvable is None:
        raise Misfit("; ".join(finding.message for finding in checked.diagnostics))
    return checked
