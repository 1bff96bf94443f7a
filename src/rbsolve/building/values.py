"""Converts Python values to the items between the braces of a keyword."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from numbers import Integral, Real
from typing import Any

from rbsolve.language.table import Keyword, Type

_RESERVED = frozenset('{}@!",\n\r')  # characters that end an item or begin another element
_OPENING, _CLOSING = "([", ")]"


def keyword_lines(keyword: Keyword, value: Any) -> Iterator[str]:
    """Yield the lines of a deck that set a keyword to a value.

    For a container, the value is one mapping or several mappings whose keys are its keywords in lower case. For a
    container whose keywords alternate, the value may also be rows of numbers. Raise TypeError or ValueError if the
    value cannot be expressed in a deck.
    """
    if keyword.type is not Type.CONTAINER:
        yield f"@{keyword.name} {{{items(keyword, value)}}}"
    elif keyword.children_alternate:
        yield f"@{keyword.name} {{"
        for row in value:
            yield " ".join(
                f"@{child.name} {{{items(child, cell)}}}" for child, cell in zip(keyword.children, row, strict=True)
            )
        yield "}"
    else:
        children = {child.name.lower(): child for child in keyword.children}
        for one in [value] if isinstance(value, Mapping) else value:
            unknown = [name for name in one if name not in children]
            if unknown:
                raise ValueError(f"{unknown[0]!r} is not one of {', '.join(children)}")
            inner = " ".join(f"@{children[name].name} {{{items(children[name], x)}}}" for name, x in one.items())
            yield f"@{keyword.name} {{ {inner} }}"


def items(keyword: Keyword, value: Any) -> str:
    """Return the items of a keyword as comma-separated text. Numbers keep all their digits, and strings do not change."""
    return ", ".join(_item(keyword, one) for one in _flat(value))


def _item(keyword: Keyword, value: Any) -> str:
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "YES" if value else "NO"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return repr(float(value))
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is neither a number nor a string")
    if keyword.type is Type.TEXT:
        return _quote(value)
    if _breaks_out(value):
        raise ValueError(f"{value!r} contains a character that is not allowed in an item of a deck")
    return str(value)


def _quote(text: str) -> str:
    """Return a string in quotes. It may contain any character except a quote or a line break."""
    if any(mark in text for mark in '"\n\r'):
        raise ValueError(f"{text!r} contains a quote or a line break, which is not allowed in a deck")
    return f'"{text}"'


def _breaks_out(text: str) -> bool:
    """Return whether the text contains a delimiter of the deck language. Such a delimiter would end the item. A comma
    in parentheses is not a delimiter.
    """
    depth = 0
    for character in text:
        depth += (character in _OPENING) - (character in _CLOSING)
        if character in _RESERVED and not (character == "," and depth > 0):
            return True
    return False


def _flat(value: Any) -> Iterator[Any]:
    """Yield the single values of a number, a string, a sequence or an array."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        yield value
        return
    for one in value.ravel().tolist() if hasattr(value, "ravel") else value:
        yield from _flat(one)
