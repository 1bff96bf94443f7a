"""Converts a deck to the short form for `rbsolve format --shorten`.

Points are moved to the places of their use. Frames and mass properties are moved into their bodies. A type is removed
if other keywords determine it. Sensors that follow each other become one block. If the new text would give a model that
is not bitwise identical, the deck remains unchanged. Objects are not moved if they are in repetitions or templates,
have comments, or are also used elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rbsolve.editor.names import Occurrence, blocks_of, keyword_of, may_become, occurrences
from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.includes import names_files, read_deck
from rbsolve.language.syntax.reader import read_tree
from rbsolve.language.syntax.tree import Block, Item
from rbsolve.language.table import INERTIAL_FRAME, INERTIAL_TRIAD, BlockSchema
from rbsolve.parser.description.sensor_lists import DISTRIBUTED
from rbsolve.parser.description.short_forms import in_place
from rbsolve.parser.schema.bodies import MASS_PROPERTY, RIGID_BODY
from rbsolve.parser.schema.geometry import FIXED_FRAME, POINT
from rbsolve.parser.schema.registry import OBJECT_BLOCKS, WRITTEN_BY_DEFINITION
from rbsolve.parser.schema.sensors import SENSOR
from rbsolve.parser.schema.templates import INSTANCES, TEMPLATE_NAME, TEMPLATES
from rbsolve.parser.schema.wrappers import REPEAT
from rbsolve.pipeline import CheckedDeck, Options, Parsed, check_parsed

Edit = tuple[int, int, str]
"""The start and end of a replaced text, and its replacement."""

SHORT_POINT = 28  # maximum length of a point that is repeated in several places, in characters


class NotShortened(Exception):
    """The error that a deck is not shortened. str() returns the reason."""


class _Object(NamedTuple):
    """An object that may be moved to the place of its use."""

    block: Block
    values: dict[str, str]
    """The items of the object's keywords, as text."""


def shorten(text: str, path: Path | None = None) -> str:
    """Return the deck in the short form. Raise NotShortened if the deck has errors or includes files, or if its model
    would change.
    """
    if names_files(text):
        raise NotShortened("it includes files that may use its definitions")
    after = text
    for kind in (_bodies, _points, _types, _sensors, _empty_definitions):
        after = _edit(after, list(kind(Deck(after))))
    folder = Path() if path is None else path.parent
    if after != text and not is_same_model(text, after, folder):
        raise NotShortened("the model of its short form would not be bitwise identical")
    return after


class Deck:
    """The text of a deck, with its tree and the places of all names."""

    def __init__(self, text: str) -> None:
        found = Diagnostics()
        self.text = text
        self.tree = read_tree(Source("<text>", text), found)
        if found.has_errors:
            raise NotShortened("it has syntax errors")
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self.blocks = list(blocks_of(self.tree))
        self._uses: dict[tuple[str, str], int] = {}
        self._patterns: list[Occurrence] = []
        for one in occurrences(self.tree):
            if "#" in one.name:
                self._patterns.append(one)
            elif not one.is_definition:
                for family in one.families:
                    self._uses[family, one.name] = self._uses.get((family, one.name), 0) + 1

    def at(self, line: int, column: int) -> int:
        """Return the offset of a place."""
        return self._starts[line - 1] + column - 1

    def extent(self, block: Block) -> tuple[int, int]:
        """Return the start and end of a block."""
        return self.at(block.line, block.column), self.at(block.end_line, block.end_column) + 1

    def uses(self, name: str, family: str) -> int:
        """Return the number of uses of a name. If the name depends on a variable, a large number is returned."""
        if any(family in one.families and may_become(one.name, name) for one in self._patterns):
            return len(self.text)
        return self._uses.get((family, name), 0)

    def objects(self, schema: BlockSchema) -> dict[str, _Object]:
        """Return the objects of a kind that may be moved, by name."""
        known = {keyword.name for keyword in schema.keywords}
        found: dict[str, _Object] = {}
        for block, around in self.blocks:
            if block.keyword != schema.name_keyword or block.body is None or not block.items or _is_repeated(around):
                continue
            begin, end = self.extent(block)
            stop = self.text.find("\n", end)
            if "!" in self.text[begin : len(self.text) if stop < 0 else stop]:
                continue
            if all(child.body is None and child.items and child.keyword in known for child in block.body):
                found[block.items[0].text] = _Object(block, {child.keyword: _items(child) for child in block.body})
        return found

    def remove(self, block: Block) -> Edit:
        """Return the edit that removes an object. If the line of the object contains no other text, the line is also
        removed.
        """
        begin, end = self.extent(block)
        line, stop = self.text.rfind("\n", 0, begin) + 1, self.text.find("\n", end)
        stop = len(self.text) if stop < 0 else stop + 1
        if not self.text[line:begin].strip() and not self.text[end:stop].strip():
            return line, stop, ""
        while self.text[end : end + 1] == " ":
            end += 1
        return begin, end, ""


