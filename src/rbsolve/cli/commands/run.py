"""`rbsolve run`: checks a deck, solves it, and writes its results."""

from __future__ import annotations

import argparse
import math
import os
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.cli.decks import STDIN, deck_of, options_of
from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.kernels import origin_of_kernels
from rbsolve.cli.messages import count, manner, say, say_diagnostics, say_error, say_unreadable
from rbsolve.cli.options import CHECKPOINT_SECONDS, add_end, add_output, add_run_options, add_start_option, positive
from rbsolve.language.diagnostics import Severity
from rbsolve.parser.description.method_options import known_method, method_of
from rbsolve.parser.schema.integrators import ALL_FORMULATIONS, INTEGRATOR_TYPES, TABLEAUX
from rbsolve.pipeline import CheckedDeck, check_deck, check_runnable
from rbsolve.solver.model.findings import ERROR, warnings_among

if TYPE_CHECKING:
    from rbsolve.runs.resume import StoppedRun
    from rbsolve.runs.run import Run, Sequel
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.model.events import Event
    from rbsolve.solver.run.summary import RunSummary

STDIN_OUTPUT = Path("stdin.h5")
MOST_EVENTS = 4  # maximum number of events in the report
MOST_OF_A_CODE = 3  # maximum number of printed diagnostics with the same code
EXIT_CODES = {
    "complete": ExitCode.DONE,
    "failed": ExitCode.SOLUTION_FAILED,
    "interrupted": ExitCode.INTERRUPTED,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("deck", metavar="MODEL.deck", help="the deck; - reads the deck from standard input")
    add_output(parser, "output file; default: MODEL.h5 beside the deck", metavar="OUT.h5")
    add_run_options(parser)
    add_end(parser)
    add_start_option(parser)
    parser.add_argument(
        "--checkpoint-every",
        type=positive,
        default=CHECKPOINT_SECONDS,
        metavar="SECONDS",
        help=f"wall time between checkpoints [s] (SIGUSR1 also writes a checkpoint); default: {CHECKPOINT_SECONDS:g}",
    )
    parser.add_argument(
        "--no-motion",
        dest="motion",
        action="store_false",
        help="do not store the motion of the bodies; the results then cannot be viewed in 3D",
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the deck, solve it, and write the results. The exit code tells which stage failed, if any."""
    check_names(arguments)
    try:
        checked = check_deck(deck_of(arguments.deck), options_of(arguments))
    except OSError as error:
        say_unreadable(str(arguments.deck), error)
        return ExitCode.INPUT_OUTPUT
    check_runnable(checked)
    say_check(checked)
    compiled = checked.solvable
    if compiled is None:
        return ExitCode.DECK_ERRORS
    output = output_of(arguments, Path(arguments.deck).with_suffix(".h5"))
    if overwrites_source(output, checked):
        return ExitCode.INPUT_OUTPUT
    if not arguments.quiet:
        say_what_is_replaced(output, compiled)
    solved = solve(
        checked, compiled, output, arguments.quiet, motion=arguments.motion, every=arguments.checkpoint_every
    )
    if solved.status.value == "failed" or (arguments.quiet and solved.status.value == "interrupted"):
        say_error(solved.message)
    if not arguments.quiet:
        say_end(solved, checked, output)
    return EXIT_CODES[solved.status.value]


def command_line() -> str:
    """Return the command line of this process."""
    return shlex.join([os.path.basename(sys.argv[0]), *sys.argv[1:]])


def check_names(arguments: argparse.Namespace) -> None:
    """Refuse unknown integrators and formulations."""
    integrator = arguments.integrator
    if integrator is not None:
        try:
            method_of(integrator)
        except ValueError as error:
            is_known = integrator.split(":")[0] in (*INTEGRATOR_TYPES, *TABLEAUX)
            hint = str(error) if is_known else known_method(integrator)
            raise UsageError(f"--integrator {integrator}: {hint}") from error
    formulation = arguments.formulation
    if formulation is not None and formulation not in ALL_FORMULATIONS:
        close = get_close_matches(formulation, ALL_FORMULATIONS, 1)
        hint = f"did you mean {close[0]}?" if close else f"the formulations are {', '.join(ALL_FORMULATIONS)}"
        raise UsageError(f"--formulation {formulation}: {hint}")


def say_check(checked: CheckedDeck) -> None:
    """Print the diagnostics of the check, and with `--verbose` also the method. With `--quiet`, print only the
    diagnostics that prevent a run.
    """
    if checked.has_errors or not manner().quiet:
        say_diagnostics(checked.diagnostics)
    if checked.has_errors and not checked.diagnostics.has_errors:
        say_error("warnings count as errors because of --werror")
    if manner().verbose and checked.solvable is not None:
        say_method(checked.solvable)


def output_of(arguments: argparse.Namespace, default: Path) -> Path:
    """Return the path of the results file. It is the path from `-o`, or otherwise `default`, which is beside the deck."""
    if arguments.output is None:
        return STDIN_OUTPUT if arguments.deck == STDIN else default
    if str(arguments.output) == STDIN:
        raise UsageError("-o -: results cannot be written to standard output; name a file")
    return Path(arguments.output)


def say_what_is_replaced(output: Path, compiled: CompiledModel) -> None:
    """Warn if this run would replace the results of a longer run."""
    if not output.exists():
        return
    from rbsolve.runs.results import Results

    with suppress(OSError, ValueError), Results.open(output) as before:
        end = float(before.time[-1]) if len(before.time) else compiled.schedule.start
        if end > compiled.schedule.stop:
            say(
                f"warning: {output} has results up to t = {end:g} s; this run ends at {compiled.schedule.stop:g} s and replaces them"
            )


def say_method(compiled: CompiledModel) -> None:
    """Print the method, its options, the origin of the kernels, and the folder of the kernel cache."""
    from rbsolve.results.sections.provenance import options_in_force
    from rbsolve.solver.compiler.cache import writable

    say(f"method: {compiled.method.integrator} on {compiled.method.formulation}")
    for keyword, value in sorted(options_in_force(compiled).items()):
        say(f"  {keyword} {value}")
    say(f"kernels: {origin_of_kernels()}")
    say(f"kernel cache: {writable() or 'none'}")


def overwrites_source(output: Path, checked: CheckedDeck) -> bool:
    """Return whether the output would overwrite a file of the deck. If so, print an error."""
    real = os.path.realpath(output)
    if all(os.path.realpath(source.name) != real for source in checked.contents.sources):
        return False
    say_error(f"{output} would overwrite the deck or a file that it includes: name another output with -o")
    return True


def solve(
    checked: CheckedDeck,
    compiled: CompiledModel,
    output: Path,
    quiet: bool,
    sequel: Sequel | None = None,
    *,
    motion: bool = True,
    every: float | None = None,
    stopped: StoppedRun | None = None,
) -> Run:
    """Solve a model and show the progress."""
    from rbsolve.cli.interrupts import Interrupts
    from rbsolve.cli.progress import make_display

    schedule = compiled.schedule
    with make_display(quiet, schedule.start, schedule.stop) as display, Interrupts(display.note) as interrupts:
        from rbsolve.runs.run import run_model
        from rbsolve.solver.compiler.progress import compiling_words, listen
        from rbsolve.solver.run.supervision import Progress, Supervision

        def progress(state: Progress) -> None:
            display.show(state.time, state.steps)

        listen(lambda *known: display.stage(compiling_words(*known)))
        supervision = Supervision(progress, interrupts.is_requested, interrupts.is_checkpoint_requested, every)
        if stopped is not None:
            from rbsolve.runs.resume import resume

            return resume(stopped, output, supervision)
        return run_model(checked, output, supervision, sequel, command=command_line(), motion=motion)


def say_where_code_is_not_kept() -> bool:
    """If no kernel cache is writable, report that the next run will compile again. Return whether this was reported."""
    from rbsolve.solver.compiler.cache import flaw_of, folders, has_compiler, writable

    if not has_compiler() or writable() is not None:
        return False
    flaws = [flaw_of(folder) or f"{folder} cannot be written" for folder in folders()]
    say(
        f"note: compiled kernels cannot be cached: {'; '.join(flaws)}; set NUMBA_CACHE_DIR to a folder that only you can write to"
    )
    return True


def _events(events: Sequence[Event]) -> str:
    shown = [f"{event.name} {event.direction.lower()} at {event.time:.6g} s" for event in events[:MOST_EVENTS]]
    more = f", and {len(events) - len(shown)} more" if len(events) > len(shown) else ""
    return f"{count(len(events), 'event')}: {', '.join(shown)}{more}"


def say_run_findings(summary: RunSummary) -> None:
    """For each code, print the first diagnostics of the run. If the run failed, its message already contains the cause."""
    said: Counter[str] = Counter()
    for finding in summary.findings:
        if finding.severity != ERROR:
            said[finding.code] += finding.count
            if said[finding.code] <= MOST_OF_A_CODE:
                say(str(finding))
    for code, number in said.items():
        if number > MOST_OF_A_CODE:
            say(f"{number - MOST_OF_A_CODE} more diagnostics {code}: use `rbsolve info` on the results to list them")


def say_end(solved: Run, checked: CheckedDeck, output: Path) -> None:
    """Print the summary of a run, and the paths of the written files."""
    summary = solved.summary
    say_run_findings(summary)
    if summary.compiling:
        say_where_code_is_not_kept()
    from rbsolve.display.effort import before_stepping

    rejected = f" and {count(summary.rejected_steps, 'rejected step')}" if summary.rejected_steps else ""
    here = summary.steps - summary.earlier_steps
    share = f", {here} of these steps in this session," if summary.earlier_steps else ""
    pace = f"{summary.stepping:.3g} s ({here / summary.stepping:.3g} steps/s)"
    steps = f"{count(summary.steps, 'step')}{rejected}{share} in {pace}{before_stepping(summary.compiling, summary.loading)}"
    if summary.events:
        say(_events(summary.events))
    if solved.status.value == "complete":
        say(f"complete: t = {summary.time:g} s, {steps}")
    else:
        say(f"{solved.status.value} at t = {summary.time:g} s: {steps}")
    if math.isfinite(summary.unexplained_energy):
        say(f"energy: {summary.unexplained_energy:.2g} J unexplained of {summary.energy_moved:.3g} J exchanged")
    warnings = sum(finding.severity is Severity.WARNING for finding in checked.diagnostics)
    warnings += warnings_among(summary.findings)
    noted = f", {count(warnings, 'warning')}" if warnings else ""
    say(f"{output}: {count(len(checked.sensors), 'sensor')}, {count(solved.rows, 'row')}{noted}")
