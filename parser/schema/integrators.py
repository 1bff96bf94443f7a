"""Time integrators: which options and which formulations go with which type."""

from __future__ import annotations

from rbsolve.parser.schema.table import (
    Block,
    Keyword,
    Type,
    Variant,
    Variants,
    choice,
    flag,
    integer,
    number,
    numbers,
)

SECTION = "Analysis and integrators"

ADAPTIVE_TABLEAUX = ("ODE23", "DOPRI5", "DOP853")
TABLEAUX = ("EULER", "HEUN", "RK33", "RK44", "RK67", *ADAPTIVE_TABLEAUX)

# The first one is the default.
FORMULATIONS_OF: dict[str, tuple[str, ...]] = {
    "EXPLICIT_RUNGE_KUTTA": (
        "LIE_R3_SO3",
        "LIE_SE3",
        "LIE_R3_S3",
        "UNIFIED_VELOCITIES",
        "CARDAN_ANGLES_1",
        "CARDAN_ANGLES_2",
        "EULER_PARAMETERS_1",
        "MINIMAL_COORDINATES",
    ),
    "GENERALIZED_ALPHA": (
        "LIE_R3_SO3",
        "LIE_SE3",
        "CARDAN_ANGLES_1",
        "CARDAN_ANGLES_2",
        "EULER_PARAMETERS_2",
        "MINIMAL_COORDINATES",
    ),
    "IMPLICIT_MIDPOINT": ("QUATERNION_HAMILTONIAN",),
    "ENERGY_MOMENTUM": ("QUATERNION_HAMILTONIAN",),
    "LOBATTO_IIIA_B": ("QUATERNION_HAMILTONIAN",),
    "GAUSS_LOBATTO": ("QUATERNION_HAMILTONIAN",),
}
INTEGRATOR_TYPES = tuple(FORMULATIONS_OF)
EXPLICIT_TYPES = ("EXPLICIT_RUNGE_KUTTA",)
ALL_FORMULATIONS = tuple(dict.fromkeys(name for names in FORMULATIONS_OF.values() for name in names))
# Of the explicit types with joints; the others do not treat constraints.
FORMULATIONS_WITH_JOINTS = ("MINIMAL_COORDINATES",)

FORMULATION_MEANINGS = {
    "LIE_R3_SO3": "translations and rotations apart; increments on the rotation group",
    "LIE_SE3": "increments on the group of rigid motions",
    "LIE_R3_S3": "Euler parameters kept at unit length by increments on the unit sphere",
    "UNIFIED_VELOCITIES": "six local velocity coordinates of a body, by a projection",
    "CARDAN_ANGLES_1": "classical, angles Rxyz and the angular velocity",
    "CARDAN_ANGLES_2": "classical, angles Rxyz and their rates",
    "EULER_PARAMETERS_1": "classical, Euler parameters",
    "EULER_PARAMETERS_2": "Euler parameters, unit length as a constraint",
    "MINIMAL_COORDINATES": "joint coordinates, recursively: the joints hold by construction",
    "QUATERNION_HAMILTONIAN": "quaternions and their momenta",
}

_TOLERANCES = ("RELATIVE_TOLERANCE", "ABSOLUTE_TOLERANCE")
_NEWTON = ("NEWTON", *_TOLERANCES, "MAXIMUM_NUMBER_OF_ITERATIONS")

TYPES = Variants(
    selector="INTEGRATOR_TYPE",
    table=(
        Variant(
            "EXPLICIT_RUNGE_KUTTA",
            "Explicit Runge-Kutta, adaptive for embedded tableaux with tolerances.",
            (),
            ("TABLEAU", *_TOLERANCES),
            {"TABLEAU": "RK44"},
        ),
        Variant(
            "GENERALIZED_ALPHA",
            "Implicit, second order, with numerical dissipation; for joints.",
            (),
            ("SPECTRAL_RADIUS", "TANGENT_OPERATOR", *_NEWTON),
            {"SPECTRAL_RADIUS": 0.9, "NEWTON": "FULL", "TANGENT_OPERATOR": True},
        ),
        Variant("IMPLICIT_MIDPOINT", "Symplectic, second order.", (), _NEWTON, {"NEWTON": "FULL"}),
        Variant("ENERGY_MOMENTUM", "Conserves energy and momentum, second order.", (), _NEWTON, {"NEWTON": "FULL"}),
        Variant(
            "LOBATTO_IIIA_B",
            "Symplectic, order 2 or 4 with 2 or 3 stages.",
            (),
            ("NUMBER_OF_STAGES", *_NEWTON),
            {"NUMBER_OF_STAGES": 2, "NEWTON": "FULL"},
        ),
        Variant(
            "GAUSS_LOBATTO",
            "Symplectic, order 2 or 4 with 1 or 2 stages.",
            (),
            ("NUMBER_OF_STAGES", *_NEWTON),
            {"NUMBER_OF_STAGES": 1, "NEWTON": "FULL"},
        ),
    ),
)
STAGES = {"LOBATTO_IIIA_B": (2, 3), "GAUSS_LOBATTO": (1, 2)}

