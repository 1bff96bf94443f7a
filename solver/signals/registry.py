"""The kinds of signals. To add a kind, write a module with its record (kind.py), and list it here."""

from __future__ import annotations

from rbsolve.language.table import Keyword, Type, Variant, Variants, choice
from rbsolve.solver.signals.delay import DELAY
from rbsolve.solver.signals.expression import EXPRESSION
from rbsolve.solver.signals.external import EXTERNAL
from rbsolve.solver.signals.first_order_lag import FIRST_ORDER_LAG
from rbsolve.solver.signals.function import FUNCTION
from rbsolve.solver.signals.hysteresis import HYSTERESIS
from rbsolve.solver.signals.integrator import INTEGRATOR
from rbsolve.solver.signals.interval import INTERVALS
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.level import LEVEL
from rbsolve.solver.signals.lookup_table import LOOKUP_TABLE
from rbsolve.solver.signals.measures import (
    accelerations,
    contact,
    contact_forces,
    distance,
    drive,
    joint_angle,
    links,
    observed,
    orientation,
    reactions,
)
from rbsolve.solver.signals.pid import PID
from rbsolve.solver.signals.sample_and_hold import SAMPLE_AND_HOLD
from rbsolve.solver.signals.side import SIDE
from rbsolve.solver.signals.sided import SIDED
from rbsolve.solver.signals.transfer_function import TRANSFER_FUNCTION

QUANTITIES: tuple[SignalKind, ...] = (
    observed.POSITION,
    observed.VELOCITY,
    observed.ANGULAR_VELOCITY,
    distance.DISTANCE,
    distance.DISTANCE_RATE,
    orientation.MATRIX_ENTRY,
    orientation.EULER_ANGLE,
    orientation.ROTATION_VECTOR,
    joint_angle.JOINT_ANGLE,
    joint_angle.JOINT_ANGLE_RATE,
    joint_angle.JOINT_ANGLE_ACCELERATION,
    contact.PENETRATION,
    contact.SLIDING_SPEED,
    contact.NORMAL_FORCE,
    accelerations.ACCELERATION,
    accelerations.SPECIFIC_FORCE,
    accelerations.ANGULAR_ACCELERATION,
    reactions.REACTION_FORCE,
    reactions.REACTION_MOMENT,
    reactions.ROW_FORCE,
    *reactions.COUPLING_FORCES,
    *contact_forces.SLIDING,
    *contact_forces.STICKING,
    drive.DRIVE_FORCE,
    links.TENSION,
    links.TENSION_WITH_SIGNALS,
    links.BUSHING_FORCE,
    links.GENERAL_BUSHING_FORCE,
    links.TORSION_MOMENT,
)
"""The kinds of signals that evaluate a measure."""

TYPES: tuple[SignalKind, ...] = (
    FUNCTION,
    EXPRESSION,
    INTEGRATOR,
    FIRST_ORDER_LAG,
    TRANSFER_FUNCTION,
    PID,
    DELAY,
    LOOKUP_TABLE,
    SAMPLE_AND_HOLD,
    HYSTERESIS,
    EXTERNAL,
)
"""The kinds of signals in a deck, except for measures, in the order of the deck reference."""

SIGNAL_KINDS = (*QUANTITIES, *TYPES, SIDE, LEVEL, SIDED, *INTERVALS)
"""The index of a kind is its code in `Signals.kind`."""

CODES = {kind.name: code for code, kind in enumerate(SIGNAL_KINDS)}
KIND_OF_TYPE = {kind.name: kind for kind in TYPES}

MEASURE = Keyword(
    "MEASURE",
    Type.REFERENCE,
    "A sensor and, if it has several components, the label or the number (counted from 1) of one component.",
    target="SENSOR",
    counts=(1, 2),
)
UNIT = Keyword(
    "UNIT",
    Type.TEXT,
    "The unit of its values in results and pictures, such as `N m`. It does not change values.",
    default_text="the unit of the measured quantity, if there is one",
)
MEASURED = Variant("MEASURE", "A component of a sensor.", ("MEASURE",))

VARIANTS = Variants("SIGNAL_TYPE", (MEASURED, *(kind.variant for kind in TYPES)), inferred=True)


def keywords() -> tuple[Keyword, ...]:
    """Return the keywords of all kinds, without repetition."""
    selector = choice(
        "SIGNAL_TYPE",
        "The type of signal.",
        *(variant.choice for variant in VARIANTS.table),
        default_text="determined by @MEASURE, @FUNCTION_1D_NAME or @EXPRESSION",
    )
    own = {keyword.name: keyword for kind in TYPES for keyword in kind.keywords}
    return (selector, MEASURE, *own.values(), UNIT)


def _check() -> None:
    """Check that every kind has the keywords of its variant, and that its functions are complete."""
    known = {keyword.name for keyword in keywords()}
    for kind in TYPES:
        lacking = {*kind.variant.required, *kind.variant.optional} - known
        if lacking or (kind.slopes is not None and kind.partials is None):
            raise TypeError(f"signal type {kind.name}: without {sorted(lacking) or 'derivatives'}")


_check()