def _bodies(deck: Deck) -> Iterator[Edit]:
    """Yield the edits that move frames and mass properties into a body, if only this body uses them."""
    frames, masses = deck.objects(FIXED_FRAME), deck.objects(MASS_PROPERTY)
    for body, around in deck.blocks:
        if body.keyword != RIGID_BODY.name_keyword or not body.body or _is_repeated(around):
            continue
        given = {child.keyword: child for child in body.body}
        for keyword, known, schema in (
            ("FRAME_NAME", frames, FIXED_FRAME),
            ("MASS_PROPERTY_NAME", masses, MASS_PROPERTY),
        ):
            child = given.get(keyword)
            name = child.items[0].text if child is not None and child.items else ""
            found = known.get(name)
            if child is None or found is None or deck.uses(name, schema.family) != 1:
                continue
            yield (*deck.extent(child), _write(found.values))
            yield deck.remove(found.block)


def _write(values: dict[str, str]) -> str:
    """Return the keywords of a frame or a mass property as text. The keywords have the names that are valid in a body."""
    kept = dict(values)
    words = {"CENTRE_OF_MASS_LOCATION": "CENTRE_OF_MASS"}
    if "POINT2_NAME" not in kept:
        words["POINT1_NAME"] = "AT_POINT"
        if kept.get("TRIAD_NAME") == INERTIAL_TRIAD:
            del kept["TRIAD_NAME"]
    return _keywords({words.get(key, key): value for key, value in kept.items()})


def _keywords(values: dict[str, str]) -> str:
    return " ".join(f"@{key} {{{value}}}" for key, value in values.items())


def _points(deck: Deck) -> Iterator[Edit]:
    """Yield the edits that move points to the places of their use. Only short points, and points that are used once,
    are moved.
    """
    known = deck.objects(POINT)
    places: dict[str, list[Item]] = {}
    for block, around in deck.blocks:
        keyword = keyword_of(block, around)
        if keyword is not None and keyword.takes_places and block.items and in_place(block.items) is None:
            places.setdefault(block.items[0].text, []).append(block.items[0])
    for name, found in known.items():
        place = found.values.get("COORDINATES", "")
        frame = found.values.get("IS_DEFINED_IN_FRAME", INERTIAL_FRAME)
        place = place if frame == INERTIAL_FRAME else f"{place}, {frame}"
        here, count = places.get(name, []), deck.uses(name, POINT.family)
        if not place or not here or len(here) != count or (count > 1 and len(place) > SHORT_POINT):
            continue
        yield from ((deck.at(*item[3:5]), deck.at(*item[5:7]), place) for item in here)
        yield deck.remove(found.block)


def _types(deck: Deck) -> Iterator[Edit]:
    """Yield the edits that remove the type of an object if the other keywords determine it."""
    for block, _ in deck.blocks:
        variants = _INFERRED.get(block.keyword)
        given = {child.keyword: child for child in block.body or ()}
        child = given.get(variants.selector) if variants is not None else None
        if variants is None or child is None or not child.items or "!" in deck.text[slice(*deck.extent(child))]:
            continue
        if [variant.choice for variant in variants.fitting(given.keys())] == [child.items[0].text]:
            yield deck.remove(child)


