"""Blocks of time integrators, with the options and formulations of each type."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from rbsolve.language.diagnostics import Severity
from rbsolve.language.table import (
    BlockSchema,
    Keyword,
    Type,
    Variants,
    choice,
    flag,
    integer,
    number,
    numbers,
    write_value,
)
from rbsolve.solver.methods.kind import TOLERANCES
from rbsolve.solver.methods.registry import INTEGRATORS

SECTION = "Analysis and integrators"

ADAPTIVE_TABLEAUX = ("ODE23", "DOPRI5", "DOP853")
COMPOSING_TABLEAUX = ("CG3", "CG4", "CF3", "CF4")
TABLEAUX = ("EULER", "HEUN", "RK33", "RK44", "RK67", *ADAPTIVE_TABLEAUX, *COMPOSING_TABLEAUX)

FORMULATIONS_OF = {integrator.name: integrator.formulations for integrator in INTEGRATORS}
"""The formulations of each type of integrator, with the default first."""

INTEGRATOR_TYPES = tuple(FORMULATIONS_OF)
EXPLICIT_TYPES = tuple(integrator.name for integrator in INTEGRATORS if integrator.is_explicit)
ALL_FORMULATIONS = tuple(dict.fromkeys(name for names in FORMULATIONS_OF.values() for name in names))
# With joints, explicit types need one of these formulations. Their other formulations do not support constraints.
FORMULATIONS_WITH_JOINTS = ("MINIMAL_COORDINATES",)

FORMULATION_MEANINGS = {
    "LIE_R3_SO3": "translations and rotations are updated separately; rotations by increments on the rotation group",
    "LIE_R3_SO3_LEFT": (
        "like LIE_R3_SO3, but with the angular velocity in inertial components; increments multiply the rotation "
        "from the left"
    ),
    "LIE_SE3": "increments on the group of rigid motions",
    "LIE_R3_S3": "Euler parameters with increments on the unit sphere, which keep the unit length",
    "UNIFIED_VELOCITIES": "six local velocity coordinates of a body, defined by a projection",
    "CARDAN_ANGLES_1": "classical: angles Rxyz and the angular velocity",
    "CARDAN_ANGLES_2": "classical: angles Rxyz and their rates",
    "EULER_PARAMETERS_1": "classical, Euler parameters",
    "EULER_PARAMETERS_2": "Euler parameters on the unit sphere, with their rates as velocities",
    "MINIMAL_COORDINATES": "joint coordinates with recursive algorithms; the motion satisfies constraints of joints exactly",
    "QUATERNION_HAMILTONIAN": "quaternions and their momenta",
}

# The defaults of the tolerances of an embedded tableau, if only the other tolerance is given. The absolute tolerance is
# by default at most the relative tolerance.
ADAPTIVE_TOLERANCES = {"RELATIVE_TOLERANCE": 1e-6, "ABSOLUTE_TOLERANCE": 1e-9}

TYPES = Variants(selector="INTEGRATOR_TYPE", table=tuple(integrator.variant for integrator in INTEGRATORS))
FEWEST_STAGES = {each.name: each.fewest_stages for each in INTEGRATORS if each.fewest_stages is not None}
# With more stages, round-off prevents smaller errors.
MOST_STAGES = 20

# The options of each formulation, for any type of integrator.
PROJECTION_OPTIONS = (
    "PROJECTION",
    "PROJECTION_LENGTHS",
    "PROJECTION_SCALE",
    "PROJECTION_POINTS",
    "PROJECTION_DIRECTIONS",
)
FORMULATION_OPTIONS = {
    "UNIFIED_VELOCITIES": PROJECTION_OPTIONS,
    "QUATERNION_HAMILTONIAN": ("INERTIA_REPRESENTATION", "INERTIA_PARAMETER"),
}
FORMULATION_DEFAULTS: dict[str, dict[str, object]] = {
    "UNIFIED_VELOCITIES": {
        "PROJECTION": "HEXAHEDRON",
        "PROJECTION_LENGTHS": (1.0,),
        "PROJECTION_SCALE": 1.0 / math.sqrt(2.0),
    },
    "QUATERNION_HAMILTONIAN": {"INERTIA_REPRESENTATION": "GAMMA", "INERTIA_PARAMETER": "SPIN"},
}
CUSTOM_PROJECTION = ("PROJECTION_POINTS", "PROJECTION_DIRECTIONS")
BUILT_IN_PROJECTION = ("PROJECTION_LENGTHS", "PROJECTION_SCALE")


def _default_of(keyword: str) -> str:
    """Return the default value of an option, in words."""
    tables = [*(variant.defaults for variant in TYPES.table), *FORMULATION_DEFAULTS.values()]
    values = {table[keyword] for table in (*tables, ADAPTIVE_TOLERANCES) if keyword in table}
    return write_value(values.pop()) if len(values) == 1 else "the method's own"


TIME_INTEGRATOR = BlockSchema(
    kind="TIME_INTEGRATOR",
    definition="TIME_INTEGRATOR_DEFINITION",
    name_keyword="TIME_INTEGRATOR_NAME",
    title="Time integrators",
    meaning="An integration method, a formulation of the motion, and their options.",
    family="INTEGRATOR",
    section=SECTION,
    reports_unused=Severity.WARNING,
    variants=TYPES,
    keywords=(
        choice("INTEGRATOR_TYPE", "The method.", *INTEGRATOR_TYPES, required=True),
        choice(
            "FORMULATION",
            "The coordinates of positions and rotations.",
            *ALL_FORMULATIONS,
            default_text="MINIMAL_COORDINATES if joints form no loops and prescribed rates are continuous; "
            "otherwise the first formulation of the method",
        ),
        choice(
            "TABLEAU",
            f"The Runge-Kutta coefficients: {', '.join(TABLEAUX)}.",
            *TABLEAUX,
            default_text=_default_of("TABLEAU"),
        ),
        number(
            "SPECTRAL_RADIUS",
            "The spectral radius at infinite frequency: 1 means no dissipation, and 0 means maximum dissipation.",
            minimum=0.0,
            maximum=1.0,
            default_text=_default_of("SPECTRAL_RADIUS"),
        ),
        choice(
            "NEWTON",
            (
                "FULL: a new tangent matrix in every iteration. MODIFIED: the method keeps the matrix while the "
                "iteration converges fast."
            ),
            "FULL",
            "MODIFIED",
            default_text=_default_of("NEWTON"),
        ),
        flag(
            "TANGENT_OPERATOR",
            "With YES, the iteration matrix includes the tangent operator of the increments.",
            default_text=_default_of("TANGENT_OPERATOR"),
        ),
        choice(
            "TANGENT_STIFFNESS",
            "FULL: the iteration matrix contains the derivatives of inertial, constraint and applied forces with "
            "respect to the configuration. FORCES: it contains only the derivatives of applied forces. The "
            "results are the same, but FORCES needs more iterations.",
            "FULL",
            "FORCES",
            default_text=_default_of("TANGENT_STIFFNESS"),
        ),
        *(
            number(
                name,
                "The tolerance of the step error (explicit methods) or of Newton's iteration (implicit methods).",
                above=0.0,
                default_text=_default_of(name),
            )
            for name in TOLERANCES
        ),
        number(
            "LOCAL_ERROR_TOLERANCE",
            (
                "For GENERALIZED_ALPHA: the permitted position error of one step. If it is given, the method "
                "adapts the size of its steps."
            ),
            unit="m",
            above=0.0,
            default_text="none: fixed steps",
        ),
        integer(
            "MAXIMUM_NUMBER_OF_ITERATIONS",
            "The maximum number of Newton iterations in a step.",
            minimum=1.0,
            default_text=_default_of("MAXIMUM_NUMBER_OF_ITERATIONS"),
        ),
        integer(
            "NUMBER_OF_STAGES",
            "The number of stages: at least 2 for LOBATTO_IIIA_B, at least 1 for GAUSS_LOBATTO.",
            minimum=1.0,
            maximum=float(MOST_STAGES),
            default_text="the minimum",
        ),
        choice(
            "PROJECTION",
            "For UNIFIED_VELOCITIES: the points and directions of the six velocities.",
            "HEXAHEDRON",
            "TETRAHEDRON",
            "CUSTOM",
            default_text=_default_of("PROJECTION"),
        ),
        Keyword(
            "PROJECTION_LENGTHS",
            Type.NUMBER_OR_WORD,
            (
                "The side lengths, or one length for all sides. GYRATION means a hexahedron whose sides are the "
                "radii of gyration of each body. It is centred at the centre of mass and aligned with the "
                "principal axes, so the mass matrix is a multiple of the identity."
            ),
            counts=(1, 3),
            words=("GYRATION",),
            unit="m",
            above=0.0,
            default_text="1",
        ),
        number("PROJECTION_SCALE", "The length alpha of the directions.", above=0.0, default_text="1/sqrt(2)"),
        numbers("PROJECTION_POINTS", "Six points of a CUSTOM projection.", 18, unit="m"),
        numbers("PROJECTION_DIRECTIONS", "Six directions of a CUSTOM projection.", 18),
        choice(
            "INERTIA_REPRESENTATION",
            "For QUATERNION_HAMILTONIAN: the regularisation of the mass matrix.",
            "ALPHA",
            "GAMMA",
            default_text=_default_of("INERTIA_REPRESENTATION"),
        ),
        Keyword(
            "INERTIA_PARAMETER",
            Type.NUMBER_OR_WORD,
            (
                "The parameter of the representation. AUTO is the mean of the principal moments of a body. SPIN "
                "is the optimum for a body that spins about its angular momentum: the moment of inertia about the "
                "initial spin axis, times a factor that depends on the method."
            ),
            words=("AUTO", "SPIN"),
            unit="kg m^2",
            above=0.0,
            default_text=_default_of("INERTIA_PARAMETER"),
        ),
    ),
    notes=(
        "An option that does not apply to the type or the formulation is an error.",
        (
            f"With a tolerance, the tableaux {', '.join(ADAPTIVE_TABLEAUX)} are adaptive; otherwise the step is fixed. "
            "If only one tolerance is given, the default of the relative tolerance is "
            f"{write_value(ADAPTIVE_TOLERANCES['RELATIVE_TOLERANCE'])}. The default of the absolute tolerance is the "
            f"minimum of {write_value(ADAPTIVE_TOLERANCES['ABSOLUTE_TOLERANCE'])} and the relative tolerance."
        ),
        (
            "With @LOCAL_ERROR_TOLERANCE, @TIME_STEP_SIZE is optional and sets the first step. The tolerance of "
            "angles [rad] is this length divided by the extent of the model. Steps end at output times, when a "
            "contact or a stop closes or opens, and when a signal switches."
        ),
        (
            "Adaptive steps also end at the points of tables, at the start and end of steps and profiles, at "
            "@START_TIME and @END_TIME, and where formulas of time switch. They also end where the operand of an "
            "exponential, a denominator or the base of a power has an extremum. Therefore they resolve a narrow "
            "peak such as `exp(-(t/1e-3)^2)`. A step can miss other narrow peaks. Define functions with such "
            "peaks as TABULATED."
        ),
        (
            "Fixed steps resolve jumps of functions and formulas of time. They also resolve up to 8 consecutive "
            "pieces of a function that are shorter than a step. At a jump of a force, output rows show the "
            "accelerations after the jump. At a jump of a prescribed rate, output rows show the motion before the "
            "jump. Fixed steps of explicit types and of QUATERNION_HAMILTONIAN also end where the slope or the "
            "curvature of a function of time changes."
        ),
        (
            "Fixed steps can miss other changes that are shorter than a step. The warning `step-mismatch` names "
            "functions and signals with pulses or peaks shorter than a step, and with oscillations that are too fast "
            "for the steps."
        ),
        (
            "CG3 and CG4 (Crouch-Grossman) and CF3 and CF4 (commutator-free) have the orders 3 and 4. These "
            "tableaux update a configuration by several exponentials in each stage, and need no tangent operator. "
            "The other tableaux use one exponential (Munthe-Kaas)."
        ),
        "For types of QUATERNION_HAMILTONIAN, the tolerance is relative to the size of each unknown. "
        "@ABSOLUTE_TOLERANCE has no effect for these types and gives a warning.",
    ),
    example="""\
