"""Warns of valid elements that are probably not intended. The warnings appear when a deck is compiled."""

from __future__ import annotations

import itertools
import re
from functools import partial

import numpy as np

from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.joints.record import VECTOR
from rbsolve.language.many import length_of, matmul, of_each
from rbsolve.language.motions import MOTION_FUNCTIONS
from rbsolve.parser.schema.integrators import EXPLICIT_TYPES
from rbsolve.solver.contacts.law import friction_ratio
from rbsolve.solver.forces.dead_load import OF_COMPONENTS
from rbsolve.solver.integrators.tableaux import TABLEAUX
from rbsolve.solver.joints.blocks import JOINT_KINDS, items, joint_blocks, kind_of, label
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.model.arrays import BRISTLE_STIFFNESS, DYNAMIC, STATIC, TRANSITION, Model, State
from rbsolve.solver.model.compiled import Method
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.options import GeneralizedAlphaOptions, RungeKuttaOptions
from rbsolve.solver.trees.topology import in_forest

OF_EACH = {"SPRING": 2, "DAMPER": 1, "FRICTION_FORCE": 1, "FRICTION": 5}
"""The number of items per coordinate, for some keywords of joints."""
OF_TIME = {
    "DEAD_LOAD": ("FUNCTION_1D_NAME", *OF_COMPONENTS),
    "MOVING_FRAME": MOTION_FUNCTIONS,
    "JOINT_CONTROLLER": ("REFERENCE_FUNCTION_NAME", "FEEDFORWARD_FUNCTION_NAME"),
    **dict.fromkeys(JOINT_KINDS, ("ACTUATOR", "PRESCRIBED_ROTATION", "PRESCRIBED_DISPLACEMENT", *MOTION_FUNCTIONS)),
}
"""The keywords that name functions of time, by kind of object."""
_READS_X = re.compile(r"(?<![\w#.])x(?![\w(])")
LEAST_DAMPED = 0.98  # largest spectral radius with which test runs of loops and chains completed 10,000 steps
LIGHT = 1e-6  # a body counts as light if its mass, relative to a neighbour, is below this value
NO_LENGTH = 1e-9  # the ends of a spring coincide if their distance, relative to the rest length, is below this value


def check_variables(description: Description, diagnostics: Diagnostics) -> None:
    """Report formulas in x where functions of time are required."""
    formulas = {block.name for block in description.all_of("FUNCTION_1D") if _is_formula_of_x(block)}
    for kind, keywords in OF_TIME.items() if formulas else ():
        for block, keyword in itertools.product(description.all_of(kind), keywords):
            for name in items(block, keyword):
                if name in formulas:
                    diagnostics.error(
                        Code.INVALID_VALUE,
                        f"@{keyword} of {block.name} takes a function of time, but {name} is a formula of x",
                        block.span_of(keyword),
                        "write the formula in t, or use @SPRING for a force that depends on the coordinate",
                    )


def _is_formula_of_x(block: Described) -> bool:
    return "EXPRESSION" in block and _READS_X.search(block.span_of("EXPRESSION").text) is not None


def check_lengths(description: Description, model: Model, state: State, diagnostics: Diagnostics) -> None:
    """Warn of springs with a positive rest length whose ends coincide at the start."""
    springs = model.springs
    for i, block in enumerate(description.of_kind("SPRING_DAMPER").values()):
        ends = [
            state.x[body] + matmul(state.R[body], point)
            for body, point in ((springs.body0[i], springs.point0[i]), (springs.body1[i], springs.point1[i]))
        ]
        rest = springs.rest_length.tolist()[i]
        if rest > 0.0 and length_of(ends[1] - ends[0]) <= NO_LENGTH * rest:
            diagnostics.warning(
                Code.DEGENERATE_GEOMETRY,
                f"the two points of spring {block.name} coincide at the start: the force then has no direction and "
                f"is omitted, although its rest length is {rest:.6g} m",
                block.span_of("REST_LENGTH"),
                "start with separate points, or set @REST_LENGTH {0}",
            )


def check_light_bodies(description: Description, model: Model, method: Method, diagnostics: Diagnostics) -> None:
    """Warn of bodies that are much lighter than a neighbour. Explicit steps must be short enough to resolve their fast
    motions.
    """
    if method.integrator not in EXPLICIT_TYPES:
        return
    mass = np.append(model.bodies.mass, 0.0)
    heaviest = of_each(partial(_heaviest_neighbours, model.joints), mass)
    for b, block in enumerate(description.of_kind("RIGID_BODY").values()):
        if mass[b] < LIGHT * heaviest[b]:
            diagnostics.warning(
                Code.INVALID_VALUE,
                f"body {block.name} has a mass of {mass[b]:.3g} kg next to a neighbour of {heaviest[b]:.3g} kg: the "
                f"body oscillates fast, and an explicit method may need millions of steps",
                block.span_of("MASS_PROPERTY_NAME"),
                "increase its mass, fix it to a connected body, or choose GENERALIZED_ALPHA, which damps such motions",
            )


