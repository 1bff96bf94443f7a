"""What a paper states beside what we find: records of equations and statements, and the tables that the pages of results show.

A statement has numbers, which a script measures and keeps as JSON beside the pages; its verdict is a function of them. So a table is made
again from the file alone, and a test that measures some of the numbers again sees whether it is still true (tests/docs/test_claims.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from workshop import Workshop

Numbers = Mapping[str, float]

HOLDS = "as printed"


class Equation(NamedTuple):
    """An equation, table or figure of a paper."""

    place: str
    says: str
    where: str
    """Modules from `src/rbsolve`, and keywords, as code"""
    test: str
    """A file in `tests`, or `FILE::FUNCTION`"""
    verdict: str = HOLDS


class Statement(NamedTuple):
    """A sentence of a paper that numbers can confirm or not."""

    place: str
    says: str
    found: Callable[[Numbers], str]
    """Our numbers, in words"""
    verdict: Callable[[Numbers], str]
    test: str = ""


class Paper(NamedTuple):
    """One page of results."""

    name: str
    """Of its files: seed_003"""
    equations: Sequence[Equation]
    statements: Sequence[Statement]
    measure: Callable[[], dict[str, float]]
    """All numbers of the statements"""
    measure_some: Callable[[], dict[str, float]]
    """Those of them that a test can afford"""

    def tables(self, numbers: Numbers) -> dict[str, str]:
        """The two tables in Markdown, by the names of their files."""
        equations = [(each.place, each.says, each.where, f"`{each.test}`", each.verdict) for each in self.equations]
        statements = [(each.place, each.says, each.found(numbers), each.verdict(numbers)) for each in self.statements]
        return {
            f"{self.name}_equations": _table(("in the paper", "what", "here", "test", "verdict"), equations),
            f"{self.name}_statements": _table(("in the paper", "it says", "our numbers", "verdict"), statements),
        }

    def numbers(self, folder: Path) -> dict[str, float]:
        """The numbers that were kept."""
        kept: dict[str, float] = json.loads((folder / f"{self.name}.json").read_text(encoding="utf-8"))
        return kept

    def write(self, workshop: Workshop) -> None:
        """Measure, and write numbers and tables."""
        numbers = self.measure_some() if workshop.quick else self.measure()
        (workshop.folder / f"{self.name}.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
        if not workshop.quick:
            for name, text in self.tables(numbers).items():
                (workshop.folder / f"{name}.md").write_text(text, encoding="utf-8")
        print(f"{self.name}: {len(numbers)} numbers", flush=True)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *lines]) + "\n"


def confirmed(holds: bool, but: str = "not confirmed") -> str:
    """The verdict of a condition."""
    return "**confirmed**" if holds else f"**{but}**"


def spread(values: Sequence[float], form: str = ".2g") -> str:
    """`0.1 to 20`, or one value where all are alike."""
    low, high = format(min(values), form), format(max(values), form)
    return low if low == high else f"{low} to {high}"
