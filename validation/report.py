"""The validation book as a table in a terminal and as a page of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rbsolve.validation.case import Case
from rbsolve.validation.solving import Comparison

if TYPE_CHECKING:
    from rich.console import Console

COLUMNS = (
    "case",
    "quantity",
    "unit",
    "reference",
    "source",
    "error of the source",
    "result",
    "error",
    "bound",
    "verdict",
)

_INTRODUCTION = """\
# Validation book

`rbsolve validate` solves these cases on your machine. `rbsolve validate -o validation.md --pictures` writes this page.
Decks, references and sources are in the folder `validation`.

A reference never comes from rbsolve. A reference is a closed form, or a value from another program or publication.
The header of the deck states the source. Each row of a table shows the component and the output time with the largest error.
The bound applies to the method and the step in the deck.
The error of a source is half of its last printed digit. In the pictures, lines are references and dots are results of rbsolve.
"""


def cells(comparison: Comparison) -> tuple[str, ...]:
    """Return the cells of a line of a table, in the order of `COLUMNS`."""
    c = comparison
    numbers = ("", "", "") if c.failure else (f"{c.reference:.12g}", f"{c.found:.12g}", f"{c.error:.1e}")
    of_source = f"{c.source_error:.0e}" if c.source_error else "exact"
    return c.case, c.quantity, c.unit, numbers[0], c.source, of_source, *numbers[1:], f"{c.bound:.1e}", c.verdict


def show(comparisons: Sequence[Comparison], console: Console) -> None:
    """Print the table, the reasons of failed runs, and the number of quantities that agree."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in COLUMNS:
        table.add_column(
            column,
            justify="right" if column in ("reference", "error of the source", "result", "error", "bound") else "left",
        )
    for comparison in comparisons:
        table.add_row(*cells(comparison), style=None if comparison.agrees else "red")
    console.print(table)
    for case, failure in dict.fromkeys((c.case, c.failure) for c in comparisons if c.failure):
        console.print(f"{case}: {failure}", markup=False)
    console.print(summary(comparisons))


def show_cases(cases: Iterable[Case], console: Console) -> None:
    """Print the names of cases with their groups, decks and sources, without solving them."""
    from rich.table import Table

    table = Table("case", "group", "deck", "source", box=None, pad_edge=False)
    for case in cases:
        table.add_row(case.name, case.group, case.deck, case.source)
    console.print(table)


def summary(comparisons: Sequence[Comparison]) -> str:
    """Return a sentence on the number of quantities that agree."""
    agree = sum(comparison.agrees for comparison in comparisons)
    cases = len({comparison.case for comparison in comparisons})
    return f"{agree} of {len(comparisons)} quantities of {cases} cases agree with their references."


def page(comparisons: Sequence[Comparison], pictures: bool = False) -> str:
    """Return the page of the documentation, in Markdown. With `pictures`, the page shows the picture of each group,
    `validation/GROUP.png`.
    """
    parts = [_INTRODUCTION, summary(comparisons) + "\n"]
    for group, members in groupby(comparisons, key=lambda comparison: comparison.group):
        parts.append(f"## {group.replace('-', ' ').capitalize()}\n")
        if pictures:
            parts.append(f"![{group.replace('-', ' ')}](validation/{group}.png)\n")
        parts.append("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS))
        parts[-1] += (
            "".join(f"\n| {' | '.join(_escape(cell) for cell in cells(member))} |" for member in members) + "\n"
        )
    return "\n".join(parts)


def _escape(cell: str) -> str:
    return cell.replace("|", "\\|")
