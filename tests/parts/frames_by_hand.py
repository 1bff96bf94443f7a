"""Points, triads and frames that are created object by object."""

from __future__ import annotations

import itertools
from typing import Any

from rbsolve.geometry.resolve import resolve
from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Described, Description, Value
from rbsolve.language.diagnostics import Diagnostic, Diagnostics, Source, Span

SOURCE = Source("frames.deck", "")
INCLUDED = Source("more.dat", "")


class Deck:
    """A description that is created object by object. Each object is on its own line, and its keywords start in column
    10.
    """

    def __init__(self) -> None:
        self.objects: dict[str, dict[str, Described]] = {}
        self.lines = itertools.count(1)

    def add(self, kind: str, name: str, source: Source = SOURCE, **values: Any) -> Deck:
        line = next(self.lines)
        given = {
            keyword: Value(data, Span(source, line, 10 + i, line, 11 + i))
            for i, (keyword, data) in enumerate(values.items())
        }
        self.objects.setdefault(kind, {})[name] = Described(kind, name, Span(source, line, 1, line, 9), given)
        return self

    def point(self, name: str, *coordinates: float, **values: Any) -> Deck:
        return self.add("POINT", name, COORDINATES=coordinates, **values)

    def triad(self, name: str, **values: Any) -> Deck:
        return self.add("TRIAD", name, **values)

    def frame(self, name: str, **values: Any) -> Deck:
        return self.add("FIXED_FRAME", name, **values)

    def resolve(self) -> tuple[ResolvedGeometry, list[Diagnostic]]:
        diagnostics = Diagnostics()
        return resolve(Description(self.objects, {}, (SOURCE, INCLUDED)), diagnostics), list(diagnostics)


def with_body() -> Deck:
    deck = (
        Deck().point("O", 1, 0, 0).triad("T", EULER_ANGLES_313=(90, 0, 0)).frame("F", POINT1_NAME="O", TRIAD_NAME="T")
    )
    return deck.add("RIGID_BODY", "Arm", FRAME_NAME="F").point("P", 1, 5, 0)
