"""Converts diagnostics of a check to diagnostics of a run, which also name the object. Also converts diagnostics of a
run to text.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from rbsolve.language.described import Described
from rbsolve.solver.model.findings import Finding

if TYPE_CHECKING:
    from rbsolve.language.described import Description
    from rbsolve.language.diagnostics import Diagnostic, Span
    from rbsolve.pipeline import CheckedDeck


def findings_of(checked: CheckedDeck) -> tuple[Finding, ...]:
    """Return the diagnostics of a check, in the order of the deck."""
    return described_findings(checked.diagnostics, checked.description)


def described_findings(diagnostics: Iterable[Diagnostic], description: Description | None) -> tuple[Finding, ...]:
    """Convert diagnostics of a check into diagnostics of a run. Without a description of the deck, the diagnostics name
    no objects.
    """
    found = list(diagnostics)
    if not found:
        return ()
    folder = "" if description is None else os.path.dirname(description.sources[0].name)
    return tuple(
        Finding(
            math.nan,
            diagnostic.severity.value,
            diagnostic.code.value,
            diagnostic.message.replace(f"{folder}/", "") if folder else diagnostic.message,
            "" if description is None else object_at(description, diagnostic.span),
            diagnostic.hint or "",
            os.path.relpath(diagnostic.file, folder or ".").replace("\\", "/"),
            diagnostic.line,
        )
        for diagnostic in found
    )


def as_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Convert diagnostics into types of JSON. A missing time becomes None."""
    return [finding._asdict() | {"time": None if math.isnan(finding.time) else finding.time} for finding in findings]


def from_json(listed: Iterable[Mapping[str, Any]]) -> tuple[Finding, ...]:
    """Convert types of JSON into diagnostics: the inverse of `as_json`."""
    fields = [{name: said[name] for name in Finding._fields if name in said} for said in listed]
    return tuple(Finding(**{**said, "time": math.nan if said["time"] is None else said["time"]}) for said in fields)


def as_text(findings: Iterable[Finding]) -> str:
    """Convert diagnostics to one line of JSON text. If there are none, the text is empty."""
    listed = as_json(findings)
    return json.dumps(listed, ensure_ascii=False) if listed else ""


def from_text(text: str) -> tuple[Finding, ...]:
    """Convert a line of JSON text into diagnostics: the inverse of `as_text`."""
    return from_json(json.loads(text)) if text else ()


def object_at(description: Description, place: Span) -> str:
    """Return the object whose block contains a place, such as `body top`. The text is empty if no block contains the
    place.
    """
    start = (place.line, place.column)
    best: tuple[tuple[int, int], Described] | None = None
    for objects in description.objects.values():
        for described in objects.values():
            name = described.span
            begin = (name.line, name.column)
            if name.source.name != place.source.name or begin > start or (best is not None and begin <= best[0]):
                continue
            best = begin, described
    if best is None or start >= max(_ends(best[1])):
        return ""
    return words_for(best[1])


def _ends(described: Described) -> Iterator[tuple[int, int]]:
    """Yield the positions at which the name and the values of an object end."""
    source = described.span.source.name
    for span in (described.span, *(value.span for value in described.values.values())):
        if span.source.name == source:
            yield span.end_line, span.end_column
    for value in described.values.values():
        yield from _ends_within(value.data)


def _ends_within(data: Any) -> Iterator[tuple[int, int]]:
    for part in data if isinstance(data, tuple) else ():
        if isinstance(part, Described):
            yield from _ends(part)


def words_for(described: Described) -> str:
    """For messages, return the kind and the name of an object, such as `point P`. An object in short form has words
    such as `point of arm`.
    """
    owner, made, _ = described.name.partition("@")
    return f"{_word_for(described.kind)} of {owner}" if made else f"{_word_for(described.kind)} {described.name}"


@cache
def _word_for(kind: str) -> str:
    from rbsolve.language.table import FAMILIES
    from rbsolve.parser.schema.registry import OBJECT_BLOCKS

    family = next((block.family for block in OBJECT_BLOCKS if block.kind == kind), "")
    return FAMILIES[family].title if family in FAMILIES else kind.lower().replace("_", " ")
