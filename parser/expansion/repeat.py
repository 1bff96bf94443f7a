"""Expands `@REPEAT {i, 1, 4} {...}`, which repeats the contents of the second braces for each value."""

from __future__ import annotations

import re

from rbsolve.language.diagnostics import Code
from rbsolve.language.syntax.tree import Block
from rbsolve.parser.description.parameters import Parameters
from rbsolve.parser.description.report import Report
from rbsolve.parser.expansion.substitution import Substitution
from rbsolve.parser.schema.wrappers import REPEAT

_HINT = f"write `@{REPEAT} {{i, 1, 4}} {{...}}`"
variable_name = re.compile(r"#?([A-Za-z0-9_]+)").fullmatch


def range_of(block: Block, values: Substitution, parameters: Parameters, report: Report) -> tuple[str, range] | None:
    """Return the variable of a repetition and its values. If they are invalid, report an error and return None."""
    items = block.items or ()
    if len(items) != 3:
        message = f"`@{REPEAT}` needs a variable, its first value and its last value, but has {len(items) or 'none'}"
        report.error(Code.WRONG_COUNT, message, block.items_span or block.span, _HINT)
        return None
    if block.body is None:
        message = f"`@{REPEAT}` needs a second pair of braces with the contents to repeat"
        report.error(Code.MISSING_KEYWORD, message, block.span, _HINT)
        return None
    match = variable_name(items[0].text)
    if match is None:
        message = f"`{items[0].text}` is not a valid variable name"
        report.error(Code.WRONG_TYPE, message, items[0].span, "names consist of letters, digits and `_`")
        return None
    if match[1] in values.values or match[1] in parameters.names:
        message = f"#{match[1]} already has a value, so `@{REPEAT}` cannot use this name"
        report.error(Code.DUPLICATE_NAME, message, items[0].span, "give the variable another name")
        return None
    bounds = [parameters.number(item) for item in items[1:]]
    for item, bound in zip(items[1:], bounds, strict=True):
        if bound is not None and bound != round(bound):
            message = f"`@{REPEAT}` needs whole numbers as bounds, but {bound:g} is given"
            report.error(Code.WRONG_TYPE, message, item.span)
            return None
    if bounds[0] is None or bounds[1] is None:
        return None
    if bounds[1] < bounds[0]:
        message = (
            f"nothing is repeated, because the last value {bounds[1]:g} is less than the first value {bounds[0]:g}"
        )
        report.diagnostics.warning(Code.INVALID_VALUE, message, items[2].span)
    return match[1], range(int(bounds[0]), int(bounds[1]) + 1)
