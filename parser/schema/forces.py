"""Gravity, loads, springs and bushings."""

from __future__ import annotations

from rbsolve.parser.schema.contacts import CONTACT, MATERIAL
from rbsolve.parser.schema.table import INERTIAL_TRIAD, BlockSchema, flag, number, reference, vector
from rbsolve.solver.forces.pairs import PAIR_FORCES

SECTION = "Forces"

_ZERO = (0.0, 0.0, 0.0)

GRAVITY = BlockSchema(
    kind="GRAVITY",
    definition="GRAVITY_DEFINITION",
    name_keyword="GRAVITY_NAME",
    title="Gravity",
    meaning="A uniform acceleration of gravity that acts on every body.",
    family="GRAVITY",
    section=SECTION,
    keywords=(vector("GRAVITY_VECTOR", "The acceleration, in inertial axes.", unit="m/s^2", required=True),),
    example="@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }",
)

DEAD_LOAD = BlockSchema(
    kind="DEAD_LOAD",
    definition="DEAD_LOAD_DEFINITION",
    name_keyword="DEAD_LOAD_NAME",
    title="Loads",
    meaning="A force and a moment on a body: s f(t) (F, M).",
    family="DEAD_LOAD",
    section=SECTION,
    one_of=(("APPLIED_FORCES", "APPLIED_MOMENTS"),),
    keywords=(
        reference("CONNECTED_TO_BODY", "BODY", "The body.", required=True),
        reference(
            "AT_POINT",
            "POINT",
            "The material point at which the force acts.",
            default_text="the origin of the body's frame",
        ),
        vector("APPLIED_FORCES", "F.", unit="N", default=_ZERO),
        vector("APPLIED_MOMENTS", "M.", unit="N m", default=_ZERO),
        reference("TRIAD_NAME", "TRIAD", "The axes of F and M.", default_text="the axes of @FRAME_NAME"),
        reference(
            "FRAME_NAME",
            "FRAME",
            "The frame whose axes are those of F and M, fixed or moving.",
            default_text="inertial axes",
        ),
        flag("FOLLOWER_FORCE_FLAG", "With YES, F and M turn with the body.", default=False),
        number("SCALING_FACTOR", "s.", default=1.0),
        reference(
            "FUNCTION_1D_NAME",
            "FUNCTION_OR_SIGNAL",
            "f(t), or a signal.",
            default_text="1",
            excludes=("SIGNAL_NAME",),
        ),
        reference("TIME_FUNCTION_NAME", "FUNCTION", "Older name of @FUNCTION_1D_NAME.", synonym_of="FUNCTION_1D_NAME"),
        reference("SIGNAL_NAME", "SIGNAL", "A signal in the place of f(t).", default_text="none"),
    ),
    example="""\
@DEAD_LOAD_DEFINITION {
  @DEAD_LOAD_NAME {Thrust} {
    @CONNECTED_TO_BODY {Arm} @AT_POINT {P} @APPLIED_FORCES {0, 0, 1} @TRIAD_NAME {Boom}
    @FOLLOWER_FORCE_FLAG {YES} @SCALING_FACTOR {250} @FUNCTION_1D_NAME {Ramp}
  }
  @DEAD_LOAD_NAME {Tow} { @CONNECTED_TO_BODY {Tool} @APPLIED_FORCES {10, 0, 0} @TIME_FUNCTION_NAME {OldRamp} }
}""",
)

SPRING_DAMPER = BlockSchema(
    kind="SPRING_DAMPER",
    definition="SPRING_DAMPER_DEFINITION",
    name_keyword="SPRING_DAMPER_NAME",
    title="Springs and dampers",
    meaning="A spring and a damper along the line between a point of one body and a point of another.",
    family="SPRING",
    section=SECTION,
    one_of=(("STIFFNESS", "DAMPING", "FORCE_FUNCTION_NAME"),),
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "B0 and B1.", counts=(2,), required=True),
        reference("POINT1_NAME", "POINT", "The material point of B0.", required=True),
        reference("POINT2_NAME", "POINT", "The material point of B1.", required=True),
        number("STIFFNESS", "Force per elongation.", unit="N/m", default=0.0),
        number("DAMPING", "Force per rate of elongation.", unit="N s/m", default=0.0),
        number(
            "REST_LENGTH",
            "The length without force.",
            unit="m",
            minimum=0.0,
            default_text="the length at the reference configuration",
        ),
        reference(
            "FORCE_FUNCTION_NAME",
            "FUNCTION",
            "The force as a function of the elongation, instead of a stiffness.",
            unit="N",
            excludes=("STIFFNESS",),
        ),
        reference("SIGNAL_NAME", "SIGNAL", "A signal that is the rest length.", unit="m", excludes=("REST_LENGTH",)),
        reference(
            "STIFFNESS_SIGNAL_NAME",
            "SIGNAL",
            "A signal by which the force of the stiffness, or of its function, is multiplied.",
            default_text="1",
        ),
    ),
    example="""\
@SPRING_DAMPER_DEFINITION {
  @SPRING_DAMPER_NAME {Strut} {
    @CONNECTED_TO_BODIES {GROUND, Arm} @POINT1_NAME {O} @POINT2_NAME {P}
    @STIFFNESS {1.e3} @DAMPING {5} @REST_LENGTH {2.5}
  }
  @SPRING_DAMPER_NAME {Cable} {
    @CONNECTED_TO_BODIES {Arm, Tool} @POINT1_NAME {O} @POINT2_NAME {P} @FORCE_FUNCTION_NAME {Hardening}
  }
}""",
)

BUSHING = BlockSchema(
    kind="BUSHING",
    definition="BUSHING_DEFINITION",
    name_keyword="BUSHING_NAME",
    title="Bushings",
    meaning="A six-component elastic connection of two bodies.",
    family="BUSHING",
    section=SECTION,
    one_of=(("STIFFNESS", "DAMPING", "ROTATIONAL_STIFFNESS", "ROTATIONAL_DAMPING"),),
    keywords=(
        reference("CONNECTED_TO_BODIES", "BODY", "B0 and B1.", counts=(2,), required=True),
        reference("AT_POINT", "POINT", "Where it sits at the reference configuration.", required=True),
        reference("TRIAD_NAME", "TRIAD", "Its axes, fixed in B0.", default=INERTIAL_TRIAD),
        vector("STIFFNESS", "Along the three axes.", unit="N/m", default=_ZERO),
        vector("DAMPING", "Along the three axes.", unit="N s/m", default=_ZERO),
        vector("ROTATIONAL_STIFFNESS", "About the three axes.", unit="N m/rad", default=_ZERO),
        vector("ROTATIONAL_DAMPING", "About the three axes.", unit="N m s/rad", default=_ZERO),
    ),
    example="""\
@BUSHING_DEFINITION {
  @BUSHING_NAME {Mount} {
    @CONNECTED_TO_BODIES {GROUND, Tool} @AT_POINT {O} @TRIAD_NAME {Hinge}
    @STIFFNESS {1e5, 1e5, 2e5} @DAMPING {10, 10, 20} @ROTATIONAL_STIFFNESS {50, 50, 0}
  }
}""",
)

BLOCKS = (GRAVITY, DEAD_LOAD, SPRING_DAMPER, BUSHING, MATERIAL, CONTACT, *(kind.block for kind in PAIR_FORCES))
