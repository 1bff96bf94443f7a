"""Completes what a command may ask of a deck, in a comment with an `rbsolve` command. It offers scalars of sensors, their
components, and design parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rbsolve.editor.deck import OpenDeck
from rbsolve.language.expressions.program import FUNCTIONS
from rbsolve.parser.schema.sensors import SENSOR_TYPE
from rbsolve.results.scalars.reductions import KINDS

_COMMAND = re.compile(r"![^!]*?\brbsolve\s+(sensitivity|fit|optimize|sweep|collect)\b(.*)$")
_PARAMETER = re.compile(r"(?:-p|--parameter)\s+\"?[\w.:]*$")
_CHANNEL = re.compile(r"--match\s+\"?[^\s=]+=\w*$")
_WORD = re.compile(r"[\w.]*$")


class Asked(NamedTuple):
    """A word that is offered, and its meaning."""

    word: str
    meaning: str


def word_of(head: str) -> str:
    """Return the part of the word before the cursor. `head` is the line before the cursor."""
    found = _WORD.search(head)
    return found[0] if found else ""


def what_may_be_asked(head: str, known: OpenDeck) -> Iterator[Asked]:
    """Yield the words that may follow in a command. `head` is the line before the cursor."""
    command = _COMMAND.search(head)
    if command is None or not command[2]:
        return
    if _PARAMETER.search(head):
        for name, value in known.parameters.items():
            if not isinstance(value, tuple):
                yield Asked(f"{name.removeprefix('#')}=", f"{value:g}")
        return
    yield from _columns(known)
    if _CHANNEL.search(head):
        return
    for name, kind in KINDS.items():
        yield Asked(name, kind.meaning)
    for name in sorted(FUNCTIONS.keys() - KINDS.keys()):
        yield Asked(name, "function")
    for name in known.parameters:
        yield Asked(name, "design parameter")


def _columns(known: OpenDeck) -> Iterator[Asked]:
    """Yield the sensors with one component, and the components of the other sensors."""
    for name in known.names("SENSOR"):
        sensor = known.described[0].of_kind("SENSOR").get(name)
        kind = SENSOR_TYPE.get(sensor["SENSOR_TYPE"]) if sensor is not None and "SENSOR_TYPE" in sensor else None
        meaning = kind.meaning if kind is not None else "sensor"
        labels = known.labels_of(name)
        for label in labels if len(labels) > 1 else ():
            yield Asked(f"{name}.{label}", meaning)
        if len(labels) < 2:
            yield Asked(name, meaning)