# Options that belong to a formulation, whatever the type
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
    "UNIFIED_VELOCITIES": {"PROJECTION": "HEXAHEDRON"},
    "QUATERNION_HAMILTONIAN": {"INERTIA_REPRESENTATION": "GAMMA", "INERTIA_PARAMETER": "AUTO"},
}
CUSTOM_PROJECTION = ("PROJECTION_POINTS", "PROJECTION_DIRECTIONS")
BUILT_IN_PROJECTION = ("PROJECTION_LENGTHS", "PROJECTION_SCALE")


def _tolerance(name: str) -> Keyword:
    meaning = "Of the error of a step, or of Newton's iteration."
    return number(name, meaning, above=0.0, default_text="the method's own")


TIME_INTEGRATOR = Block(
    kind="TIME_INTEGRATOR",
    definition="TIME_INTEGRATOR_DEFINITION",
    name_keyword="TIME_INTEGRATOR_NAME",
    title="Time integrators",
    meaning="A method of integration, a formulation of the rotations, and their options.",
    family="INTEGRATOR",
    section=SECTION,
    reports_unused=True,
    variants=TYPES,
    keywords=(
        choice("INTEGRATOR_TYPE", "The method.", *INTEGRATOR_TYPES, required=True),
        choice(
            "FORMULATION",
            "How positions and rotations are parametrised.",
            *ALL_FORMULATIONS,
            default_text="MINIMAL_COORDINATES for joints without loops and prescribed rates without jumps, else the method's first",
        ),
        choice("TABLEAU", "The Runge-Kutta coefficients.", *TABLEAUX, default_text="RK44"),
        number(
            "SPECTRAL_RADIUS",
            "At infinite frequency: 1 no dissipation, 0 all.",
            minimum=0.0,
            maximum=1.0,
            default_text="0.9",
        ),
        choice("NEWTON", "A new tangent in every iteration, or a kept one.", "FULL", "MODIFIED", default_text="FULL"),
        flag("TANGENT_OPERATOR", "Whether the tangent operator is kept in the iteration matrix.", default_text="YES"),
        number(
            "RELATIVE_TOLERANCE",
            "Of the error of a step, or of Newton's iteration.",
            above=0.0,
            default_text="the method's own",
        ),
        number(
            "ABSOLUTE_TOLERANCE",
            "Of the error of a step, or of Newton's iteration.",
            above=0.0,
            default_text="the method's own",
        ),
        integer("MAXIMUM_NUMBER_OF_ITERATIONS", "Of Newton's iteration.", minimum=1.0, default_text="the method's own"),
        integer(
            "NUMBER_OF_STAGES", "2 or 3 for LOBATTO_IIIA_B, 1 or 2 for GAUSS_LOBATTO.", default_text="the smaller one"
        ),
        choice(
            "PROJECTION",
            "Of UNIFIED_VELOCITIES: where and along what the six velocities are measured.",
            "HEXAHEDRON",
            "TETRAHEDRON",
            "CUSTOM",
            default_text="HEXAHEDRON",
        ),
        numbers(
            "PROJECTION_LENGTHS", "Its side lengths, or one for all sides.", 1, 3, unit="m", above=0.0, default_text="1"
        ),
        number("PROJECTION_SCALE", "The size alpha of its directions.", above=0.0, default_text="1/sqrt(2)"),
        numbers("PROJECTION_POINTS", "Six points, of a CUSTOM projection.", 18, unit="m"),
        numbers("PROJECTION_DIRECTIONS", "Six directions, of a CUSTOM projection.", 18),
        choice(
            "INERTIA_REPRESENTATION",
            "Of QUATERNION_HAMILTONIAN: how the mass matrix is made regular.",
            "ALPHA",
            "GAMMA",
            default_text="GAMMA",
        ),
        Keyword(
            "INERTIA_PARAMETER",
            Type.NUMBER_OR_AUTO,
            "Its parameter; AUTO is the mean of the principal moments.",
            unit="kg m^2",
            above=0.0,
            default_text="AUTO",
        ),
    ),
    notes=(
        "An option that does not go with the type or the formulation is an error.",
        "Tolerances make the tableaux ODE23, DOPRI5 and DOP853 adaptive; without them the step is fixed.",
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
    """The type of a deck that names none."""
    return "GENERALIZED_ALPHA" if has_joints else "EXPLICIT_RUNGE_KUTTA"


def formulations_of(integrator: str, has_joints: bool) -> tuple[str, ...]:
    """The formulations in which a type can run a model, its default one first."""
    return FORMULATIONS_WITH_JOINTS if has_joints and integrator in EXPLICIT_TYPES else FORMULATIONS_OF[integrator]


def what_fits(formulation: str) -> tuple[str, ...]:
    """The types of integrator that take a formulation."""
    return tuple(name for name, formulations in FORMULATIONS_OF.items() if formulation in formulations)
