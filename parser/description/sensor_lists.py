"""Expands blocks with several sensors: `@SENSOR_NAME {a, b} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {A, B} }`.

The type, the object and the signal have one item for all sensors, or an item for each sensor. All other keywords apply
to each sensor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rbsolve.language.diagnostics import Code
from rbsolve.language.syntax.tree import Block
from rbsolve.parser.description.report import Report
from rbsolve.parser.expansion.budget import MOST_WRITTEN

SENSOR_NAME = "SENSOR_NAME"
DISTRIBUTED = ("SENSOR_TYPE", "OBJECT_NAME", "SIGNAL_NAME")
"""The keywords with an item for each sensor."""


def is_list(block: Block) -> bool:
    """Return whether a block has the names of several sensors."""
    return block.keyword == SENSOR_NAME and block.items is not None and len(block.items) > 1 and block.body is not None


class SensorLists:
    """Writes blocks of several sensors as a block for each sensor, up to a limit for the whole deck."""

    def __init__(self, report: Report) -> None:
        self._report, self._written = report, 0

    def single_sensors(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield a block for each sensor. Wrong numbers of items are reported."""
        for block in blocks:
            if not is_list(block):
                yield block
            elif self._fits(block):
                yield from self._sensors_of(block)

    def _fits(self, block: Block) -> bool:
        """Return whether the sensors of a block are within the limit. The limit is checked before they are written."""
        names, body = block.items or (), block.body or ()
        self._written += len(names) * len(body)
        if self._written > MOST_WRITTEN:
            message = (
                f"with this block of {len(names):,} sensors, the keywords of sensors in such blocks are "
                f"{self._written:,}; at most {MOST_WRITTEN:,} are allowed"
            )
            self._report.error(Code.WRONG_COUNT, message, names[0].span)
        return self._written <= MOST_WRITTEN

    def _sensors_of(self, block: Block) -> Iterator[Block]:
        names, body = block.items or (), block.body or ()
        for child in body:
            _check(child, len(names), self._report)
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
