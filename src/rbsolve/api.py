"""The Python interface: check, load, solve, open_results. `import rbsolve` is the way to it."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rbsolve.display.following import Follower, follow_cases, follow_run
from rbsolve.display.mappings import Named, unknown
from rbsolve.language.diagnostics import DeckError, Diagnostic, Diagnostics
from rbsolve.pipeline import (
    CheckedDeck,
    Options,
    Parameter,
    Parsed,
    check_deck,
    check_parsed,
    check_runnable,
    with_own_sensors,
)

if TYPE_CHECKING:
    from rbsolve.building.deck import Deck
    from rbsolve.ensemble.ensemble import Ensemble
    from rbsolve.results.reader import Results
    from rbsolve.solver.analyses.linearized.record import Linearization
    from rbsolve.solver.model.outcome import Outcome
    from rbsolve.steering.steered import Callback

Array = NDArray[np.float64]
DeckSource: TypeAlias = "str | os.PathLike[str] | Deck"
"""A path; the text of a deck (a string with a line end, or with a keyword and its brace); or a deck written in Python."""
File = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Body:
    """A rigid body of a loaded deck.

    `mass` [kg]; `centre_of_mass` (3,) [m] from the origin of the body frame and `inertia` (3, 3) [kg m^2] about the
    centre of mass, both in body axes; `frame` and `initial_frame` (4, 4) at the reference configuration and at the start.
    """

    name: str
    mass: float
    centre_of_mass: Array
    inertia: Array
    frame: Array
    initial_frame: Array


class Model:
    """A checked deck with its geometry resolved into inertial components.

    ```python
    model = rbsolve.load("wing.deck", parameters={"L": 0.35})
    model.points["tip"]  # (3,)
    model.triads["root"]  # (3, 3), columns e1, e2, e3
    model.frames["hub"]  # (4, 4), homogeneous
    model.bodies["blade"].inertia  # (3, 3)
    ```

    The mappings are read-only. `diagnostics` contains the warnings and notes of the check.
    """

    def __init__(self, deck: Path | str, checked: CheckedDeck) -> None:
        self.deck = deck
        """Where the deck is, or its text."""
        self.points: Mapping[str, Array] = Named("points", checked.resolved.points)
        self.triads: Mapping[str, Array] = Named("triads", checked.resolved.triads)
        self.frames: Mapping[str, Array] = Named("frames", checked.resolved.frames)
        self.bodies: Mapping[str, Body] = Named("bodies", _bodies(checked))
        self.parameters: Mapping[str, float | tuple[float, ...]] = checked.contents.parameters
        self.diagnostics: tuple[Diagnostic, ...] = tuple(checked.diagnostics)
        self._checked = checked

    @property
    def checked(self) -> CheckedDeck:
        """The checked deck, with its overrides."""
        return self._checked

    def __reduce__(self) -> tuple[object, ...]:
        """A model pickles as the text of its deck and files, so that it is the same in a process that cannot read the files."""
        return _recheck, (self.deck, self._checked.parsed, self._checked.options)

    def __repr__(self) -> str:
        name = f" {self.deck}" if isinstance(self.deck, Path) else ""
        return f"<Model{name}: bodies {', '.join(self.bodies) or 'none'}>"


class SolveError(RuntimeError):
    """A run failed. `outcome` is the kind of failure, `results` has the output rows so far, and str() has the cause
    and a remedy."""

    def __init__(self, message: str, outcome: Outcome, results: Results) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.results = results

    def __reduce__(self) -> tuple[type[SolveError], tuple[str, Outcome, Results]]:
        """Exceptions pickle by their message; this one takes its results along."""
        return SolveError, (str(self), self.outcome, self.results)


def check(deck: DeckSource) -> list[Diagnostic]:
    """All diagnostics of a deck, in the order of its files and places. Nothing is solved.

    ```python
    for finding in rbsolve.check("wing.deck"):
        print(finding.span, finding.severity, finding.code, finding.message)
    ```

    Raises OSError when the deck cannot be read.
    """
    return list(_check(deck, Options()).diagnostics)


def load(
    deck: DeckSource, parameters: Mapping[str, Any] | None = None, *, allow_include: tuple[File, ...] = ()
) -> Model:
    """Check a deck and resolve its geometry.

    `parameters` override design parameters by name: a number, a sequence of numbers, or an expression as in a deck
    (`"2*#L"`). Files can be included from the deck's own folder and from those of `allow_include`. A deck without
    an analysis can be loaded, but not solved.

    Raises DeckError when the deck has errors, OSError when it cannot be read.
    """
    options = Options(parameters=_parameters(parameters), allow_include=tuple(Path(folder) for folder in allow_include))
    return Model(locate(deck), _sound(_check(deck, options, keep=True)))


def solve(
    model: Model | DeckSource,
    parameters: Mapping[str, Any] | None = None,
    integrator: str | None = None,
    formulation: str | None = None,
    step: float | None = None,
    t_end: float | None = None,
    output: File | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    motion: bool = True,
    start_from: str | Path | None = None,
    callbacks: Mapping[str, Callback] | None = None,
    progress: Follower = None,
) -> Results:
    """Solve a deck. Arguments override the settings of the deck.

    ```python
    results = rbsolve.solve("wing.deck", parameters={"L": 0.35}, step=1e-4, output="wing.h5")
    ```

    `parameters` are added to those of a loaded model. `integrator` is an INTEGRATOR_TYPE or a short name such as
    "RK44", and `options` are keywords of its block: `{"SPECTRAL_RADIUS": 0.8}`. Without `output` the results stay in memory,
    and `results.save(path)` writes them. Without `motion`, the motion of the bodies is not stored. `start_from`
    ("OUT.h5" or "OUT.h5@TIME") names an output row of other results, which is the start. `callbacks` are Python
    functions `f(t, sensors) -> float` by the name of a signal of type EXTERNAL. Each is called once before each
    step. `sensors["tip"]` (k,) is the current value of a sensor. The returned value is constant during the step.
    `progress` controls the progress display: None shows a bar in notebooks, True always, False never. A function
    receives a record with `time` [s] and `steps` about ten times a second.

    Raises DeckError if the deck has errors, SolveError if the run fails (with the output rows so far, which are
    also in `output`), OSError if a file cannot be read or written. Ctrl-C raises KeyboardInterrupt; `output` then
    contains the rows so far.
    """
    from rbsolve.results.file.conventions import Status
    from rbsolve.results.reader import Results
    from rbsolve.runs.run import run_model
    from rbsolve.solver.run.supervision import Supervision

    chosen = chosen_options(integrator, formulation, step, t_end, options)
    if start_from is not None:
        chosen = chosen._replace(start_from=str(start_from))
    checked = runnable(model, parameters, chosen)
    path = None if output is None else _file("output", output)
    steered = None
    if callbacks is not None:
        from rbsolve.steering.steered import steering

        steered = steering(checked, mapping("callbacks", callbacks))
    schedule = checked.model.schedule
    with follow_run(progress, schedule.start, schedule.stop) as follower:
        watched = Supervision(follower)
        run = run_model(checked, path, watched, command="rbsolve.solve", motion=motion, steered=steered)
    results = Results(run.file, None) if path is None else Results.open(path)
    if run.status is Status.FAILED:
        raise SolveError(run.message, run.summary.outcome, results)
    return results


def solve_many(
    model: Model | DeckSource,
    parameters: Mapping[str, Any],
    integrator: str | None = None,
    formulation: str | None = None,
    step: float | None = None,
    t_end: float | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    sensors: Sequence[str] | None = None,
    threads: int | None = None,
    spill: File | None = None,
    lanes: int | str = "auto",
    progress: Follower = None,
) -> Ensemble:
    """Solve a deck for every value of some parameters, on all cores.

    ```python
    ensemble = rbsolve.solve_many("wing.deck", {"L": np.linspace(0.2, 0.4, 1000)})
    ensemble["tip"].shape  # (1000, n, 3)
    ```

    `parameters` are arrays (N,), or (N, k) for lists. A single value is used in all cases. The other arguments are
    those of `solve`. `sensors` names the sensors to keep (default: all); `threads` is the number of simultaneous
    cases (default: all cores). Each case has the bits of a single run. `lanes` is the number of cases that a core
    steps together: 1, 4, 8, 16, or "auto", which chooses the number for the processor if lanes save time. If a case
    fails, `status` and `messages` record it; other cases are not affected. `progress` is that of `solve`; a
    function receives the number of finished cases and the total. With `spill`, a folder, the histories are arrays
    in files (`sensor-NAME.npy`), so they need not fit into memory.

    Raises DeckError if the deck has errors with any parameters. Raises ValueError if arrays differ in length, a
    name is unknown, or the deck does not support the given lanes. Raises OSError if the deck cannot be read or the
    folder cannot be written.
    """
    from rbsolve.ensemble.ensemble import Ensemble, parameter_arrays
    from rbsolve.ensemble.lanes import refusal
    from rbsolve.ensemble.variation import Variation
    from rbsolve.ensemble.wanted import number_of_lanes

    chosen = chosen_options(integrator, formulation, step, t_end, options)
    loaded = model if isinstance(model, Model) else load(model)
    base = loaded.checked
    arrays = parameter_arrays(parameters)
    for name in arrays:
        if name not in loaded.parameters:
            raise ValueError(str(unknown("design parameter", name, list(loaded.parameters))))
    if sensors is not None:
        known = [plan.name for plan in base.sensors]
        for name in sensors:
            if name not in known:
                raise ValueError(str(unknown("sensor", name, known)))
    check_runnable(base)
    _sound(base)
    chosen = chosen._replace(parameters=base.options.parameters, allow_include=base.options.allow_include)
    folder, wanted, variation = (
        None if spill is None else Path(spill),
        number_of_lanes(str(lanes)),
        Variation(base.source, chosen),
    )
    if wanted > 1 and (compiled := variation.check({}).compiled) and (why := refusal(wanted, compiled)):
        raise ValueError(why)
    with follow_cases(progress) as follower:
        return Ensemble.solved(variation, arrays, threads, sensors, folder, wanted, follower)


def linearize(
    model: Model | DeckSource,
    at: float | str | None = None,
    parameters: Mapping[str, Any] | None = None,
    integrator: str | None = None,
    formulation: str | None = None,
    step: float | None = None,
    output: File | None = None,
    *,
    bodies: bool = False,
) -> Linearization:
    """Linearize a deck about the state at the time `at` [s], or at its "start", "end" or "equilibrium".

    ```python
    small = rbsolve.linearize("wing.deck", at="equilibrium")
    small.frequencies, small.damping_ratios, small.stability
    ```

    The default of `at` is the equilibrium for a STATIC deck, otherwise the start. `output` contains the sensors of
    the run up to this state, and the section /linearization. With `bodies`, `small.body_terms` has residual, M, G and K of each body.

    Raises DeckError when the deck has errors, SolveError when the run to the state fails, LinearizationError (a
    ValueError) when the model cannot be linearized there.
    """
    from rbsolve.results.file.conventions import Status
    from rbsolve.results.reader import Results
    from rbsolve.runs.linearize import LinearizeAtEnd, options_at
    from rbsolve.runs.run import run_model
    from rbsolve.solver.analyses.linearized.linearize import LinearizationError

    try:
        options = options_at(chosen_options(integrator, formulation, step), at)
    except ValueError as error:
        raise ValueError(f"at: {error}") from None
    checked = runnable(model, parameters, options)
    path = None if output is None else Path(output)
    sequel = LinearizeAtEnd(checked.model, bodies)
    run = run_model(checked, path, sequel=sequel, command="rbsolve.linearize")
    if run.status is Status.FAILED:
        raise SolveError(
            run.message, run.summary.outcome, Results(run.file, None) if path is None else Results.open(path)
        )
    if sequel.found is None:
        raise LinearizationError(sequel.error)
    return sequel.found


def _recheck(deck: Path | str, parsed: Parsed, options: Options) -> Model:
    return Model(deck, check_parsed(parsed, options))


def runnable(model: Model | DeckSource, parameters: Mapping[str, Any] | None, options: Options) -> CheckedDeck:
    """A deck checked with options. A model is taken as it was loaded, and described again only where options change it."""
    given = _parameters(parameters)
    if isinstance(model, Model):
        checked = model.checked
        loaded = checked.options
        options = options._replace(parameters={**loaded.parameters, **given}, allow_include=loaded.allow_include)
        if options != loaded:
            checked = check_parsed(checked.source, options)
        checked = with_own_sensors(checked)
    else:
        checked = _check(model, options._replace(parameters=given))
    check_runnable(checked)
    return _sound(checked)


def open_results(path: File) -> Results:
    """Open a results file; use it as a context manager, or close it when done.

    Raises OSError when the file is missing or is not a results file.
    """
    from rbsolve.results.reader import Results

    return Results.open(Path(path))


def locate(deck: DeckSource) -> Path | str:
    """The path of a deck, or its text; TypeError for any other value."""
    from rbsolve.building.builder import Builder
    from rbsolve.language.syntax.text import is_text

    if isinstance(deck, Builder):
        return deck.text()
    if not isinstance(deck, str | os.PathLike):
        raise TypeError(f"a deck is a path, a text or a rbsolve.Deck, and this is {deck!r}")
    return deck if isinstance(deck, str) and is_text(deck) else Path(deck)


def _file(argument: str, path: File) -> Path:
    """The path that an argument is; TypeError for any other value."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"{argument} is the path of a file, and this is {path!r}")
    return Path(path)


