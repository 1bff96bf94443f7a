"""Lists runs that together need all kernels. They are unchanged decks and variants, linearized variants, and the runs
in `recipes.json`. Because the list contains runs, not kernels, it stays valid if the arguments of a kernel change. It
is also the same on every machine. The command `python -m rbsolve.kernels record` creates the list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from rbsolve.kernels.variants import TEXTS
from rbsolve.parser.schema.integrators import ADAPTIVE_TABLEAUX, FORMULATIONS_OF
from rbsolve.solver.model.analyses import STATIC
from rbsolve.validation.solving import folder_of_decks

RECIPES = Path(__file__).parent / "recipes.json"
_ADAPTIVE: dict[str, dict[str, object]] = {
    "EXPLICIT_RUNGE_KUTTA": {"TABLEAU": ADAPTIVE_TABLEAUX[-1], "RELATIVE_TOLERANCE": 1e-6},
    "GENERALIZED_ALPHA": {"LOCAL_ERROR_TOLERANCE": 1e-4},
}
"""The options for adaptive steps."""
_STAGES: dict[str, tuple[int, ...]] = {"LOBATTO_IIIA_B": (2, 3), "GAUSS_LOBATTO": (1, 2)}


class Recipe(NamedTuple):
    """A run: a deck and a method. An omitted value is taken from the deck."""

    deck: str
    """A file in `decks/`, or a name in `variants.py`."""
    integrator: str | None = None
    formulation: str | None = None
    options: tuple[tuple[str, object], ...] = ()
    """Keywords of @TIME_INTEGRATOR_DEFINITION."""
    is_linearized: bool = False
    """Whether the deck is linearized: at the start, or with the analysis STATIC at the equilibrium."""
    analysis: str | None = None

    @property
    def is_of_deck(self) -> bool:
        """Return whether the deck is solved without changes."""
        return self == Recipe(self.deck)

    def as_json(self) -> dict[str, Any]:
        """Return the recipe in types of JSON. Default values are omitted."""
        given = {name: value for name, value in self._asdict().items() if value}
        return {**given, "options": dict(self.options)} if self.options else given

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Recipe:
        """Return the inverse of `as_json`."""
        return cls(**{**given, "options": tuple(given.get("options", {}).items())})


def decks() -> list[str]:
    """Return the decks of this installation."""
    return sorted(path.name for path in folder_of_decks().glob("*.deck"))


def recorded_recipes() -> list[Recipe]:
    """Return the list of runs. It contains each unchanged deck and variant, each linearized variant, and then the
    content of `recipes.json`.
    """
    listed = [Recipe.from_json(given) for given in json.loads(RECIPES.read_text())]
    return [*map(Recipe, decks()), *map(Recipe, TEXTS), *_linearized_recipes(TEXTS), *listed]


def _linearized_recipes(names: Iterable[str]) -> Iterator[Recipe]:
    for name in names:
        yield Recipe(name, is_linearized=True)
        yield Recipe(name, is_linearized=True, analysis=STATIC)


def record(recipes: Iterable[Recipe]) -> None:
    """Write `recipes.json`, with a run per line."""
    present = {*map(Recipe, decks()), *map(Recipe, TEXTS), *_linearized_recipes(TEXTS)}
    lines = [json.dumps(recipe.as_json()) for recipe in recipes if recipe not in present]
    RECIPES.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def recipes_to_check() -> list[Recipe]:
    """Return the runs that show whether a wheel has all kernels. The unchanged decks are omitted, because `.ci/wheel`
    solves them. Every variant is added with the first and the last formulation of every integrator.
    """
    ends = {None, *(formulations[k] for formulations in FORMULATIONS_OF.values() for k in (0, -1))}
    of_variants = [each for each in candidates() if each.deck in TEXTS and each.formulation in ends]
    listed = [each for each in recorded_recipes() if each.deck in TEXTS or not each.is_of_deck]
    return [*dict.fromkeys([*of_variants, *listed])]


def candidates() -> Iterator[Recipe]:
    """Yield runs of every deck and every variant: unchanged, linearized, and with every method. Methods have fixed
    steps and adaptive steps.
    """
    every = [*decks(), *TEXTS]
    yield from map(Recipe, every)
    yield from _linearized_recipes(every)
    for (integrator, formulations), deck in product(FORMULATIONS_OF.items(), every):
        for formulation in formulations:
            for stages in _STAGES.get(integrator, (0,)):
                fixed = (("NUMBER_OF_STAGES", stages),) if stages else ()
                yield Recipe(deck, integrator, formulation, fixed)
            if integrator in _ADAPTIVE:
                yield Recipe(deck, integrator, formulation, tuple(_ADAPTIVE[integrator].items()))
