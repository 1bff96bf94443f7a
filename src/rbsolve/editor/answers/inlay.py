"""Shows values of design parameters next to the expressions that use them."""

from __future__ import annotations

from lsprotocol import types

from rbsolve.editor.answers.hover import value_of
from rbsolve.editor.answers.wording import number
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.names import blocks_of
from rbsolve.editor.places import position_of
from rbsolve.parser.schema.wrappers import PARAMETER_NAME, REPEAT

MOST_COMPONENTS = 6


def inlay_hints(deck: OpenDeck, first: int, last: int, whole: OpenDeck | None = None) -> list[types.InlayHint]:
    """Return the values of items with parameters between two 1-based lines. The parameters have their values in the
    deck `whole`.
    """
    hints = []
    for block, _ in blocks_of(deck.tree):
        if block.line > last or block.end_line < first or block.keyword in (PARAMETER_NAME, REPEAT, "COMMENTS"):
            continue
        for item in block.items or ():
            if "#" not in item.text or not first <= item.end_line <= last:
                continue
            value = value_of(whole or deck, item)
            if value is None:
                continue
            values = value if isinstance(value, tuple) else (value,)
            shown = ", ".join(number(one) for one in values[:MOST_COMPONENTS]) + ", ..." * (
                len(values) > MOST_COMPONENTS
            )
            place = position_of(deck.lines, item.end_line, item.end_column)
            hints.append(types.InlayHint(place, f"= {shown}", padding_left=True))
    return hints
