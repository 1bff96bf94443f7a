"""The names and codes of the formulations, in absolute coordinates or in joint coordinates."""

from __future__ import annotations

from enum import IntEnum


class Formulation(IntEnum):
    """Codes in `Bodies.formulation`, which the subroutines of `dispatch.py` compare."""

    LIE_R3_SO3 = 0
    LIE_SE3 = 1
    LIE_R3_S3 = 2
    UNIFIED_VELOCITIES = 3
    CARDAN_ANGLES_1 = 4
    CARDAN_ANGLES_2 = 5
    EULER_PARAMETERS_1 = 6
    EULER_PARAMETERS_2 = 7
    MINIMAL_COORDINATES = 8
    LIE_R3_SO3_LEFT = 9


SINGULAR_ANGLES = frozenset({Formulation.CARDAN_ANGLES_1, Formulation.CARDAN_ANGLES_2})
SEVEN_COORDINATES = frozenset({Formulation.EULER_PARAMETERS_1, Formulation.EULER_PARAMETERS_2})
