"""Where the places of a name are, as the protocol says it: to go there, and to give it another name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.names import NAME_TEXT, PARAMETER, PARAMETER_TEXT, Occurrence
from rbsolve.editor.places import range_of
from rbsolve.parser.schema.templates import PARAMETER as TEMPLATE_PARAMETER

_BARE = re.compile(r"[A-Za-z0-9_]+")


def locations(places: Iterable[Occurrence], master: OpenDeck, uri: str) -> list[types.Location]:
    """The places as the protocol has them."""
    texts = {source.name: source.text.split("\n") for source in master.whole[1]}
    return [
        types.Location(uri_of(place.span.source.name, master, uri), range_of(texts[place.span.source.name], place.span))
        for place in places
    ]


def uri_of(name: str, master: OpenDeck, uri: str) -> str:
    """The address of a file of a deck; the asking document's own where the deck is no file."""
    return uri if master.path is None else Path(name).resolve().as_uri()


def edits(places: Iterable[Occurrence], name: str, master: OpenDeck, uri: str) -> types.WorkspaceEdit | None:
    """What gives all places another name, in all files; None when it is no name, or nothing is defined here."""
    places = list(places)
    if not any(place.is_definition for place in places):
        return None
    is_parameter = places[0].families == (PARAMETER,)
    if is_parameter and not name.startswith("#"):
        name = f"#{name}"
    is_bare = places[0].families[0].startswith(TEMPLATE_PARAMETER)
    name = name.removeprefix("#") if is_bare else name
    if not (_BARE if is_bare else PARAMETER_TEXT if is_parameter else NAME_TEXT).fullmatch(name):
        return None
    changes: dict[str, list[types.TextEdit]] = {}
    for location in locations(places, master, uri):
        changes.setdefault(location.uri, []).append(types.TextEdit(location.range, name))
    return types.WorkspaceEdit(changes=changes)
