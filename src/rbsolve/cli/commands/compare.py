"""`rbsolve compare`: solves a deck with several methods, and compares their errors and costs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.decks import options_of
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import inform, manner, say, say_diagnostics, say_nothing_of_fonts
from rbsolve.cli.options import ExtendList, add_amount, add_deck_options, add_end, positive
from rbsolve.cli.tables import print_tables
from rbsolve.parser.schema.integrators import INTEGRATOR_TYPES

if TYPE_CHECKING:
    from rbsolve.compare.methods import ComparedMethod
    from rbsolve.compare.reference import Reference
    from rbsolve.compare.study import Comparison
    from rbsolve.language.options import Options
    from rbsolve.solver.model.compiled import CompiledModel

PICTURES = (".png", ".svg", ".pdf")
STEP_FACTORS = (4.0, 2.0, 1.0, 0.5)
EXPLICIT_CHOICE = ("RK44", "RK67", "DOPRI5", "DOP853")
WITH_JOINTS_CHOICE = ("GENERALIZED_ALPHA", "RK44", "DOP853")  # report a method that does not support the joints


_LISTS = (
    (
        "--integrators",
        "NAME",
        "an INTEGRATOR_TYPE or a TABLEAU such as RK44, optionally followed by :STAGES or :KEYWORD=VALUE (may repeat), "
        "e.g. GENERALIZED_ALPHA:NEWTON=MODIFIED; default: several methods that support the deck",
    ),
    (
        "--formulations",
        "F",
        "formulations; each integrator runs with the formulations that it supports; default: the default of the integrator",
    ),
    ("--steps", "H", "time steps [s]; default: 4, 2, 1 and 1/2 times the step of the deck"),
    ("--sensors", "SENSOR", "sensors whose errors are measured; default: the positions"),
)
"""Options that take lists of values: name, metavar and help."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("deck", type=Path, metavar="MODEL.deck", help="the deck")
    for name, metavar, meaning in _LISTS:
        parser.add_argument(name, nargs="+", action=ExtendList, default=[], metavar=metavar, help=meaning)
    against = parser.add_mutually_exclusive_group()
    against.add_argument(
        "--reference",
        type=Path,
        metavar="REF.h5",
        help="results file that is the reference for errors; default: a more accurate run",
    )
    against.add_argument(
        "--reference-method",
        metavar="TYPE:H",
        help="method and step [s] of the reference run, e.g. GENERALIZED_ALPHA:1e-5; default: DOP853 with half the smallest step, or "
        "another method if this run fails",
    )
    parser.add_argument(
        "--error",
        choices=("end", "max", "rms"),
        default="end",
        help="error at the end time (default), maximum or root mean square over all output rows",
    )
    parser.add_argument(
        "--accuracy",
        type=positive,
        metavar="E",
        help="the error at which methods are compared; default: an error that all methods reach",
    )
    add_end(parser)
    parser.add_argument(
        "-o",
        "--output",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="output file: .csv for the table, .png, .svg or .pdf for the work-precision diagram; may repeat",
    )
    add_deck_options(parser)
    add_amount(parser, "print only the table, the recommendation, warnings and errors")


