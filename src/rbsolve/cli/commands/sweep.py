"""`rbsolve sweep`: solves a deck for many values of its parameters."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import count, say, say_diagnostics
from rbsolve.cli.options import add_end, add_method_options, add_output, add_start_option, natural_number, whole_number
from rbsolve.cli.study_options import (
    CASE_LIMITS,
    add_engine_options,
    add_lanes_option,
    add_limit_options,
    add_response_option,
    add_store_option,
    add_storing_options,
    limits_of,
)
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.studies.design.dependence import Condition, read_correlation
from rbsolve.studies.design.request import METHODS, Sampling, StudyDesign, command_line, read_axis

if TYPE_CHECKING:
    from rbsolve.language.diagnostics import Span
    from rbsolve.studies.preparation.checks import Prepared
    from rbsolve.studies.preparation.preparing import Made

DEFAULT_METHOD = "lhs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "deck", type=Path, metavar="MODEL.deck", help="the deck, or a STUDY.toml file with all settings"
    )
    _add_design_arguments(parser)
    add_output(parser, "output folder; default: MODEL-study beside the deck", metavar="STUDY")
    parser.add_argument(
        "--replace",
        action="store_true",
        help="delete finished cases in the output folder that are not part of this sweep",
    )
    add_method_options(parser)
    add_end(parser)
    add_start_option(parser)
    parser.add_argument(
        "--keep",
        metavar="SENSOR,...",
        help="sensors whose histories are stored; 'none' stores only their final, max, min and rms values; 'envelopes' "
        "also stores quantiles of all other sensors over time; default: all sensors",
    )
    add_storing_options(parser)
    add_response_option(parser, "a scalar that is computed in the run of each case and stored")
    parser.add_argument(
        "--allow-include", action="append", type=Path, default=[], metavar="DIR", help=argparse.SUPPRESS
    )
    add_limit_options(parser)
    add_lanes_option(parser)
    add_store_option(parser)
    add_engine_options(parser)


def _add_design_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the cases."""
    parser.add_argument(
        "-p",
        "--parameter",
        dest="axes",
        action="append",
        default=[],
        metavar="NAME=VALUES",
        help="A:B:N for N values from A to B, a list 1,2,5, or one value; with --sample: the bounds A:B, or a distribution "
        "(normal(MEAN, DEVIATION), uniform, lognormal, triangular, weibull, discrete); a number may be a formula; may repeat",
    )
    parser.add_argument(
        "--zip", dest="zipped", action="store_true", help="combine the lists in parallel instead of as a grid"
    )
    parser.add_argument(
        "--sample", type=whole_number, metavar="N", help="sample N cases from the bounds or distributions of -p"
    )
    parser.add_argument("--method", choices=METHODS, help=f"sampling method; default: {DEFAULT_METHOD}")
    parser.add_argument(
        "--seed",
        type=natural_number,
        default=0,
        metavar="S",
        help="seed of the sample, for repeatable results; default: 0",
    )
    parser.add_argument(
        "--correlate",
        action="append",
        default=[],
        metavar="A,B=R",
        help="correlation R (-1 to 1) of two parameters of a sample; may repeat",
    )
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="CONDITION",
        help='omit cases that do not satisfy this condition, e.g. "#k2 < 3*#k1"; may repeat',
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="CASES.csv",
        help="table of cases, with one case per row and one parameter per column",
    )
    parser.add_argument(
        "--cases",
        type=_some_cases,
        metavar="A:B",
        help="solve only the cases A to B - 1, for your own job arrays; `rbsolve merge` combines the parts",
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the study, write its folder, and solve its cases."""
    from rbsolve.cli.studying import engine_of, work_on

    for path in (arguments.deck, arguments.table):
        if path is not None:
            with path.open("rb"):  # an unreadable file is reported when it is opened
                pass
    diagnostics = Diagnostics()
    request = _request(arguments, diagnostics)
    if request is None:
        say_diagnostics(diagnostics)
        return ExitCode.DECK_ERRORS
    with engine_of(arguments) as engine:
        from rbsolve.cli.commands.run import (
            check_names,  # the schema is loaded while the processes of the engine start
        )

        check_names(arguments)
        from rbsolve.results.scalars.reading import ScalarError
        from rbsolve.studies.preparation.checks import check_request, check_responses
        from rbsolve.studies.preparation.preparing import OtherCasesError, make_study

        keep = _keep(arguments.keep)
        prepared = check_request(request, keep, diagnostics)
        if prepared is None or not arguments.quiet:
            say_diagnostics(diagnostics)
        if prepared is None:
            return ExitCode.DECK_ERRORS
        prepared = _part(prepared, arguments.cases)
        _refuse_lanes(arguments.lanes, prepared)
        try:
            check_responses(prepared, arguments.responses)
        except ScalarError as error:
            raise UsageError(str(error)) from error
        output = _output(arguments, request)
        try:
            made = make_study(prepared, output, limits_of(arguments, keep), replace_cases=arguments.replace)
        except OtherCasesError as error:
            raise UsageError(str(error)) from error
        if not arguments.quiet:
            say(f"{made.folder.path}: {count(made.folder.manifest.cases, 'case')} of {request.deck}{_sample(request)}")
            _say_reused(made)
        return work_on(made.folder, engine, arguments.quiet)


def _some_cases(text: str) -> tuple[int, int]:
    """Parse A:B to two numbers."""
    first, colon, end = text.partition(":")
    if not (colon and first.isdigit() and end.isdigit() and int(first) < int(end)):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form A:B, with A below B")
    return int(first), int(end)


def _part(prepared: Prepared, cases: tuple[int, int] | None) -> Prepared:
    """Return a study with only the selected cases. Raise UsageError if these cases do not exist."""
    if cases is None:
        return prepared
    (first, end), table = cases, prepared.table
    if end > len(table):
        raise UsageError(
            f"--cases {first}:{end}: there are {count(len(table), 'case')}, so B can be at most {len(table)}"
        )
    return replace(prepared, table=replace(table, values=table.values[first:end]))


def _refuse_lanes(lanes: int | None, prepared: Prepared) -> None:
    """Raise UsageError if the deck does not support the requested lanes."""
    from rbsolve.ensemble.lanes import refusal

    why = refusal(lanes or 0, prepared.checked.model)
    if why:
        raise UsageError(why)


def _sample(request: StudyDesign) -> str:
    """Describe the sampling method in words, including the seed that reproduces the cases."""
    sampling = request.sampling
    return "" if sampling is None else f", a sample by {sampling.method} with seed {sampling.seed}"


def _say_reused(made: Made) -> None:
    """Report how many cases of the earlier study in the folder are kept, reused, solved again or deleted."""
    if made.kept:
        say(f"{count(made.kept, 'case')} already done")
    if made.taken:
        say(f"{count(made.taken, 'case')} reused from the previous study")
    if made.again:
        say(f"{count(made.again, 'finished case')} solved again: {made.why}")
    if made.deleted:
        say(f"{count(made.deleted, 'finished case')} deleted because of --replace")


def _request(arguments: argparse.Namespace, diagnostics: Diagnostics) -> StudyDesign | None:
    if arguments.deck.suffix == ".toml":
        return _from_file(arguments, diagnostics)
    words = [f"-p {text}" for text in arguments.axes]
    others = [f"rbsolve sweep {arguments.deck}", f"--sample {arguments.sample}", f"--table {arguments.table}"]
    dependences = [
        *(f"--correlate {text}" for text in arguments.correlate),
        *(f"--where {text}" for text in arguments.where),
    ]
    found = command_line([*words, *others, *dependences])
    places, (deck, sample, table) = found[: len(words)], found[len(words) : len(words) + 3]
    of_dependences = found[len(words) + 3 :]
    _check_usage(arguments)
    axes = [_axis(text, place, diagnostics) for text, place in zip(arguments.axes, places, strict=True)]
    correlations = [
        read_correlation(*_split(text), place, diagnostics)
        for text, place in zip(arguments.correlate, of_dependences, strict=False)
    ]
    conditions = zip(arguments.where, of_dependences[len(correlations) :], strict=True)
    if len(diagnostics):
        return None
    method = arguments.method or DEFAULT_METHOD
    return StudyDesign(
        deck=arguments.deck,
        deck_span=deck,
        axes=tuple(axis for axis in axes if axis is not None),
        zipped=arguments.zipped,
        sampling=None if arguments.sample is None else Sampling(arguments.sample, method, arguments.seed, sample),
        correlations=tuple(one for one in correlations if one is not None),
        conditions=tuple(Condition(text, place) for text, place in conditions),
        table=None if arguments.table is None else (arguments.table, table),
        **_method(arguments),
    )


def _split(text: str) -> tuple[str, str]:
    names, _, number = text.partition("=")
    return names.strip(), number.strip()


def _check_usage(arguments: argparse.Namespace) -> None:
    ways = [("--zip", arguments.zipped), ("--sample", arguments.sample), ("--table", arguments.table)]
    given = [name for name, value in ways if value]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} cannot be combined")
    if arguments.method and not arguments.sample:
        raise UsageError("--method needs --sample N")


def _axis(text: str, place: Span, diagnostics: Diagnostics) -> Any:
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise UsageError(f"-p {text}: expected NAME=VALUES")
    return read_axis(name, values, place, diagnostics)


def _from_file(arguments: argparse.Namespace, diagnostics: Diagnostics) -> StudyDesign | None:
    """Return the request of a study file, with the overrides of the command line."""
    from rbsolve.studies.design.study_file import read_study_file

    if (
        arguments.axes
        or arguments.sample
        or arguments.table
        or arguments.zipped
        or arguments.correlate
        or arguments.where
    ):
        raise UsageError("the study file defines the cases: change the cases there")
    request = read_study_file(arguments.deck, diagnostics)
    if request is None:
        return None
    said = request.run
    for name in ("jobs", "executor", *CASE_LIMITS, "store", "every", "float32"):
        if getattr(arguments, name) is None:
            setattr(arguments, name, said.get(name))
    arguments.responses = {name: text for name, (text, _) in request.responses.items()} | arguments.responses
    if arguments.keep is None and said.get("keep") is not None:
        keep = said["keep"]
        assert isinstance(keep, list)
        arguments.keep = ",".join(keep) or "none"
    for name in ("integrator", "formulation", "step", "t_end"):
        if getattr(arguments, name) is None:
            value = getattr(request, name)
            setattr(arguments, name, value.upper() if isinstance(value, str) else value)
    arguments.start_from = arguments.start_from or request.start_from
    return replace(request, **_method(arguments))


def _keep(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return () if text == "none" else tuple(name.strip() for name in text.split(",") if name.strip())


def _output(arguments: argparse.Namespace, request: StudyDesign) -> Path:
    if arguments.output is not None:
        return Path(arguments.output)
    said = request.run.get("output")
    if said:
        return Path(arguments.deck).parent / str(said)
    return Path(arguments.deck).with_name(f"{Path(arguments.deck).stem}-study")


def _method(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the solver settings of the cases and the permitted include folders. The keys are the names in a study
    file.
    """
    names = ("integrator", "formulation", "step", "t_end", "start_from", "method_options")
    return {name: getattr(arguments, name) for name in names} | {"allow_include": tuple(arguments.allow_include)}
