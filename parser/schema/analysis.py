"""The block of the analysis: its type, its times and its output."""

from __future__ import annotations

from rbsolve.language.table import (
    BlockSchema,
    Variant,
    Variants,
    choice,
    flag,
    integer,
    number,
    numbers,
    reference,
)

SECTION = "Analysis and integrators"

# These numbers limit the number of output rows and steps of a run.
MOST_ROWS, MOST_STEPS = 20_000_000, 1_000_000_000_000

ANALYSIS_TYPES = Variants(
    selector="ANALYSIS_TYPE",
    table=(
        Variant(
            "DYNAMIC",
            "Integrates the equations of motion.",
            ("SIMULATION_TIME_RANGE",),
            ("START_FROM",),
            {"START_FROM": "GIVEN"},
        ),
        Variant(
            "KINEMATIC",
            "Computes the motion from prescribed motions, and the reactions and driving torques by inverse dynamics.",
            ("SIMULATION_TIME_RANGE",),
        ),
        Variant(
            "STATIC",
            "Finds the equilibrium under gravity, loads, springs and drives, at one time or at every output time.",
            (),
            ("SIMULATION_TIME_RANGE",),
        ),
    ),
)

ANALYSIS = BlockSchema(
    kind="ANALYSIS",
    definition="ANALYSIS_DEFINITION",
    name_keyword="ANALYSIS_NAME",
    title="Analysis",
    meaning="The analysis and its output. A deck has one analysis.",
    family="ANALYSIS",
    section=SECTION,
    alone=True,
    variants=ANALYSIS_TYPES,
    keywords=(
        choice("ANALYSIS_TYPE", "The type of analysis.", "DYNAMIC", "KINEMATIC", "STATIC", default="DYNAMIC"),
        numbers("SIMULATION_TIME_RANGE", "First and last time.", 2, unit="s", parts=("first time", "last time")),
        number("TIME_STEP_SIZE", "The time step, or the first step of an adaptive method.", unit="s", above=0.0),
        number(
            "OUTPUT_STEP_SIZE",
            "The time between two output rows.",
            unit="s",
            above=0.0,
            excludes=("ARCHIVAL_FREQUENCY",),
        ),
        integer(
            "ARCHIVAL_FREQUENCY",
            "The number of steps per output row.",
            minimum=1.0,
            default_text="1; with an adaptive method, the run writes 1000 rows",
        ),
        choice(
            "START_FROM",
            (
                "The initial state. GIVEN: the state in the deck. STATIC: at rest in the equilibrium that a STATIC "
                "analysis finds from the state in the deck."
            ),
            "GIVEN",
            "STATIC",
            default_text="GIVEN",
        ),
        flag(
            "ASSEMBLE",
            (
                "With YES, joints that are open at the start are closed by the smallest mass-weighted "
                "displacement of the bodies. With NO, an open joint is an error."
            ),
            default=False,
        ),
        reference(
            "TIME_INTEGRATOR_NAME",
            "INTEGRATOR",
            "The integrator.",
            default_text="EXPLICIT_RUNGE_KUTTA with RK44 on LIE_R3_SO3; with joints GENERALIZED_ALPHA",
        ),
    ),
    notes=(
        "A run writes output rows exactly at t0 + i dt and at t1. A fixed step must divide the time between two rows.",
        f"A run writes at most {MOST_ROWS:,} rows and computes at most {MOST_STEPS:,} steps.",
        "The command line can override these settings: `--integrator`, `--formulation`, `--step`, `--t-end`.",
    ),
    example="""\
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {run} {
    @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 2}
    @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {Implicit}
  }
}""",
)

BLOCKS = (ANALYSIS,)
