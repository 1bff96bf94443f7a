"""Shows which value comes next in braces with several values, such as `@STOPS {lower bound, upper bound, ...}`."""

from __future__ import annotations

from itertools import cycle, islice

from lsprotocol import types

from rbsolve.editor.answers.completion import keyword_at
from rbsolve.editor.answers.context import context_at
from rbsolve.editor.deck import OpenDeck
from rbsolve.language.table import Keyword
from rbsolve.parser.schema.reference_tables import values_text


def signature(deck: OpenDeck, line: int, column: int) -> types.SignatureHelp | None:
    """For the keyword whose braces contain a place, return the names of its values, and the index of the current value.
    Return None if the keyword has a single value.
    """
    context = context_at(deck.lines, line, column)
    keyword = keyword_at(context) if context.in_items and not context.in_comment else None
    if keyword is None or max(keyword.counts, default=1) < 2:
        return None
    written = _commas(context.items)
    names = value_names(keyword, written + 1)
    label, places = f"@{keyword.name} {{", []
    for k, name in enumerate(names):
        label += ", " if k else ""
        places.append(types.ParameterInformation((len(label), len(label) + len(name))))
        label += name
    text = f"{keyword.meaning}\n\n*{values_text(keyword)}*" + (f" in {keyword.unit}" if keyword.unit else "")
    shown = types.SignatureInformation(
        label + "}", types.MarkupContent(types.MarkupKind.Markdown, text), places, min(written, len(names) - 1)
    )
    return types.SignatureHelp([shown], 0, shown.active_parameter)


def value_names(keyword: Keyword, wanted: int) -> list[str]:
    """Return the names of a keyword's values. If the keyword accepts so many values, there are at least `wanted` names.

    If the table has no names for the values, they are numbered.
    """
    fits = [count for count in keyword.counts if count >= wanted]
    count = min(fits) if fits else max(keyword.counts)
    if keyword.parts:
        return list(islice(cycle(keyword.parts), count))
    return [str(k + 1) for k in range(count)]


def _commas(items: str) -> int:
    """Return the number of complete values before the cursor."""
    depth = found = 0
    for character in items:
        depth += (character == "(") - (character == ")")
        found += character == "," and depth == 0
    return found
