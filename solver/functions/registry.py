"""The types of functions. To add a type, write a module with its record (kind.py), and list it here."""

from __future__ import annotations

from rbsolve.language.table import Keyword, Variants
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.functions.chebyshev import CHEBYSHEV
from rbsolve.solver.functions.constant import CONSTANT
from rbsolve.solver.functions.constant_acceleration_profile import CONSTANT_ACCELERATION_PROFILE
from rbsolve.solver.functions.expression import EXPRESSION
from rbsolve.solver.functions.harmonic import HARMONIC
from rbsolve.solver.functions.kind import FunctionType
from rbsolve.solver.functions.polynomial import POLYNOMIAL
from rbsolve.solver.functions.step import STEP
from rbsolve.solver.functions.tabulated import TABULATED

FUNCTION_TYPES: tuple[FunctionType, ...] = (
    CONSTANT,
    POLYNOMIAL,
    HARMONIC,
    TABULATED,
    CHEBYSHEV,
    EXPRESSION,
    CONSTANT_ACCELERATION_PROFILE,
    STEP,
)
"""The types in the order of the deck reference. The index of a type is its code in `Functions.kind`."""

COMPOSED = len(FUNCTION_TYPES)
"""The code of an EXPRESSION that calls other functions."""

CARRIED = COMPOSED + 1
"""The code of a coordinate of a body that follows functions of time."""

CODES = {kind.name: code for code, kind in enumerate(FUNCTION_TYPES)}
for _kind in FUNCTION_TYPES:
    plain_functions(_kind.evaluate.__module__)
VARIANTS = Variants("FUNCTION_1D_TYPE", tuple(kind.variant for kind in FUNCTION_TYPES), inferred=True)


def keywords() -> tuple[Keyword, ...]:
    """Return the keywords of all types, without repetition."""
    return tuple({keyword.name: keyword for kind in reversed(FUNCTION_TYPES) for keyword in kind.keywords}.values())[
        ::-1
    ]


def _check() -> None:
    """Check that every type has the keywords of its variant, and that every keyword of a type belongs to a variant."""
    for kind in FUNCTION_TYPES:
        given = {keyword.name for keyword in kind.keywords} | {keyword.name for keyword in keywords()}
        lacking = {*kind.variant.required, *kind.variant.optional} - given
        if lacking:
            raise TypeError(f"function type {kind.name}: no type provides the keywords {sorted(lacking)}")


_check()
