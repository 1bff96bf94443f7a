"""From a deck to its description in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rbsolve.parser.description.builder import describe
from rbsolve.parser.description.described import Description
from rbsolve.parser.description.overrides import Override
from rbsolve.parser.diagnostics import Diagnostics
from rbsolve.parser.syntax.includes import read_deck


def read_description(
    deck: Path | str,
    parameters: Mapping[str, Override] | None = None,
    allow_include: Iterable[Path | str] = (),
    *,
    name: str = "<text>",
) -> tuple[Description | None, Diagnostics]:
    """Read and check a deck.

    `deck` is a path, or the text itself (then called `name` in messages). `parameters` override design parameters. Gives
    the description, or None when the deck has errors, and all findings. Raises OSError when the deck itself cannot be read.
    """
    diagnostics = Diagnostics()
    tree, sources = read_deck(deck, diagnostics, allow_include=allow_include, name=name)
    description = describe(tree, sources, parameters or {}, diagnostics)
    return (None if diagnostics.has_errors else description), diagnostics
