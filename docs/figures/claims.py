"""What a paper states beside what we find: records of equations and statements, and the tables that the pages of results show.

Every page has the same two tables (`Paper.all_tables`). Numbers are measured by a script and kept as JSON beside the pages; all that the
tables say is a function of them, verdicts included. So a table is made again from the file alone, and a test that measures some of the
numbers again sees whether it is still true (tests/docs/test_claims.py); `make.py --check` measures them all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from workshop import Workshop, markdown_table

Numbers = Mapping[str, float]

HOLDS = "as printed"
TIGHT = 1e-6  # a formula that is further off, relative to its largest term, is wrong
TIMING = "CPU"  # numbers whose names begin so depend on the machine: no test compares them
GROWN = "round-off"  # those whose names begin so are compared by their size only
NUMBERS_TEST = "docs/test_claims.py::test_the_numbers_are_still_those"


class Equation(NamedTuple):
    """An equation, table or figure of a paper."""

    place: str
    says: str
    where: str
    """Modules from `src/rbsolve`, and keywords, as code"""
    test: str
    """A file in `tests`, or `FILE::FUNCTION`"""
    note: str = ""
    """What is corrected, or read in another way"""
    built: str = ""
    """Name of the number that says how far off is what is built here"""
    printed: str = ""
    """Name of the number that says how far off is the formula as printed"""

    def found(self, numbers: Numbers) -> str:
        """Our numbers, in words."""
        given = {"here": self.built, "printed": self.printed}
        return ", ".join(f"{what} {numbers[name]:.1g} off" for what, name in given.items() if name)

    def verdict(self, numbers: Numbers) -> str:
        """From the numbers, where there are any; else from the note."""
        if self.built and not numbers[self.built] < TIGHT:
            return "**not met here**"
        if self.printed and not numbers[self.printed] < TIGHT:
            return f"**corrected**: {self.note}"
        return self.note if self.note and not self.printed else f"{HOLDS}; {self.note}".removesuffix("; ")


class Statement(NamedTuple):
    """A sentence, figure or table of a paper that numbers can confirm or not."""

    place: str
    says: str
    found: Callable[[Numbers], str]
    """Our numbers, in words"""
    verdict: Callable[[Numbers], str]
    where: str = ""
    """Decks, modules and keywords, as code"""
    test: str = NUMBERS_TEST


class Table(NamedTuple):
    """Another table of a page."""

    name: str
    head: Sequence[str]
    rows: Callable[[Numbers], Sequence[Sequence[str]]]


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
    tables: Sequence[Table] = ()

    def all_tables(self, numbers: Numbers) -> dict[str, str]:
        """In Markdown, by the names of their files: equations, statements and others."""
        equations, statements = (
            [
                (each.place, each.says, each.found(numbers), each.verdict(numbers), _sources(each.where, each.test))
                for each in records
            ]
            for records in (self.equations, self.statements)
        )
        head = ("in the paper", "it states", "our numbers", "verdict", "here, and its test")
        return {
            f"{self.name}_equations": markdown_table(head, equations),
            f"{self.name}_statements": markdown_table(head, statements),
            **{table.name: markdown_table(table.head, table.rows(numbers)) for table in self.tables},
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
            self.write_tables(workshop.folder, numbers)
        print(f"{self.name}: {len(numbers)} numbers", flush=True)

    def write_tables(self, folder: Path, numbers: Numbers) -> None:
        """From numbers, e.g. those kept in a folder."""
        for name, text in self.all_tables(numbers).items():
            (folder / f"{name}.md").write_text(text, encoding="utf-8")


def _sources(where: str, test: str) -> str:
    """Where something is, and its test `FILE::test_what_it_says` as a sentence."""
    file, _, function = test.partition("::")
    said = function.removeprefix("test_").replace("_", " ") if test != NUMBERS_TEST else ""
    return f"{where}; `{file}`: {said}".removesuffix(": ").removeprefix("; ")


def confirmed(holds: bool, but: str = "not confirmed") -> str:
    """The verdict of a condition."""
    return "**confirmed**" if holds else f"**{but}**"


def spread(values: Sequence[float], form: str = ".2g") -> str:
    """`0.1 to 20`, or one value where all are alike."""
    low, high = format(min(values), form), format(max(values), form)
    return low if low == high else f"{low} to {high}"
