"""Defines the contents of a checked deck, with the place of each item. These contents are the only input of the later
stages.

A `Described` is a named object (a point, a body, a sensor) with values checked against its block schema. Numbers are
evaluated and have the units of the deck. Names are not resolved. The object contains its span, so that a message about
a failed run can name the object and its line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rbsolve.language.diagnostics import Source, Span


class Value(NamedTuple):
    """The checked value of a keyword, and its place. The value is a float, an int, a str, or a tuple of these,
    depending on the counts of the schema.
    """

    data: Any
    span: Span


@dataclass(frozen=True, slots=True)
class Described:
    """A named object of the deck.

    `kind` is the name keyword without `_NAME`: "POINT", "TRIAD", "FIXED_FRAME", "RIGID_BODY", "REVOLUTE_JOINT", ...
    `values` maps keywords without the `@` ("COORDINATES") to values. Default values of the schema are included. Their
    span is the object's own span. A keyword without a value and without a default is not in `values`. A repeatable
    keyword (`HARMONIC`, `TIME`) has a tuple in deck order. A container keyword has a tuple of `Described`.
    """

    kind: str
    name: str
    span: Span
    values: Mapping[str, Value] = field(default_factory=dict)

    def __contains__(self, keyword: str) -> bool:
        return keyword in self.values

    def __getitem__(self, keyword: str) -> Any:
        """Return the data of a keyword. Raise KeyError if the deck does not give the keyword and the schema has no
        default.
        """
        return self.values[keyword].data

    def get(self, keyword: str, default: Any = None) -> Any:
        """Return the data of a keyword, or `default`."""
        value = self.values.get(keyword)
        return default if value is None else value.data

    def value(self, keyword: str) -> Value | None:
        """Return the data of a keyword and its place. Return None if the deck does not give the keyword and the schema
        has no default.
        """
        return self.values.get(keyword)

    def span_of(self, keyword: str) -> Span:
        """Return the place of a keyword's value, or the object's own place if the keyword has no value."""
        value = self.values.get(keyword)
        return self.span if value is None else value.span

    def path_of(self, keyword: str) -> str:
        """Return the path of the file that a keyword names. A relative path in the deck is relative to the folder of
        the keyword's file.
        """
        value = self.values[keyword]
        return value.span.source.file(value.data.replace("\\", "/"))


class ParameterNote(NamedTuple):
    """Unit and description of a design parameter."""

    unit: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Description:
    """A whole checked deck.

    `objects[kind][name]` is in deck order. `parameters` contains the values of design parameters after the command
    line's overrides (a float, or a tuple of floats). `sources` starts with the master deck, followed by each included
    file.
    """

    objects: Mapping[str, Mapping[str, Described]]
    parameters: Mapping[str, float | tuple[float, ...]]
    sources: tuple[Source, ...]
    notes: Mapping[str, ParameterNote] = field(default_factory=dict)
    """Units and descriptions of the design parameters. Parameters without a unit and a description are not included."""

    def of_kind(self, kind: str) -> Mapping[str, Described]:
        """Return all objects of a kind by name, in deck order. The mapping is empty without such objects."""
        return self.objects.get(kind, {})

    def all_of(self, *kinds: str) -> Iterator[Described]:
        """Yield all objects of several kinds, kind by kind."""
        for kind in kinds:
            yield from self.of_kind(kind).values()

    def companions(self) -> list[str]:
        """Return the existing files that the deck names but does not include. These files are meshes of shapes."""
        names = {shape.path_of("FILE_NAME") for shape in self.all_of("SHAPE") if "FILE_NAME" in shape}
        return sorted(filter(os.path.isfile, names))


class LaterDescription(Description):
    """A description whose changing objects are read when they are first used. Most cases of an ensemble do not need
    these objects.
    """

    __slots__ = ("_changing", "_first", "_made", "_read")
    _changing: Collection[str]
    _first: Description
    _made: Description | None
    _read: Callable[[], tuple[Description, Any] | None]

    def __init__(
        self, first: Description, changing: Collection[str], read: Callable[[], tuple[Description, Any] | None]
    ) -> None:
        """`first` contains the objects of all kinds except `changing`. `read` returns the complete description."""
        for name, value in (("_first", first), ("_changing", changing), ("_made", None), ("_read", read)):
            object.__setattr__(self, name, value)

    def _whole(self) -> Description:
        made = self._made
        if made is None:
            described = self._read()
            assert described is not None  # the deck was already read in parts, so it can be read again
            made = described[0]
            object.__setattr__(self, "_made", made)
        return made

    @property
    def objects(self) -> Mapping[str, Mapping[str, Described]]:
        """Return all objects."""
        return self._whole().objects

    @property
    def parameters(self) -> Mapping[str, float | tuple[float, ...]]:
        """Return the values of the design parameters."""
        return self._whole().parameters

    @property
    def sources(self) -> tuple[Source, ...]:
        """Return the files of the deck."""
        return self._first.sources

    @property
    def notes(self) -> Mapping[str, ParameterNote]:
        """Units and descriptions of design parameters."""
        return self._first.notes

    def of_kind(self, kind: str) -> Mapping[str, Described]:
        """Return all objects of a kind by name."""
        return self._whole().of_kind(kind) if kind in self._changing else self._first.of_kind(kind)
