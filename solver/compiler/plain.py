"""The plain Python modules whose functions kernels may call: numba is told of them before it compiles anything."""

from __future__ import annotations

from importlib import import_module

from rbsolve.geometry import distance, quaternion, se3, so3, vector
from rbsolve.solver.functions import carried, composed, dispatch
from rbsolve.solver.functions.registry import FUNCTION_TYPES
from rbsolve.solver.joints import constraints, coordinates, curvature, placement, resistance, turning
from rbsolve.solver.model import rows

PLAIN_MODULES = (
    *(vector, quaternion, so3, se3, distance, rows),
    *(import_module(kind.evaluate.__module__) for kind in FUNCTION_TYPES),
    composed,
    carried,
    dispatch,
    *(placement, coordinates, turning, constraints, curvature, resistance),
)