def run(arguments: argparse.Namespace) -> int:
    """Compare the methods, print the table and the recommendation, and write the requested files."""
    from rbsolve.compare.methods import methods_of
    from rbsolve.compare.report import advice, write_csv
    from rbsolve.compare.study import run_study
    from rbsolve.language.diagnostics import DeckError
    from rbsolve.parser.description.method_options import OPTIONS
    from rbsolve.pipeline import check_deck

    unknown = [path for path in arguments.output if path.suffix not in (".csv", *PICTURES)]
    if unknown:
        raise UsageError(f"cannot write {unknown[0]}: the name must end in .csv, {', '.join(PICTURES)}")
    options = options_of(arguments)
    checked = check_deck(arguments.deck, options)
    compiled = checked.solvable
    if compiled is None:
        say_diagnostics(checked.diagnostics)
        return ExitCode.DECK_ERRORS
    if compiled.method.described is None and compiled.method.integrator not in INTEGRATOR_TYPES:
        kind = compiled.method.integrator
        raise UsageError(f"{arguments.deck}: a {kind} analysis uses no integrator and cannot be compared")
    steps = _steps(arguments.steps, compiled.schedule.first_step)
    try:
        methods = methods_of(arguments.integrators or _choice(compiled), arguments.formulations)
        reference = _reference(arguments)
        _warn_of_other_model(arguments.reference, compiled, options)
        study = run_study(
            arguments.deck,
            methods,
            steps,
            arguments.sensors,
            options,
            reference,
            _tell_progress,
            arguments.error,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    except DeckError as error:
        if any(finding.span.source.name == OPTIONS for finding in error.diagnostics):
            raise UsageError(str(error)) from error
        say_diagnostics(error.diagnostics)
        return ExitCode.DECK_ERRORS
    _say_study(study, steps)
    print(advice(study, arguments.accuracy))
    for path in arguments.output:
        if path.suffix == ".csv":
            write_csv(study, path)
        else:
            say_nothing_of_fonts()
            from rbsolve.compare.plot import work_precision

            work_precision(study, path)
        inform(str(path))
    return ExitCode.DONE


def _say_study(study: Comparison, steps: list[float]) -> None:
    """Print the reference, the table, the warnings and the omitted runs."""
    for failed in study.replaced:
        say(failed)
    if study.replaced:
        say(f"the reference for errors is {study.reference} instead")
    if any(case.error < study.doubt for case in study.cases):
        say(
            f"errors below {study.doubt:.1e} may be errors of the reference: a less accurate reference differs "
            "from it by this amount"
        )
    _print_table(study)
    _say_warnings(study)
    for misfit in study.misfits:
        which = (
            "" if len(misfit.steps) == len(steps) else f" with steps of {', '.join(f'{h:g}' for h in misfit.steps)} s"
        )
        say(f"omitted: {misfit.method.label}{which}: {misfit.reason}")


def _tell_progress(what: str) -> None:
    """Print which run begins, unless the user has disabled progress messages."""
    if manner().progress:
        inform(f"running {what}")


def _choice(compiled: CompiledModel) -> tuple[str, ...]:
    """Return the methods to compare: the default method of the model and its alternatives."""
    return WITH_JOINTS_CHOICE if len(compiled.model.joints.body0) else EXPLICIT_CHOICE


def _steps(given: list[str], of_deck: float) -> list[float]:
    if not given:
        return [factor * of_deck for factor in STEP_FACTORS]
    try:
        steps = [float(text) for text in given]
    except ValueError as error:
        raise UsageError(f"--steps needs numbers: {error}") from error
    if any(not step > 0.0 for step in steps):
        raise UsageError("--steps needs positive numbers")
    return steps


def _reference(arguments: argparse.Namespace) -> Reference | tuple[ComparedMethod, float] | None:
    """Return the reference that the user has named, or None."""
    from rbsolve.compare.reference import given_reference, named_method
    from rbsolve.display.mappings import UnknownNameError

    if arguments.reference_method is not None:
        return named_method(arguments.reference_method)
    if arguments.reference is None:
        return None
    try:
        return given_reference(arguments.reference, arguments.sensors)
    except UnknownNameError as error:
        raise UsageError(f"{arguments.reference}: {error}") from error


def _warn_of_other_model(path: Path | None, compiled: CompiledModel, options: Options) -> None:
    """Print a warning if the reference results come from a different model."""
    from rbsolve.compare.reference import other_model_of

    if path is None:
        return
    other = other_model_of(path, compiled.description.sources[0].text, options.parameters)
    if other is not None:
        say(f"warning: the reference {path} has {other}, so errors include the difference between both models")


def _say_warnings(study: Comparison) -> None:
    """Print the warnings of runs. Each kind of warning is printed once per method, with the step sizes for which it
    occurred.
    """
    found: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for case in study.cases:
        for warning in {finding.code: finding for finding in reversed(case.warnings)}.values():
            found.setdefault((case.method.label, warning.code), []).append((case.step, warning.told))
    for (label, code), told in found.items():
        steps = ", ".join(f"{step:g}" for step, _ in told)
        say(f"warning[{code}]: {label} with steps of {steps} s: {told[0][1]}")


def _print_table(study: Comparison) -> None:
    from rich.markup import escape
    from rich.table import Table

    from rbsolve.compare.report import COLUMNS, rows

    title = f"{study.deck}: {study.words}, against {study.reference}"
    table = Table(title=escape(title), title_justify="left", box=None)
    body = rows(study)
    used = [k for k, _ in enumerate(COLUMNS) if any(row[k] for row in body)]
    for k in used:
        is_text = COLUMNS[k] in ("method", "outcome")
        table.add_column(escape(COLUMNS[k]), justify="left" if is_text else "right", no_wrap=COLUMNS[k] != "method")
    for row, following in zip(body, [*body[1:], ("",)], strict=True):
        table.add_row(*(row[k] for k in used), end_section=row[0] != following[0])
    # Wrap long names and long lines, because truncated numbers would be useless.
    print_tables(lambda console: console.print(table, crop=False), width=160)
