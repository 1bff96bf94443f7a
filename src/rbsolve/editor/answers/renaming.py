"""Answers requests for navigation and renaming. Converts the places of a name to the form of the protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.names import NAME_TEXT, PARAMETER, PARAMETER_TEXT, Occurrence, same
from rbsolve.editor.places import range_of
from rbsolve.parser.schema.templates import PARAMETER as TEMPLATE_PARAMETER

_BARE = re.compile(r"[A-Za-z0-9_]+")


def locations(places: Iterable[Occurrence], master: OpenDeck, uri: str) -> list[types.Location]:
    """Convert places to locations of the protocol."""
    texts = {source.name: source.text.split("\n") for source in master.whole[1]}
    return [
        types.Location(uri_of(place.span.source.name, master, uri), range_of(texts[place.span.source.name], place.span))
        for place in places
    ]


def highlights(places: Iterable[Occurrence], deck: OpenDeck) -> list[types.DocumentHighlight]:
    """Return the places of a name in a file. Each place is marked as a definition or a reference."""
    return [
        types.DocumentHighlight(
            range_of(deck.lines, place.span),
            types.DocumentHighlightKind.Write if place.is_definition else types.DocumentHighlightKind.Read,
        )
        for place in places
        if place.span.source.name == deck.name
    ]


def uri_of(name: str, master: OpenDeck, uri: str) -> str:
    """Return the URI of a deck's file. If the deck is not a file, return the URI of the requesting document."""
    return uri if master.path is None else Path(name).resolve().as_uri()


class CannotRename(ValueError):
    """The error that a name cannot be changed. str() is the message to the user."""


def edits(places: Iterable[Occurrence], name: str, master: OpenDeck, uri: str) -> types.WorkspaceEdit:
    """Return the edits that rename all occurrences, in all files.

    Raise CannotRename if the new text is not a name or is already in use, or if the deck does not define the name. Also
    raise it if the name is spelt differently at some places, such as `tip_3` and `tip_#i`.
    """
    places = list(places)
    defined = next((place for place in places if place.is_definition), None)
    if defined is None:
        raise CannotRename("no name of the deck is defined here")
    patterns = sorted({place.name for place in places}, key=lambda text: "#" not in text)
    if len(patterns) > 1:
        raise CannotRename(f"`{patterns[-1]}` is one of the names that `{patterns[0]}` expands to: rename them by hand")
    is_parameter = defined.families == (PARAMETER,)
    if is_parameter and not name.startswith("#"):
        name = f"#{name}"
    is_bare = defined.families[0].startswith(TEMPLATE_PARAMETER)
    name = name.removeprefix("#") if is_bare else name
    if not (_BARE if is_bare else PARAMETER_TEXT if is_parameter else NAME_TEXT).fullmatch(name):
        raise CannotRename(f"`{name}` is not a name")
    same_name = same(master.whole[0], defined._replace(name=name))
    if name != defined.name and any(other.is_definition for other in same_name):
        raise CannotRename(f"`{name}` already exists")
    changes: dict[str, list[types.TextEdit]] = {}
    for location in locations(places, master, uri):
        changes.setdefault(location.uri, []).append(types.TextEdit(location.range, name))
    return types.WorkspaceEdit(changes=changes)
