"""Compiles the checked description and the resolved geometry to a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import replace
from typing import NamedTuple

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.options import Options
from rbsolve.language.recall import recallable, recallable_composition
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.assembly.arrays import anatomy_of, body_arrays, model_of
from rbsolve.solver.assembly.checks.carried_jumps import check_carried_jumps
from rbsolve.solver.assembly.checks.delayed_jumps import check_delayed_jumps, check_repeated_start, check_repetitions
from rbsolve.solver.assembly.checks.faces import check_faces
from rbsolve.solver.assembly.checks.inertia import light_bodies
from rbsolve.solver.assembly.checks.late_switches import check_late_switches
from rbsolve.solver.assembly.checks.mobility import with_mobilities
from rbsolve.solver.assembly.checks.pulses import check_pulses
from rbsolve.solver.assembly.checks.reactive_signals import REST_START, check_reactive_signals
from rbsolve.solver.assembly.checks.rest_start import begins_at_rest, check_rest_start
from rbsolve.solver.assembly.checks.tree_check import JumpingMotion, jumping_motion
from rbsolve.solver.assembly.checks.tree_check import check as check_trees
from rbsolve.solver.assembly.checks.usage import (
    check_brake_steps,
    check_contact_steps,
    check_dissipation,
    check_light_bodies,
    check_partial_drives,
    check_variables,
)
from rbsolve.solver.assembly.elements import forces
from rbsolve.solver.assembly.elements.bodies import (
    Placing,
    at_rest,
    placing_of,
    reference_poses,
)
from rbsolve.solver.assembly.elements.carried import with_motions
from rbsolve.solver.assembly.elements.events import check_events
from rbsolve.solver.assembly.elements.formula_corners import corners_of_formulas
from rbsolve.solver.assembly.elements.frames import check_frames, free_frames
from rbsolve.solver.assembly.elements.histories import with_histories, with_longer_histories
from rbsolve.solver.assembly.elements.jump_rows import (
    Driving,
    driving_functions,
    jump_rows,
    jumping_sources,
    with_echoes,
)
from rbsolve.solver.assembly.elements.law_corners import with_intervals
from rbsolve.solver.assembly.elements.projection import (
    check_initial_projections,
    initial_projections,
)
from rbsolve.solver.assembly.elements.repeated_start import NO_ECHOES, StartEchoes, start_echoes
from rbsolve.solver.assembly.elements.sides import locates_switches, with_sides
from rbsolve.solver.assembly.elements.signals import (
    SignalPlan,
    check_signals,
    check_steps,
    plan_signals,
)
from rbsolve.solver.assembly.elements.weighing import body_masses
from rbsolve.solver.assembly.method import analysis_type, body_formulations, choose_method, time_range
from rbsolve.solver.assembly.schedule import make_schedule
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.forces.contact.record import sticks
from rbsolve.solver.functions.encode import FUNCTION_KINDS, encode_functions
from rbsolve.solver.integrators.munthe_kaas.switches import MOST_SWITCHES
from rbsolve.solver.integrators.quaternion_hamiltonian.check import check as check_quaternion_hamiltonian
from rbsolve.solver.joints.resistance import has_stops
from rbsolve.solver.model.analyses import DYNAMIC, KINEMATIC
from rbsolve.solver.model.arrays import Functions, Model, State
from rbsolve.solver.model.compiled import Method, Schedule
from rbsolve.solver.model.frames import FreeFrame
from rbsolve.solver.model.joints import turned_angles
from rbsolve.solver.signals.delayed_jumps import delays_and_measures, with_jumping_delays
from rbsolve.solver.signals.driving import driving_switches


class System(NamedTuple):
    """A compiled model whose initial state has not been computed. Velocities and the closure of joints are still
    missing.
    """

    model: Model
    method: Method
    schedule: Schedule
    anatomy: Anatomy
    signals: SignalPlan
    kind: str
    still: State
    """The bodies at their positions in the deck, at rest."""
    placing: Placing
    light: list[int]
    """The bodies with zero inertia about some axis."""
    is_free: bool
    """Whether the run starts exactly from the given values, so that no initial state is computed."""
    free_frames: Mapping[str, FreeFrame]
    """The frames that are not attached to a single body."""


@recallable_composition
def system_of(
    description: Description, geometry: ResolvedGeometry, diagnostics: Diagnostics, options: Options
) -> System | None:
    """Return the model of a deck without its initial state. If the deck has errors, report them and return None. Also
    return None if the deck has no analysis.

    Objects of the previous case are reused if their inputs have not changed (`language/recall.py`).
    """
    weighed = body_masses(description, geometry, diagnostics)
    functions, function_index = encode_functions(list(description.all_of(*FUNCTION_KINDS)), diagnostics)
    signals = plan_signals(description, function_index, diagnostics)
    analysis = next(description.all_of("ANALYSIS"), None)
    if diagnostics.has_errors or analysis is None:
        return None
    run = _run_of(description, analysis, options, functions, function_index, diagnostics)
    if run is None:
        return None
    masses = [mass for mass in weighed if mass is not None]  # no mass is missing, because errors were reported before
    _check_inertia(run.bodies, [mass.is_singular for mass in masses], run.method, diagnostics)
    bodies = body_arrays(run.formulations, masses)
    signals = with_histories(signals, run.step, run.duration)
    anatomy = anatomy_of(description, geometry, *reference_poses(description, geometry), function_index, signals.places)
    check_frames(description, anatomy, functions, run.schedule.start, diagnostics)
    functions = with_motions(functions, description, anatomy, bodies, run.schedule.start, diagnostics)
    model = model_of(description, anatomy, bodies, functions, signals, run.method, diagnostics)
    if run.kind == DYNAMIC and not diagnostics.has_errors:
        has_sides = locates_switches(run.method) and not begins_at_rest(description)
        divided = with_sides(signals, model, run.method) if has_sides else signals
        divided = with_intervals(divided, description, model, run.method)
        if divided is not signals:
            signals = divided
            anatomy = replace(anatomy, signals=signals.places)
            model = model_of(description, anatomy, bodies, functions, signals, run.method, diagnostics)
    driving: list[Driving] = []
    starts = NO_ECHOES
    if run.kind == DYNAMIC or (run.kind == KINEMATIC and len(signals.rows)):
        model, signals, driving, starts = _with_ends_of_steps(description, model, signals, run, diagnostics)
    _check(description, model, signals, driving, starts, run, diagnostics)
    if diagnostics.has_errors:
        return None
    still, light = at_rest(description, geometry, *_sizes_of_state(model)), light_bodies(bodies)
    if not check_initial_projections(description, bodies, diagnostics):
        return None
    model = with_mobilities(model, still)
    if run.kind == DYNAMIC:
        check_brake_steps(description, model, run.method, run.step, diagnostics)
    is_free = run.kind == DYNAMIC and not light and not any(map(len, _that_find_out(model)))
    placing = placing_of(still.R, bodies.centre, initial_projections(description, bodies))
    return System(
        model,
        run.method,
        run.schedule,
        anatomy,
        signals,
        run.kind,
        still,
        placing,
        light,
        is_free,
        free_frames(description, anatomy, bodies),
    )


class _Run(NamedTuple):
    """What the deck and its user request for a run."""

    kind: str
    """The name of the analysis."""
    method: Method
    schedule: Schedule
    bodies: list[Described]
    formulations: list[str]
    """The formulation of each body, in deck order."""
    jumping: JumpingMotion | None
    """A prescribed motion whose rate jumps."""

    @property
    def step(self) -> float | None:
        """Return the fixed step size [s], or None if the analysis has no steps or adaptive steps."""
        steps = self.kind == KINEMATIC or (self.kind == DYNAMIC and not self.method.is_adaptive)
        return self.schedule.spacing / self.schedule.steps_each if steps else None

    @property
    def duration(self) -> float:
        """The simulated time [s]."""
        return self.schedule.stop - self.schedule.start


def _run_of(
    description: Description,
    analysis: Described,
    options: Options,
    functions: Functions,
    function_index: dict[str, int],
    diagnostics: Diagnostics,
) -> _Run | None:
    """Return the analysis, the method and the times. If they are incompatible, or if the model has no body, report
    errors and return None.
    """
    start, stop = time_range(analysis)
    stop = stop if options.t_end is None else options.t_end
    jumping = jumping_motion(description, functions, function_index, start, stop)
    method = choose_method(description, analysis, options, jumping is None, diagnostics)
    bodies = list(description.all_of("RIGID_BODY"))
    if not bodies:
        message = "the model has no body: add a @RIGID_BODY_DEFINITION"
        diagnostics.error(Code.MISSING_KEYWORD, message, analysis.span)
    if method is None or not bodies:
        return None
    schedule = make_schedule(analysis, options, method.is_adaptive, diagnostics)
    formulations = body_formulations(bodies, method, diagnostics)
    if schedule is None or formulations is None:
        return None
    return _Run(analysis_type(analysis, options), method, schedule, bodies, formulations, jumping)


def _with_ends_of_steps(
    description: Description, model: Model, signals: SignalPlan, run: _Run, diagnostics: Diagnostics
) -> tuple[Model, SignalPlan, list[Driving], StartEchoes]:
    """Return the model of a run with the times at which steps end: corners of formulas, and jumps of functions. Also
    return the signals, the functions that drive forces, and the repetitions of the start. The delays of the signals
    store their inputs at these times.
    """
    starts = NO_ECHOES
    if run.kind == KINEMATIC:
        return *_with_ends_along_motion(description, model, signals, run, diagnostics), starts
    times, step, driving = (run.schedule.start, run.schedule.stop), run.step, []
    ends_at_corners = run.method.is_adaptive or run.jumping is not None or _is_driven(model, run.method)
    if ends_at_corners and not diagnostics.has_errors:
        corners = corners_of_formulas(description, model, signals.places, *times, diagnostics)
        model = model._replace(functions=model.functions._replace(corners=corners))
    if not diagnostics.has_errors:
        driving = driving_functions(description, model, signals.places, times, step)
        driving = with_echoes(driving, description, model, signals.places, run.duration, run.method)
        starts = NO_ECHOES if step is None else start_echoes(signals, model, run.duration, run.method, step)
        jumps = jump_rows(driving, run.method, *times, step, starts)
        sources = set() if step is None else jumping_sources(driving, run.method, step, starts, model.signals)
        locates = run.method.integrator in EXPLICIT_TYPES and step is not None and len(driving_switches(model)) > 0
        if locates:  # steps end where delays repeat the switches of signals
            sources |= delays_and_measures(model.signals)
        delayed = with_jumping_delays(model.signals, sources)
        switches = MOST_SWITCHES if locates else 0
        signals, delayed = with_longer_histories(signals, delayed, jumps, step, run.duration, switches)
        model = model._replace(functions=model.functions._replace(jumps=jumps), signals=delayed)
    return model, signals, driving, starts


def _with_ends_along_motion(
    description: Description, model: Model, signals: SignalPlan, run: _Run, diagnostics: Diagnostics
) -> tuple[Model, SignalPlan, list[Driving]]:
    """Return the model of a KINEMATIC run with the times at which functions of time jump or bend. Also return the
    signals and these functions. As in explicit methods, the integration of the states of signals may not cross these
    times.
    """
    if diagnostics.has_errors:
        return model, signals, []
    times, method = (run.schedule.start, run.schedule.stop), run.method._replace(integrator=EXPLICIT_TYPES[0])
    driving = driving_functions(description, model, signals.places, times, run.step)
    driving = with_echoes(driving, description, model, signals.places, 0.0, run.method)
    jumps = jump_rows(driving, method, *times, run.step)
    return model._replace(functions=model.functions._replace(jumps=jumps)), signals, driving


def _sizes_of_state(model: Model) -> tuple[int, int, int, int, int, int]:
    """Return the numbers of continuous angles, contacts, contact points, bristles, frictions in joints, and stops."""
    bristles = len(model.contacts.end) if sticks(model) else 0
    stops = len(model.drives.joint) if has_stops(model.drives) else 0
    points = len(model.contacts.body0), len(model.contacts.end)
    return turned_angles(model.joints), *points, bristles, len(model.frictions.joint), stops


def _check(
    description: Description,
    model: Model,
    signals: SignalPlan,
    driving: Sequence[Driving],
    starts: StartEchoes,
    run: _Run,
    diagnostics: Diagnostics,
) -> None:
    """Report conflicts of the model with the method, the step size or the time span. Also report errors that do not
    depend on the initial state.
    """
    kind, step = run.kind, run.step
    if kind in (DYNAMIC, KINEMATIC):
        check_steps(signals, step, run.duration, diagnostics)
    if kind == KINEMATIC and step is not None and not diagnostics.has_errors:
        check_carried_jumps(signals, model, driving, run.method, step, diagnostics)
    if kind == DYNAMIC and not diagnostics.has_errors:
        if step is not None:
            times = run.schedule.start, run.schedule.stop
            if diagnostics.seeks_warnings:
                check_pulses(driving, times, step, diagnostics)
            check_repetitions(driving, run.method, step, times[1], diagnostics)
            check_repeated_start(signals, starts, diagnostics)
        check_late_switches(signals, model, step, diagnostics)
        check_delayed_jumps(signals, model, run.method, step, diagnostics)
    if kind == DYNAMIC and begins_at_rest(description):
        check_rest_start(description, model, run.schedule.start, diagnostics)
    check_signals(signals, model, run.method.integrator if kind == DYNAMIC else kind, diagnostics)
    by_rest = kind == DYNAMIC and begins_at_rest(description)
    needed_by = REST_START if by_rest else run.method.integrator if kind == DYNAMIC else kind
    check_reactive_signals(signals, model, needed_by, diagnostics)
    check_events(description, diagnostics)
    _check_model(description, model, run.method, kind, step, run.jumping, run.schedule.start, diagnostics)


def _is_driven(model: Model, method: Method) -> bool:
    """Return whether steps of generalized-alpha end where the acceleration of a prescribed motion jumps."""
    return method.integrator == "GENERALIZED_ALPHA" and bool((model.joints.row_function >= 0).any())


def _that_find_out(model: Model) -> tuple[Sized, ...]:
    """Return the arrays whose elements require a computation or a check of the start. If all are empty, the start is
    simply the given state.
    """
    return model.joints.kind, model.signals.kind, model.contacts.end, model.springs.body0, model.events.signal


@recallable
def _check_model(
    description: Description,
    model: Model,
    method: Method,
    kind: str,
    step: float | None,
    jumping: JumpingMotion | None,
    start: float,
    diagnostics: Diagnostics,
) -> None:
    """Report errors that do not depend on the initial state."""
    check_faces(description, model, method.integrator if kind == DYNAMIC else kind, diagnostics)
    check_quaternion_hamiltonian(description, model, method, diagnostics)
    check_trees(description, model, method, jumping, diagnostics)
    check_variables(description, diagnostics)
    forces.check_start(description, start, diagnostics)
    check_partial_drives(description, diagnostics)
    if kind == DYNAMIC and not diagnostics.has_errors:
        check_light_bodies(description, model, method, diagnostics)
        check_contact_steps(description, model, method, step, diagnostics)
        check_dissipation(description, model, method, diagnostics)


@recallable
def _check_inertia(blocks: list[Described], singular: list[bool], method: Method, diagnostics: Diagnostics) -> None:
    """Report bodies with zero inertia about an axis. Explicit integrators in absolute coordinates cannot solve for
    their rotation.
    """
    if method.integrator not in EXPLICIT_TYPES or method.formulation == "MINIMAL_COORDINATES":
        return
    for block, is_singular in zip(blocks, singular, strict=True):
        if is_singular:
            diagnostics.error(
                Code.INVALID_VALUE,
                f"body {block.name} has no inertia about an axis: {method.integrator} cannot solve for its rotation",
                block.span_of("MASS_PROPERTY_NAME"),
                "give all three moments of inertia; they can be small for a point mass",
            )
