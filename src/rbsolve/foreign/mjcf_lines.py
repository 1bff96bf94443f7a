"""Finds the lines of the elements of a compiled MJCF model. Bodies, joints and geoms are in the order of the XML with
its includes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rbsolve.foreign.model import ImportFailed
from rbsolve.foreign.xml import Element, read_xml
from rbsolve.language.diagnostics import Code, Diagnostics, Span

MOST_INCLUDES = 1000


def read_with_includes(path: Path) -> Element:
    """Return the root element, with each include replaced by the contents of its file.

    Raise OSError and ImportFailed for every file as `read_xml` does.
    """
    root = read_xml(path)
    waiting, count = [root], 0
    while waiting:
        element = waiting.pop()
        children: list[Element] = []
        for child in element.children:
            if child.tag != "include":
                children.append(child)
                continue
            count += 1
            if count > MOST_INCLUDES:
                findings = Diagnostics()
                findings.error(Code.INCLUDE_ERROR, f"there are more than {MOST_INCLUDES} includes", child.span)
                raise ImportFailed(findings)
            children += read_xml(_included(child, path)).children
        if any(child.tag == "include" for child in children):
            element.children = children
            waiting.append(element)
            continue
        element.children = children
        waiting += children
    return root


def _included(include: Element, path: Path) -> Path:
    """Return the path of an included file. As in MuJoCo, both kinds of slashes separate folders. The file is in the
    folder of the model, or else in the folder of the including file.
    """
    name = include.get("file").replace("\\", "/")
    folders = (path.parent, Path(include.span.source.name).parent)
    found = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if found is None:
        findings = Diagnostics()
        findings.error(Code.INCLUDE_ERROR, f"the included file {name} does not exist", include.span)
        raise ImportFailed(findings)
    return found


class Lines:
    """The places of bodies, joints and geoms, by their numbers in the compiled model. If an element was generated, its
    place is the nearest known place.
    """

    def __init__(self, root: Element, source: Any) -> None:
        self._tree = root
        self.root = root.span
        worlds = list(root.all("worldbody"))
        self._bodies = [[world] for world in worlds[:1]]
        if worlds:
            self._bodies = [worlds]
            for world in worlds:
                self._bodies += [[body] for body in _nested_elements(world, "body")]
        self._whole = len(self._bodies) == source.nbody

    def _elements(self, body: int) -> list[Element]:
        return self._bodies[body] if self._whole else []

    def body(self, body: int) -> Span:
        """Return the place of a body."""
        found = self._elements(body)
        return found[0].span if found else self.root

    def joint(self, body: int, k: int) -> Span:
        """Return the place of the k-th joint of a body."""
        return self._own(body, k, ("joint", "freejoint"))

    def geom(self, body: int, k: int) -> Span:
        """Return the place of the k-th geom of a body."""
        return self._own(body, k, ("geom",))

    def _own(self, body: int, k: int, tags: tuple[str, ...]) -> Span:
        own = [child for element in self._elements(body) for child in _flat(element) if child.tag in tags]
        return own[k].span if k < len(own) else self.body(body)

    def part(self, section: str, k: int) -> Span:
        """Return the place of the k-th element of a section."""
        found = self.parts(section)
        return found[k] if k < len(found) else self.root

    def parts(self, section: str) -> list[Span]:
        """Return the places of all elements of a section, or the place of the model if the section is empty."""
        return [child.span for one in self._tree.all(section) for child in one.children] or [self.root]

    def option(self) -> Span:
        """Return the place of the options."""
        option = self._tree.first("option")
        return self.root if option is None else option.span


def _flat(element: Element) -> Iterator[Element]:
    """Yield the children of a body, including the children of its frames."""
    for child in element.children:
        if child.tag == "frame":
            yield from _flat(child)
        else:
            yield child


def _nested_elements(element: Element, tag: str) -> Iterator[Element]:
    for child in _flat(element):
        if child.tag == tag:
            yield child
            yield from _nested_elements(child, tag)