def _sensors(deck: Deck) -> Iterator[Edit]:
    """Yield the edits that combine consecutive sensors to one block. The sensors differ only in their types, or only in
    their objects.
    """
    known = deck.objects(SENSOR)
    for definition, _ in deck.blocks:
        if definition.keyword != SENSOR.definition:
            continue
        for similar in _runs([known.get(_items(block)) for block in definition.body or ()]):
            begin, end = deck.extent(similar[0].block)[0], deck.extent(similar[-1].block)[1]
            if "!" in deck.text[begin:end]:
                continue
            values = {
                key: _joined([one.values[key] for one in similar]) if key in DISTRIBUTED else text
                for key, text in similar[0].values.items()
            }
            names = ", ".join(_items(one.block) for one in similar)
            written = f"@{SENSOR.name_keyword} {{{names}}} {{ {_keywords(values)} }}"
            yield (*deck.extent(similar[0].block), written)
            yield from (deck.remove(one.block) for one in similar[1:])


def _runs(sensors: list[_Object | None]) -> Iterator[list[_Object]]:
    """Yield the longest sequences of at least two consecutive sensors that one block can define."""
    run: list[_Object] = []
    for one in [*sensors, None]:
        if run and one is not None and _is_similar(run[0], one):
            run.append(one)
            continue
        if len(run) > 1:
            yield run
        run = [] if one is None else [one]


def _is_similar(one: _Object, other: _Object) -> bool:
    """Return whether two sensors differ only in the type, or only in the object."""
    differences = {key for key in one.values if one.values[key] != other.values.get(key)}
    return one.values.keys() == other.values.keys() and (
        differences <= {"SENSOR_TYPE"} or (differences <= {"OBJECT_NAME", "SIGNAL_NAME"} and len(differences) == 1)
    )


def _joined(texts: list[str]) -> str:
    return texts[0] if len(set(texts)) == 1 else ", ".join(texts)


_INFERRED = {
    block.name_keyword: block.variants for block in OBJECT_BLOCKS if block.variants and block.variants.inferred
}


def _empty_definitions(deck: Deck) -> Iterator[Edit]:
    """Yield the edits that remove definitions that have become empty."""
    for block, _ in deck.blocks:
        begin, end = deck.extent(block)
        is_empty = "".join(deck.text[begin:end].split()) == f"@{block.keyword}{{}}"
        if is_empty and block.keyword in WRITTEN_BY_DEFINITION:
            yield deck.remove(block)


def _items(block: Block) -> str:
    return ", ".join(" ".join(item.text.split()) for item in block.items or ())


def _is_repeated(around: tuple[Block, ...]) -> bool:
    return any(outer.keyword in (REPEAT, TEMPLATES, TEMPLATE_NAME, INSTANCES) for outer in around)


def _edit(text: str, edits: list[Edit]) -> str:
    for begin, end, written in sorted(edits, reverse=True):
        text = text[:begin] + written + text[end:]
    return text


def is_same_model(before: str, after: str, folder: Path) -> bool:
    """Return whether two decks in a folder have bitwise identical models."""
    one, other = (_check(text, folder) for text in (before, after))
    if one.diagnostics.has_errors:
        raise NotShortened("it has errors")
    if one.compiled is None:
        raise NotShortened("it has no analysis and therefore no model to compare")
    if other.compiled is None:
        return False
    parts = ("model", "initial", "reference_x", "reference_R")
    return all(_same(getattr(one.compiled, part), getattr(other.compiled, part)) for part in parts) and (
        [plan.name for plan in one.sensors] == [plan.name for plan in other.sensors]
    )


def _check(text: str, folder: Path) -> CheckedDeck:
    diagnostics = Diagnostics()
    tree, sources = read_deck(Source(os.path.join(folder, "deck"), text), diagnostics, folder=folder)
    return check_parsed(Parsed(tree, sources, diagnostics), Options())


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray):
        return bool(a.shape == b.shape and a.tobytes() == b.tobytes())
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    return bool(a == b) or a != a