def _heaviest_neighbours(joints: Joints, mass: Floats) -> Floats:
    """Return the largest mass of the neighbours of each body, for masses (..., nb + 1)."""
    heaviest = np.zeros(mass.shape)
    of_body, mass = heaviest.T, mass.T  # the axis of bodies comes first
    np.maximum.at(of_body, joints.body0, mass[joints.body1])
    np.maximum.at(of_body, joints.body1, mass[joints.body0])
    return heaviest


def check_contact_steps(
    description: Description, model: Model, method: Method, step: float | None, diagnostics: Diagnostics
) -> None:
    """Warn of fixed explicit steps [s] that would often be divided while a body rests on a contact with regularised
    friction.

    Below the transition velocity, friction under a body's own weight reduces its speed at least at the relative rate g
    mu'(0).
    """
    if step is None or not isinstance(method.options, RungeKuttaOptions) or not len(model.contacts.law):
        return
    tableau = TABLEAUX[method.options.tableau]
    gravity = float(np.linalg.norm(model.gravity))
    limit = tableau.largest_decay
    too_fast: dict[Span, list[tuple[str, float]]] = {}  # contacts of a group or a material share their coefficients
    for law, block in zip(model.contacts.law, description.all_of("CONTACT"), strict=True):
        if law[BRISTLE_STIFFNESS] != 0.0:
            continue
        rate = gravity * friction_ratio(law[STATIC], law[DYNAMIC], law[TRANSITION], 0.0)[0]
        if step * rate > limit:
            too_fast.setdefault(block.span_of("FRICTION_COEFFICIENTS"), []).append((block.name, rate))
    for span, contacts in too_fast.items():
        name, rate = max(contacts, key=lambda contact: contact[1])
        named = name if len(contacts) == 1 else f"{name} and {len(contacts) - 1} more"
        diagnostics.warning(
            Code.INVALID_VALUE,
            f"steps of {step:g} s are too long for the friction of contact {named}: near rest, each step would "
            f"increase the speed of a body; {tableau.name} needs steps below {limit / rate:.3g} s there "
            f"and divides longer steps",
            span,
            "use a larger @TRANSITION_VELOCITY, a tableau with a tolerance, or GENERALIZED_ALPHA, which does not divide steps",
        )


def check_brake_steps(
    description: Description, model: Model, method: Method, step: float | None, diagnostics: Diagnostics
) -> None:
    """Warn of fixed explicit steps [s] that would often be divided while a joint with friction is at rest.

    Assume that a friction force of size F changes its sign within the velocity v. A motion with the inertia J then
    decays at the rate F/(v J).
    """
    if step is None or not isinstance(method.options, RungeKuttaOptions):
        return
    tableau, drives = TABLEAUX[method.options.tableau], model.drives
    limit = tableau.largest_decay
    for i in np.flatnonzero(drives.law == int(Law.FRICTION)):
        rate, joint = float(drives.damping[i] * drives.mobility[i]), int(drives.joint[i])
        if step * rate > limit:
            diagnostics.warning(
                Code.INVALID_VALUE,
                f"steps of {step:g} s are too long for the friction of {label(description, joint)}: near rest, "
                f"each step would increase the rate; {tableau.name} needs steps below {limit / rate:.3g} "
                f"s there and divides longer steps",
                joint_blocks(description)[joint].span_of("FRICTION_FORCE"),
                "use a larger @FRICTION_VELOCITY, a tableau with a tolerance, or GENERALIZED_ALPHA, which does not divide steps",
            )


def check_partial_drives(description: Description, diagnostics: Diagnostics) -> None:
    """Note that a spring, damper or friction does not act on all components of the rotation of its joint."""
    for block in joint_blocks(description):
        coordinates = kind_of(block).record.coordinates
        if coordinates != VECTOR:
            continue
        for keyword, each in OF_EACH.items():
            given = len(items(block, keyword)) // each
            if 0 < given < len(coordinates):
                count = "coordinate" if given == 1 else f"{given} coordinates"
                diagnostics.note(
                    Code.WRONG_COUNT,
                    f"@{keyword} of {block.name} acts on the first {count} of {len(coordinates)} only",
                    block.span_of(keyword),
                    f"give {each * len(coordinates)} items to act on all rotations",
                )


def check_dissipation(description: Description, model: Model, method: Method, diagnostics: Diagnostics) -> None:
    """Warn of position constraints in an implicit method that does not damp unresolved motions."""
    if not isinstance(method.options, GeneralizedAlphaOptions):
        return
    radius = method.options.spectral_radius
    if radius <= LEAST_DAMPED or not len(model.joints.row_code) or in_forest(model.bodies).all():
        return
    block = method.described or next(iter(description.all_of("ANALYSIS")))
    diagnostics.warning(
        Code.INVALID_VALUE,
        f"@SPECTRAL_RADIUS {{{radius:g}}} leaves round-off in the joint constraints undamped. It grows from step "
        "to step, first in the reactions, until Newton's iteration fails",
        block.span_of("SPECTRAL_RADIUS"),
        "use the default 0.9, or MINIMAL_COORDINATES if the joints form a tree",
    )