def _check(deck: DeckSource, options: Options, *, keep: bool = False) -> CheckedDeck:
    from rbsolve.building.builder import Builder

    if not isinstance(deck, Builder):
        return check_deck(locate(deck), options, keep=keep)
    diagnostics = Diagnostics()
    tree, sources = deck.read(diagnostics, options.allow_include)
    return check_parsed(Parsed(tree, sources, diagnostics), options)


def chosen_options(
    integrator: str | None = None,
    formulation: str | None = None,
    step: float | None = None,
    t_end: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Options:
    """Values that override the deck. Raises TypeError and ValueError for invalid arguments; the check reports other errors."""
    for name, word in (("integrator", integrator), ("formulation", formulation)):
        if not isinstance(word, str | None):
            raise TypeError(f"{name} is a name, and this is {word!r}")
    for name, number in (("step", step), ("t_end", t_end)):
        if not isinstance(number, Real | None):
            raise TypeError(f"{name} is a number of seconds, and this is {number!r}")
        if number is not None and not math.isfinite(number):
            raise ValueError(f"{name} is a number of seconds, and this is {number}")
    return Options(
        integrator=integrator,
        formulation=formulation,
        step=step,
        t_end=t_end,
        method_options={keyword.removeprefix("@"): value for keyword, value in mapping("options", options).items()},
    )


def mapping(what: str, given: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """A mapping from names to values, empty for None; TypeError for any other value."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise TypeError(f"{what} are a mapping from names to values, and these are {given!r}")
    for name, value in given.items():
        if value is None:
            raise TypeError(f"{what}: {name} has no value")
    return given


def _parameters(given: Mapping[str, Any] | None) -> dict[str, Parameter]:
    """Numbers, arrays and text as the parser takes them."""
    given = mapping("parameters", given)
    return {name: value if isinstance(value, str) else _numbers(name, value) for name, value in given.items()}


def _numbers(name: str, value: Any) -> float | tuple[float, ...]:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"parameters: {name} is a number, a list of numbers or a text, and this is {value!r}") from None
    return float(array) if array.ndim == 0 else tuple(array.ravel().tolist())


def _sound(checked: CheckedDeck) -> CheckedDeck:
    if checked.has_errors:
        raise DeckError(checked.diagnostics)
    return checked


def _bodies(checked: CheckedDeck) -> dict[str, Body]:
    from rbsolve.solver.assembly.elements.weighing import body_masses

    description, geometry = checked.contents, checked.resolved
    already_reported = Diagnostics()
    masses = body_masses(description, geometry, already_reported)
    bodies = {}
    for block, properties in zip(description.all_of("RIGID_BODY"), masses, strict=True):
        reference = block["FRAME_NAME"]
        if properties is not None:
            bodies[block.name] = Body(
                name=block.name,
                mass=properties.mass,
                centre_of_mass=properties.centre,
                inertia=properties.inertia,
                frame=geometry.frames[reference],
                initial_frame=geometry.frames[block.get("INITIAL_FRAME_NAME", reference)],
            )
    return bodies
