"""The statements of a paper and our results: records of equations and statements, and the tables on the pages of
results.

Every page has the same two tables (`Paper.all_tables`). A script measures the numbers, which are stored as JSON beside
the pages. All contents of the tables, including verdicts, are functions of these numbers. So a table can be written
again from the file alone. A test measures some of the numbers again to check that they are still correct
(tests/docs/test_claims.py); `make.py --check` measures all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from workshop import Workshop, markdown_table

Numbers = Mapping[str, float]

HOLDS = "as printed"
TIGHT = 1e-6  # a formula with a larger error, relative to its largest term, is wrong
TIMING = "CPU"  # prefix of the names of numbers that depend on the machine, which no test compares
GROWN = "round-off"  # prefix of the names of numbers that are compared only by their magnitude
NUMBERS_TEST = "docs/test_claims.py::test_the_numbers_are_still_those"


class Equation(NamedTuple):
    """An equation, table or figure of a paper."""

    place: str
    says: str
    where: str
    """Modules from `src/rbsolve`, and keywords, as code."""
    test: str
    """A file in `tests`, or `FILE::FUNCTION`."""
    note: str = ""
    """The correction, or the other interpretation."""
    built: str = ""
    """Name of the number with the deviation of the implemented formula."""
    printed: str = ""
    """Name of the number with the deviation of the printed formula."""

    def found(self, numbers: Numbers) -> str:
        """Return the measured deviations in words."""
        given = {"our formula": self.built, "printed formula": self.printed}
        return ", ".join(f"{what}: {numbers[name]:.1g}" for what, name in given.items() if name)

    def verdict(self, numbers: Numbers) -> str:
        """Return the verdict, from the numbers if there are any, otherwise from the note."""
        if self.built and not numbers[self.built] < TIGHT:
            return "**our formula is wrong**"
        if self.printed and not numbers[self.printed] < TIGHT:
            return f"**corrected**: {self.note}"
        return self.note if self.note and not self.printed else f"{HOLDS}; {self.note}".removesuffix("; ")


class Statement(NamedTuple):
    """A sentence, figure or table of a paper that numbers can confirm or refute."""

    place: str
    says: str
    found: Callable[[Numbers], str]
    """Returns the measured numbers in words."""
    verdict: Callable[[Numbers], str]
    where: str = ""
    """Decks, modules and keywords, as code."""
    test: str = NUMBERS_TEST


class Table(NamedTuple):
    """A table of a page that lists neither equations nor statements."""

    name: str
    head: Sequence[str]
    rows: Callable[[Numbers], Sequence[Sequence[str]]]


class Paper(NamedTuple):
    """One page of results."""

    name: str
    """Prefix of the names of its files, such as seed_003."""
    equations: Sequence[Equation]
    statements: Sequence[Statement]
    measure: Callable[[], dict[str, float]]
    """Measures all numbers of the equations and statements."""
    measure_some: Callable[[], dict[str, float]]
    """Measures the numbers that are fast enough for a test."""
    tables: Sequence[Table] = ()

    def all_tables(self, numbers: Numbers) -> dict[str, str]:
        """Return the tables in Markdown, by the names of their files: equations, statements and others."""
        equations, statements = (
            [
                (each.place, each.says, each.found(numbers), each.verdict(numbers), _sources(each.where, each.test))
                for each in records
            ]
            for records in (self.equations, self.statements)
        )
        head = ("place in the paper", "statement", "our results", "verdict", "implementation and test")
        return {
            f"{self.name}_equations": markdown_table(head, equations),
            f"{self.name}_statements": markdown_table(head, statements),
            **{table.name: markdown_table(table.head, table.rows(numbers)) for table in self.tables},
        }

    def numbers(self, folder: Path) -> dict[str, float]:
        """Return the stored numbers."""
        kept: dict[str, float] = json.loads((folder / f"{self.name}.json").read_text(encoding="utf-8"))
        return kept

    def write(self, workshop: Workshop) -> None:
        """Measure the numbers, and write them with the tables."""
        numbers = self.measure_some() if workshop.quick else self.measure()
        (workshop.folder / f"{self.name}.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
        if not workshop.quick:
            self.write_tables(workshop.folder, numbers)
        print(f"{self.name}: {len(numbers)} numbers", flush=True)

    def write_tables(self, folder: Path, numbers: Numbers) -> None:
        """Write the tables from numbers, such as those stored in a folder."""
        for name, text in self.all_tables(numbers).items():
            (folder / f"{name}.md").write_text(text, encoding="utf-8")


def _sources(where: str, test: str) -> str:
    """Return the place of an implementation, and its test `FILE::test_what_it_says` as a sentence."""
    file, _, function = test.partition("::")
    said = function.removeprefix("test_").replace("_", " ") if test != NUMBERS_TEST else ""
    return f"{where}; `{file}`: {said}".removesuffix(": ").removeprefix("; ")


def confirmed(holds: bool, but: str = "not confirmed") -> str:
    """Return the verdict for a condition."""
    return "**confirmed**" if holds else f"**{but}**"


def spread(values: Sequence[float], form: str = ".2g") -> str:
    """Return a range such as `0.1 to 20`, or one value if all are equal."""
    low, high = format(min(values), form), format(max(values), form)
    return low if low == high else f"{low} to {high}"
