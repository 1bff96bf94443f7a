"""PARABOLA: f(t) = VALUE t^2."""

from rbsolve.language.table import Variant
from rbsolve.solver.functions.kind import FunctionType


def encode(described, diagnostics):
    return [float(described["VALUE"])]


def evaluate(data, first, last, t):
    return data[first] * t * t, 2.0 * data[first] * t, 2.0 * data[first]


PARABOLA = FunctionType(Variant("PARABOLA", "VALUE t^2.", ("VALUE",)), (), encode, evaluate)
