"""The analysis: what is solved, over which time, and what is written."""

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

# What a run writes and does at most
MOST_ROWS, MOST_STEPS = 20_000_000, 1_000_000_000_000

ANALYSIS_TYPES = Variants(
    selector="ANALYSIS_TYPE",
    table=(
        Variant("DYNAMIC", "The equations of motion, step by step.", ("SIMULATION_TIME_RANGE",), ("START_FROM",)),
        Variant(
            "KINEMATIC",
            "All motions are prescribed; reactions and driving torques by inverse dynamics.",
            ("SIMULATION_TIME_RANGE",),
        ),
        Variant(
            "STATIC",
            "Equilibrium under gravity, loads, springs and drives, at one time or at every output time.",
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
    meaning="What is solved and what is written. A deck has one.",
    family="ANALYSIS",
    section=SECTION,
    alone=True,
    variants=ANALYSIS_TYPES,
    keywords=(
        choice("ANALYSIS_TYPE", "What is solved.", "DYNAMIC", "KINEMATIC", "STATIC", default="DYNAMIC"),
        numbers("SIMULATION_TIME_RANGE", "First and last time.", 2, unit="s", parts=("first time", "last time")),
        number("TIME_STEP_SIZE", "The step, or the first one of an adaptive method.", unit="s", above=0.0),
        number(
            "OUTPUT_STEP_SIZE",
            "Time between two rows of the results.",
            unit="s",
            above=0.0,
            excludes=("ARCHIVAL_FREQUENCY",),
        ),
        integer(
            "ARCHIVAL_FREQUENCY",
            "Every how many steps a row is written.",
            minimum=1.0,
            default_text="1; adaptive methods write 1000 rows",
        ),
        choice(
            "START_FROM",
            "Where the run begins: at what the deck gives, or at rest in the equilibrium that STATIC finds from there.",
            "GIVEN",
            "STATIC",
            default_text="GIVEN",
        ),
        flag(
            "ASSEMBLE",
            "Whether joints that are open at the start are closed, by steps of the mass-weighted smallest motion of the bodies. "
            "Otherwise they are errors.",
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
        "Rows are written at exactly t0 + i dt, and at t1; a fixed step must divide the time between two rows.",
        f"A run writes at most {MOST_ROWS:,} rows and takes at most {MOST_STEPS:,} steps.",
        "The command line may override: `--integrator`, `--formulation`, `--step`, `--t-end`.",
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
