"""Expands blocks with several sensors: `@SENSOR_NAME {a, b} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {A, B} }`.

The type, the object and the signal have one item for all sensors, or an item for each sensor. All other keywords apply
to each sensor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rbsolve.language.diagnostics import Code
from rbsolve.language.syntax.tree import Block
from rbsolve.parser.description.report import Report

SENSOR_NAME = "SENSOR_NAME"
DISTRIBUTED = ("SENSOR_TYPE", "OBJECT_NAME", "SIGNAL_NAME")
"""The keywords with an item for each sensor."""


def is_list(block: Block) -> bool:
    """Return whether a block has the names of several sensors."""
    return block.keyword == SENSOR_NAME and block.items is not None and len(block.items) > 1 and block.body is not None


def single_sensors(blocks: Iterable[Block], report: Report) -> Iterator[Block]:
    """Yield a block for each sensor. Wrong numbers of items are reported."""
    for block in blocks:
        if not is_list(block):
            yield block
            continue
        names, body = block.items or (), block.body or ()
        for child in body:
            _check(child, len(names), report)
        for k, name in enumerate(names):
            yield block._replace(items=(name,), body=tuple(_of_sensor(child, k) for child in body))


def _of_sensor(child: Block, k: int) -> Block:
    """Return a keyword of sensor `k`."""
    items = child.items or ()
    if child.keyword in DISTRIBUTED and child.body is None and len(items) > 1:
        return child._replace(items=(items[min(k, len(items) - 1)],))
    return child


def _check(child: Block, count: int, report: Report) -> None:
    items = child.items or ()
    if child.keyword in DISTRIBUTED and len(items) not in (0, 1, count):
        message = (
            f"`@{child.keyword}` needs one item for all sensors or {count} items, one for each, but has {len(items)}"
        )
        report.error(Code.WRONG_COUNT, message, items[-1].span)
