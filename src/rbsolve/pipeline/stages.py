"""Performs the stages from a deck to a model that is ready to run, each as far as errors allow. The command line and
the Python API use `check_deck`, which does not load numba, scipy or h5py.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rbsolve.language.diagnostics import Code, Diagnostics, Severity, Source, Span
from rbsolve.language.options import Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.language.described import Description
    from rbsolve.language.syntax.tree import SyntaxTree
    from rbsolve.parser.description.memory import Memory
    from rbsolve.solver.assembly.assemble import System
    from rbsolve.solver.assembly.initial.given_start import StartRow
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.sensors.plan import SensorPlan

T = TypeVar("T")

STDIN_NAME = "<stdin>"
TEXT_NAME = "<text>"


class Parsed(NamedTuple):
    """A parsed deck with its tree, its files and its diagnostics."""

    tree: SyntaxTree
    sources: tuple[Source, ...]
    diagnostics: Diagnostics


class IncompleteDeckError(ValueError):
    """The error that a part of a checked deck is missing, because the deck has errors or was not checked completely."""


class CheckedDeck(NamedTuple):
    """The diagnostics of a check, and the parts of the model that are valid in spite of errors."""

    diagnostics: Diagnostics
    options: Options
    description: Description | None = None
    geometry: ResolvedGeometry | None = None
    compiled: CompiledModel | None = None
    sensors: Sequence[SensorPlan] = ()
    parsed: Parsed | None = None
    """The parsed deck, if the check was asked to keep it. A kept deck can be checked with other options without being
    read again.
    """
    unstarted: System | None = None
    """The model without its start, if the starts of many cases are computed separately."""

    @property
    def contents(self) -> Description:
        """Return the description. Raise IncompleteDeckError if the check has no description."""
        return _present(self.description, "description")

    @property
    def resolved(self) -> ResolvedGeometry:
        """Return the geometry. Raise IncompleteDeckError if the check has no geometry."""
        return _present(self.geometry, "geometry")

    @property
    def model(self) -> CompiledModel:
        """Return the compiled model. Raise IncompleteDeckError if the check has no compiled model."""
        return _present(self.compiled, "compiled model")

    @property
    def solvable(self) -> CompiledModel | None:
        """Return the compiled model, or None if errors prevent a run."""
        return None if self.has_errors else self.compiled

    @property
    def source(self) -> Parsed:
        """Return the parsed deck that was checked. Raise IncompleteDeckError if the check did not keep the parsed deck."""
        return _present(self.parsed, "text that was kept")

    @property
    def has_errors(self) -> bool:
        """Return whether errors, or warnings that count as errors, prevent a run of the deck."""
        if self.diagnostics.has_errors or not self.options.werror:
            return self.diagnostics.has_errors
        return any(finding.severity is Severity.WARNING for finding in self.diagnostics)


def _present(part: T | None, name: str) -> T:
    if part is None:
        raise IncompleteDeckError(f"this deck has no {name}: correct its errors first")
    return part


def check_deck(
    deck: Path | str | bytes, options: Options | None = None, *, syntax_only: bool = False, keep: bool = False
) -> CheckedDeck:
    """Check a deck that is given by its path, its text, or the bytes from standard input.

    With `keep`, the result can be checked again with other options by `check_parsed`. Raise OSError if the master deck
    cannot be read. All other errors are reported as diagnostics.
    """
    options = with_settings(options or Options())
    parsed = parse_deck(deck, options)
    if syntax_only:
        return CheckedDeck(parsed.diagnostics, options)
    if keep:
        return check_parsed(parsed, options)
    described = describe_parsed(parsed, options)
    del parsed  # release the tree, which takes much memory for a large deck
    return check_described(*described, options)


def parse_deck(deck: Path | str | bytes, options: Options | None = None) -> Parsed:
    """Read a deck with all files that it includes. Only those options are used that concern permitted files."""
    from rbsolve.language.syntax.includes import read_deck

    diagnostics = Diagnostics()
    options = options or Options()
    tree, sources = read_deck(
        _open(deck, diagnostics), diagnostics, allow_include=options.allow_include, moved=options.moved
    )
    return Parsed(tree, sources, diagnostics)


def check_parsed(parsed: Parsed, options: Options) -> CheckedDeck:
    """Check a parsed deck. The result contains the parsed deck."""
    options = with_settings(options)
    return check_described(*describe_parsed(parsed, options), options)._replace(parsed=parsed)


def with_own_sensors(checked: CheckedDeck) -> CheckedDeck:
    """Return the same checked deck with new sensors. Two runs cannot share sensors, because each sensor stores the
    previous row of its run.
    """
    from rbsolve.solver.sensors.plan import plan_sensors

    if checked.compiled is None:
        return checked
    return checked._replace(sensors=plan_sensors(checked.compiled, Diagnostics()))


def files_of(deck: Path, options: Options) -> list[str]:
    """Return the names of all files of a deck: the deck itself, included files, tables and meshes. Raise OSError if the
    deck cannot be read.
    """
    parsed = parse_deck(deck, options)
    description, _ = describe_parsed(parsed, options)
    return [*(source.name for source in parsed.sources), *description.companions()]


def describe_parsed(parsed: Parsed, options: Options, memory: Memory | None = None) -> tuple[Description, Diagnostics]:
    """Return the description of a deck, and the diagnostics of its parsing and description.

    `memory` may contain the description of an earlier version of the text. The descriptions of unchanged objects are
    then taken from `memory`.
    """
    from rbsolve.parser.description.builder import describe

    diagnostics = parsed.diagnostics.copy()
    return describe(parsed.tree, parsed.sources, options.parameters, diagnostics, memory), diagnostics


def check_described(
    description: Description,
    diagnostics: Diagnostics,
    options: Options,
    *,
    of_many: bool = False,
    is_given: bool = False,
    examines: bool = True,
) -> CheckedDeck:
    """Check a described deck: its geometry, its model and its sensors. `diagnostics` already contains the diagnostics
    of earlier stages. With `of_many`, the numbers may be `Many` (`language/many.py`). With `is_given`, the start
    consists of the given values only. Missing values are not computed. Warnings that take long are sought only with
    `examines`.
    """
    if diagnostics.has_errors:
        return check_geometry(description, diagnostics, options)
    checked = CheckedDeck(diagnostics, options, description)
    return compile_checked(checked, of_many=of_many, is_given=is_given, examines=examines)


def compile_checked(
    checked: CheckedDeck, *, of_many: bool = False, is_given: bool = False, examines: bool = True
) -> CheckedDeck:
    """Complete the check of a deck whose blocks have no errors: resolve the geometry if necessary, and prepare the
    model and the sensors.
    """
    from rbsolve.pipeline.model import compile_deck

    options, description = checked.options, checked.contents
    row = None
    if options.start_from is not None:
        row = _row_of(options.start_from, description, checked.diagnostics)
        if row is None:
            return checked
        options = options._replace(start_from=f"{row.source}@{row.time!r}")
    made = compile_deck(description, checked.geometry, checked.diagnostics, options, row, of_many, is_given, examines)
    return CheckedDeck(checked.diagnostics, options, description, *made[:3], checked.parsed, made.unstarted)


def _row_of(start_from: str, description: Description, diagnostics: Diagnostics) -> StartRow | None:
    """Return the output row of results from which a run starts. If it cannot be read, report an error and return None."""
    from rbsolve.pipeline.beginning import read_start

    try:
        return read_start(start_from)
    except (OSError, ValueError) as error:
        span = Span(Source("<start_from>", start_from), 1, 1, 1, len(start_from) + 1)
        message = f"the run cannot start from {start_from}: {error}"
        diagnostics.error(
            Code.INCONSISTENT_INITIAL_CONDITIONS,
            message,
            span,
            "start a run from a row of results: OUT.h5 or OUT.h5@TIME",
        )
        return None


def check_geometry(description: Description, diagnostics: Diagnostics, options: Options) -> CheckedDeck:
    """Resolve the geometry of a described deck. Its diagnostics are added to `diagnostics`, which already contains the
    diagnostics of blocks."""
    from rbsolve.geometry.resolve import resolve

    return CheckedDeck(diagnostics, options, description, resolve(description, diagnostics))


def expand_deck(deck: Path | str | bytes, options: Options) -> tuple[str, Diagnostics]:
    """Return the text of a deck with includes and repetitions expanded, and the diagnostics of the expansion.

    Raise OSError if the master deck cannot be read.
    """
    from rbsolve.language.syntax.includes import read_deck
    from rbsolve.parser.description.report import Report
    from rbsolve.parser.expansion.expand import expand
    from rbsolve.parser.expansion.written import write_deck

    diagnostics = Diagnostics()
    tree, _ = read_deck(_open(deck, diagnostics), diagnostics, allow_include=options.allow_include)
    report = Report(diagnostics, tree.is_whole)
    folder = os.path.dirname(deck) if isinstance(deck, Path) else ""
    return write_deck(expand(tree, options.parameters, report), options.parameters, folder), diagnostics


def with_settings(options: Options) -> Options:
    """Return the options with the settings that the name of the integrator contains, as in `RK44` or
    `LOBATTO_IIIA_B:3`.
    """
    if options.integrator is None:
        return options
    from rbsolve.parser.description.method_options import method_of

    try:
        integrator, settings = method_of(options.integrator)
    except ValueError:
        return options  # a later stage reports this error
    return options._replace(integrator=integrator, method_options={**settings, **options.method_options})


def lacks_analysis(checked: CheckedDeck) -> bool:
    """Return whether a deck without errors has no analysis. Such a deck has a geometry, but cannot run."""
    return checked.description is not None and checked.compiled is None and not checked.diagnostics.has_errors


def check_runnable(checked: CheckedDeck) -> None:
    """Add an error if the deck has no analysis and therefore cannot run."""
    if lacks_analysis(checked):
        source = checked.contents.sources[0]
        message = "the deck has no @ANALYSIS_DEFINITION and cannot be solved"
        hint = "use `rbsolve check` or `rbsolve.load` for such a deck"
        checked.diagnostics.error(Code.MISSING_KEYWORD, message, Span(source, 1, 1, 1, 1), hint)


def _open(deck: Path | str | bytes, diagnostics: Diagnostics) -> Path | Source:
    from rbsolve.language.syntax.text import decode, normalise

    if isinstance(deck, Path):
        return deck
    if isinstance(deck, bytes):
        return decode(deck, STDIN_NAME, diagnostics)
    return Source(TEXT_NAME, normalise(deck))
