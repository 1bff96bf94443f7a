"""Defines the record of values by which the command line, a script or a study overrides a deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from rbsolve.language.diagnostics import Moved, Source, Span

Parameter = str | float | Sequence[float]
"""The value of a design parameter. The value is a number, several numbers, or a text as in a deck."""

NOTHING: Mapping[str, Any] = {}  # MappingProxyType cannot be pickled


class Options(NamedTuple):
    """The overrides of a deck. None keeps the deck's value."""

    parameters: Mapping[str, Parameter] = NOTHING
    """Values of design parameters."""
    integrator: str | None = None
    """An INTEGRATOR_TYPE, or a short name such as RK44."""
    formulation: str | None = None
    step: float | None = None
    """Time step [s]."""
    t_end: float | None = None
    """End time [s]."""
    allow_include: tuple[Path, ...] = ()
    """Folders with permitted included files, in addition to the deck's own folder."""
    moved: Moved | None = None
    """The original folder and the new folder of a copied deck."""
    werror: bool = False
    """Whether warnings count as errors."""
    method_options: Mapping[str, object] = NOTHING
    """Keywords of @TIME_INTEGRATOR_DEFINITION, such as {"TABLEAU": "RK67"}, as a deck or a script writes them."""
    ends_only: bool = False
    """Whether to write only the first and the last output row."""
    analysis: str | None = None
    """The analysis that replaces the deck's ANALYSIS_TYPE (solver/model/analyses.py)."""
    instant: float | None = None
    """The end time [s] of a run to one instant. If it equals the start time, only the initial state is computed."""
    output_step: float | None = None
    """Time between output rows [s]."""
    start_from: str | None = None
    """The output row of a results file from which the run starts, as `OUT.h5[@TIME]`."""

    def place(self, name: str, in_deck: Span) -> Span:
        """Return the place for an error about a value. The value of an option has a place in an artificial text
        `<step>`, such as `step = 1e-3`. If the value comes from the deck, return `in_deck`.
        """
        value = getattr(self, name)
        if value is None:
            return in_deck
        said = f"{name} = {value:g}" if isinstance(value, float) else f"{name} = {value}"
        return Span(Source(f"<{name}>", said), 1, len(name) + 4, 1, len(said) + 1)

    def without_parameters(self) -> Options:
        """Return the options without parameters. All cases of a study share these options. The description of a case
        already contains the values of its parameters.
        """
        return self._replace(parameters=NOTHING)

    def as_json(self) -> dict[str, object]:
        """Return the options that are set, in types of JSON, without the place of a copied deck."""
        chosen: dict[str, Any] = {
            name: value.item() if hasattr(value, "item") else value
            for name, value in self._asdict().items()
            if _is_set(value)
        }
        chosen.pop("moved", None)
        if "allow_include" in chosen:
            chosen["allow_include"] = [str(folder) for folder in self.allow_include]
        for mapping in ("parameters", "method_options"):
            if mapping in chosen:
                chosen[mapping] = {name: _plain(value) for name, value in chosen[mapping].items()}
        return chosen

    @classmethod
    def from_json(cls, said: object) -> Options:
        """Return options from the result of `as_json`, without the folders of includes. Raise ValueError for other
        data.
        """
        if not isinstance(said, dict):
            raise ValueError(f"{said!r:.60} is not a set of options")
        chosen: dict[str, Any] = {}
        for name, value in said.items():
            kinds = _kinds().get(name)
            if kinds is None or not isinstance(value, kinds):
                raise ValueError(f"{name!r:.60} cannot be {value!r:.60}")
            chosen[name] = {key: _as_tuple(item) for key, item in value.items()} if isinstance(value, dict) else value
        chosen.pop("allow_include", None)
        return cls(**chosen)


_IN_JSON: dict[Any, Any] = {Mapping: dict, tuple: list, float: (int, float)}


@cache
def _kinds() -> dict[str, Any]:
    """Return the types of the options in JSON, from their annotations."""
    kinds = {}
    for name, hint in get_type_hints(Options).items():
        (kind,) = [each for each in get_args(hint) if each is not NoneType] if isinstance(hint, UnionType) else [hint]
        kind = get_origin(kind) or kind
        kinds[name] = _IN_JSON.get(kind, kind)
    del kinds["moved"]  # not in JSON, because the value is valid only on this machine
    return kinds


def _as_tuple(value: Any) -> Any:
    """Return a list as a tuple. Other values are returned unchanged."""
    if isinstance(value, list):
        return tuple(_as_tuple(item) for item in value)
    if not isinstance(value, (int, float, str)):
        raise ValueError(f"{value!r:.60} is not a value of an option")
    return value


def _is_set(value: object) -> bool:
    return value is not None and value is not False and not (isinstance(value, (tuple, Mapping)) and not value)


def _plain(value: object) -> object:
    """Return a value of an option as a number, a text or a list of numbers."""
    if isinstance(value, (str, int, float)):
        return value
    return [float(x) for x in value] if isinstance(value, Iterable) else str(value)
