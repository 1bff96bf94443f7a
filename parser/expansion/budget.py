"""Limits the size of expanded repetitions and templates. A short text can expand to more blocks than any machine can
store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rbsolve.language.syntax.tree import Block, Item
from rbsolve.parser.schema.templates import INSTANCE_NAME, TEMPLATE_NAME, TEMPLATES
from rbsolve.parser.schema.wrappers import REPEAT

MOST_WRITTEN = 50_000  # maximum number of blocks and items; a check of so many takes several seconds
MOST_LEVELS = 50  # maximum depth of nested instances
MOST_NESTED = 120  # maximum depth of nested blocks, repetitions and instances, because the expansion is recursive
CHARACTERS = 200  # an item with more characters than this counts as several items
MOST_SAID = 10**15


class Full(Exception):
    """Raised if an expansion is too large. `count` is the size of the expansion, if it is known."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count
        said = f"more than {MOST_WRITTEN:,}" if count is None else f"{count:,}"
        if count is not None and count > MOST_SAID:
            said = f"more than {MOST_SAID:,}"
        super().__init__(f"this expands to {said} blocks and items; a deck can have at most {MOST_WRITTEN:,}")


class Budget:
    """The number of blocks and items that an expansion may still create. If it is exceeded, `Full` is raised."""

    def __init__(self) -> None:
        self._left = MOST_WRITTEN
        self.lacks_names = False

    def reserve(self, amount: int) -> None:
        """Check that `amount` more blocks and items are permitted, without counting them. Raise Full if they are not."""
        if amount > self._left:
            raise Full(amount)

    def take(self, amount: int) -> None:
        """Count `amount` more blocks and items. Raise Full if there are too many."""
        self._left -= amount
        if self._left < 0:
            raise Full

    def take_items(self, items: Sequence[Item]) -> None:
        """Count the items. Raise Full if there are too many."""
        self.take(sum(1 + len(item.text) // CHARACTERS for item in items))


class Sizes:
    """Counts the blocks and items of an expansion in advance. If the range of a repetition is not known yet, the count
    is a lower bound.
    """

    def __init__(self, blocks_of: Callable[[str], Sequence[Block]], number_of: Callable[[Item], float | None]) -> None:
        self._blocks_of, self._number_of = blocks_of, number_of
        self._of_template: dict[str, int] = {}

    def of(self, blocks: Iterable[Block], level: int = 0) -> int:
        """Return the number of blocks and items after the expansion of `blocks`, which are inside `level` templates."""
        count = 0
        stack = [(block, 1) for block in blocks]
        while stack:
            block, times = stack.pop()
            if block.keyword == TEMPLATES:
                continue
            count += times * (1 + len(block.items or ()))
            if block.keyword == REPEAT:
                times *= self._times(block)
                count += times  # a repetition counts even if its body is empty
            if block.keyword == INSTANCE_NAME:
                count += times * self._template(block, level)
            stack += [(child, times) for child in block.body or ()]
        return count

    def _times(self, block: Block) -> int:
        items = block.items or ()
        if len(items) != 3:
            return 0
        first, last = (self._number_of(item) for item in items[1:])
        return 1 if first is None or last is None else max(0, int(last) - int(first) + 1)

    def _template(self, instance: Block, level: int) -> int:
        names = [child.items[0].text for child in instance.body or () if child.keyword == TEMPLATE_NAME and child.items]
        if not names or level > MOST_LEVELS:
            return 0
        name = names[0]
        if name not in self._of_template:
            # A template that contains itself is reported elsewhere. The value 0 ends the recursion here.
            self._of_template[name] = 0
            self._of_template[name] = self.of(self._blocks_of(name), level + 1)
        return self._of_template[name]
