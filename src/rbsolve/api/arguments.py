"""Checks the arguments that Python users pass: decks, files, options and parameters. Errors name the argument."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rbsolve.pipeline import (
    Options,
    Parameter,
)

if TYPE_CHECKING:
    from rbsolve.building.deck import Deck


Array = NDArray[np.float64]
DeckSource: TypeAlias = "str | os.PathLike[str] | Deck"
"""The accepted types of a deck: a path, the text of a deck, or a `Deck` built in Python. A string is read as text if it
contains a line break, or a keyword with its brace.
"""
File = str | os.PathLike[str]


def locate(deck: DeckSource) -> Path | str:
    """Return the path of a deck, or the text of a deck. Raise TypeError if `deck` is no deck."""
    from rbsolve.building.builder import Builder
    from rbsolve.language.syntax.text import is_text

    if isinstance(deck, Builder):
        return deck.text()
    if not isinstance(deck, str | os.PathLike):
        raise TypeError(f"a deck must be a path, the text of a deck or an rbsolve.Deck, not {deck!r}")
    return deck if isinstance(deck, str) and is_text(deck) else Path(deck)


def file_of(argument: str, path: File) -> Path:
    """Return `path` as a Path. If it is not a path, raise a TypeError that names `argument`."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"{argument} must be the path of a file, not {path!r}")
    return Path(path)


def chosen_options(
    integrator: str | None = None,
    formulation: str | None = None,
    step: float | None = None,
    t_end: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Options:
    """Return the options that override the settings of the deck. Raise TypeError and ValueError for invalid arguments.
    All other errors are found when the deck is checked.
    """
    for name, word in (("integrator", integrator), ("formulation", formulation)):
        if not isinstance(word, str | None):
            raise TypeError(f"{name} must be a name, not {word!r}")
    for name, number in (("step", step), ("t_end", t_end)):
        if not isinstance(number, Real | None):
            raise TypeError(f"{name} must be a number of seconds, not {number!r}")
        if number is not None and not math.isfinite(number):
            raise ValueError(f"{name} must be a number of seconds, not {number}")
    return Options(
        integrator=integrator,
        formulation=formulation,
        step=step,
        t_end=t_end,
        method_options={keyword.removeprefix("@"): value for keyword, value in mapping("options", options).items()},
    )


def mapping(what: str, given: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return `given`, or an empty mapping if it is None. Raise TypeError for any other value."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise TypeError(f"{what} must be a mapping from names to values, not {given!r}")
    for name, value in given.items():
        if value is None:
            raise TypeError(f"{what}: {name} has no value")
    return given


def parameter_values(given: Mapping[str, Any] | None) -> dict[str, Parameter]:
    """Convert numbers, arrays and strings to the form that the parser accepts."""
    given = mapping("parameters", given)
    return {name: value if isinstance(value, str) else _numbers(name, value) for name, value in given.items()}


def _numbers(name: str, value: Any) -> float | tuple[float, ...]:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"parameters: {name} must be a number, a list of numbers or a text, not {value!r}") from None
    return float(array) if array.ndim == 0 else tuple(array.ravel().tolist())
