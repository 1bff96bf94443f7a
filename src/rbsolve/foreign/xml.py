"""Reads XML of unknown origin as a tree with line numbers. It rejects document types and entities, does not access the
network, and limits size and depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from rbsolve.foreign.model import ImportFailed
from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span

LARGEST = 64 * 2**20  # maximum size of a file [bytes]
DEEPEST = 256
MOST = 1_000_000  # maximum number of elements


@dataclass
class Element:
    """An element with its attributes, its children, its text, and the place of its start."""

    tag: str
    attributes: dict[str, str]
    span: Span
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def get(self, name: str, default: str = "") -> str:
        """Return the text of an attribute, or its default."""
        return self.attributes.get(name, default)

    def all(self, tag: str) -> Iterator[Element]:
        """Yield the children with a tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        """Return the first child with a tag, or None if no child has the tag."""
        return next(self.all(tag), None)

    def walk(self) -> Iterator[Element]:
        """Yield the element and all elements inside, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.children)


class _Refused(Exception):
    pass


def read_xml(path: Path) -> Element:
    """Return the root element of a file.

    Raise OSError if the file cannot be read. Raise ImportFailed if the file is not XML, is too large, or has a document
    type.
    """
    size = path.stat().st_size
    if size > LARGEST:
        raise _failure(path, "", f"the file has {size} bytes, more than {LARGEST}", 1, 1)
    data = path.read_bytes()
    source = Source(str(path), data.decode("utf-8", "replace").replace("\r\n", "\n"))
    parser = expat.ParserCreate(namespace_separator=None)
    open_elements: list[Element] = []
    roots: list[Element] = []
    count = 0

    def place() -> Span:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        return Span(source, line, column, line, max(column + 1, 1 + len(source.line(line))))

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(open_elements) >= DEEPEST or count > MOST:
            raise _Refused(f"it has more than {DEEPEST} levels or more than {MOST} elements")
        element = Element(tag, attributes, place())
        (open_elements[-1].children if open_elements else roots).append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    def take(text: str) -> None:
        if open_elements:
            open_elements[-1].text += text

    def refuse(*_: object) -> None:
        raise _Refused("the file has a document type, which is not permitted")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, take
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, _Refused) as error:
        raise _failure(
            path, source.text, str(error), parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        ) from None
    return roots[0]


def _failure(path: Path, text: str, message: str, line: int, column: int) -> ImportFailed:
    findings = Diagnostics()
    findings.error(Code.SYNTAX_ERROR, message, Span(Source(str(path), text), line, column, line, column + 1))
    return ImportFailed(findings)