@TIME_INTEGRATOR_DEFINITION {
  @TIME_INTEGRATOR_NAME {Implicit} {
    @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @FORMULATION {LIE_SE3} @SPECTRAL_RADIUS {0.8} @NEWTON {MODIFIED}
    @RELATIVE_TOLERANCE {1e-8} @ABSOLUTE_TOLERANCE {1e-10} @MAXIMUM_NUMBER_OF_ITERATIONS {10}
  }
}""",
)

BLOCKS = (TIME_INTEGRATOR,)


def default_type(has_joints: bool) -> str:
    """Return the type of integrator for a deck that does not give a type."""
    return "GENERALIZED_ALPHA" if has_joints else "EXPLICIT_RUNGE_KUTTA"


def formulations_of(integrator: str, has_joints: bool) -> tuple[str, ...]:
    """Return the formulations that a type supports for a model, with the default first."""
    return FORMULATIONS_WITH_JOINTS if has_joints and integrator in EXPLICIT_TYPES else FORMULATIONS_OF[integrator]


def what_fits(formulation: str) -> tuple[str, ...]:
    """Return the types of integrator that support a formulation."""
    return tuple(name for name, formulations in FORMULATIONS_OF.items() if formulation in formulations)


def keywords_in_force(integrator: str, formulations: Collection[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of all options of a method by keyword, either given or default.

    `formulations` contains the formulations of the bodies. Options of unused formulations are omitted.
    """
    variant = TYPES.of(integrator)
    if variant is None:
        return {}
    own: dict[str, Any] = dict(variant.defaults)
    takes = {*variant.required, *variant.optional}
    for formulation in formulations:
        own.update(FORMULATION_DEFAULTS.get(formulation, {}))
        takes.update(FORMULATION_OPTIONS.get(formulation, ()))
    options = {**own, **{keyword: value for keyword, value in given.items() if keyword in takes}}
    if options.get("PROJECTION") == "CUSTOM":
        options = {keyword: value for keyword, value in options.items() if keyword not in BUILT_IN_PROJECTION}
    # Tolerances in the deck may be meant for an embedded tableau that an override has replaced.
    if "TABLEAU" in options and options["TABLEAU"] not in ADAPTIVE_TABLEAUX:
        options = {keyword: value for keyword, value in options.items() if keyword not in TOLERANCES}
    elif "TABLEAU" in options and any(name in options for name in TOLERANCES):
        relative = options.setdefault("RELATIVE_TOLERANCE", ADAPTIVE_TOLERANCES["RELATIVE_TOLERANCE"])
        options.setdefault("ABSOLUTE_TOLERANCE", min(ADAPTIVE_TOLERANCES["ABSOLUTE_TOLERANCE"], relative))
    return options
