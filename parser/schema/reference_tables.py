"""Writes the tables of the deck reference. A table has a row for each keyword, with its values and its default."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rbsolve.language.table import FAMILIES, Keyword, Type, write_value

COLUMNS = ("keyword", "values", "unit", "default", "meaning")


def row_of(keyword: Keyword) -> tuple[str, ...]:
    """Return the cells of a keyword, in the order of `COLUMNS`."""
    return (f"`@{keyword.name}`", values_text(keyword), keyword.unit, default_text(keyword), _meaning_cell(keyword))


def _meaning_cell(keyword: Keyword) -> str:
    parts = [keyword.meaning]
    if keyword.type is Type.CHOICE and len(keyword.choices) <= 10:
        parts.append(f"{', '.join(f'`{word}`' for word in keyword.choices)}.")
    if keyword.excludes:
        parts.append(f"Not together with {list_keywords(keyword.excludes)}.")
    return " ".join(parts)


def values_text(keyword: Keyword) -> str:
    """Return the number and type of a keyword's values, and their bounds."""
    if keyword.type is Type.CONTAINER:
        return "keywords" + (", repeated" if keyword.repeats else "")
    words = {Type.REFERENCE: f"name of a {FAMILIES[keyword.target].title}" if keyword.target else "name"}
    word = words.get(keyword.type, keyword.type.value)
    if keyword.takes_places:
        word = "name of a point, or a point in place"
    if keyword.type is Type.CHOICE:
        word = "one word"
    if keyword.words:
        word = " or ".join(("number" if keyword.type is Type.NUMBER_OR_WORD else word, *keyword.words))
    if keyword.counts == ():
        word = f"{word}, one or more"
    elif not keyword.is_scalar:
        counts = " or ".join(str(count) for count in keyword.counts)
        word = f"{counts} x {word}"
    if keyword.repeats:
        word += ", repeated"
    return word + _bounds(keyword)


def _bounds(keyword: Keyword) -> str:
    if keyword.minimum is not None and keyword.maximum is not None:
        return f", {keyword.minimum:g} to {keyword.maximum:g}"
    if keyword.minimum is not None:
        return f", at least {keyword.minimum:g}"
    return f", above {keyword.above:g}" if keyword.above is not None else ""


def default_text(keyword: Keyword) -> str:
    """Return the default of a keyword, or an empty string if there is none."""
    if keyword.required:
        return "(required)"
    return keyword.default_text if keyword.default is None else write_value(keyword.default)


def list_keywords(keywords: Iterable[str]) -> str:
    """Return keywords as code, separated by commas."""
    return ", ".join(f"`@{keyword}`" for keyword in keywords)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
