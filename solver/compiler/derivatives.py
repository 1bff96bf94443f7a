"""Defines functions for numbers that may carry derivatives (`duals`). In Python and in most kernels, numbers are plain
floats without derivatives.
"""

from __future__ import annotations


def value_of(x: float) -> float:
    """Return the number without derivatives.

    Kernels use it for decisions. They also use it for values that count as constant in the derivatives of a run, such
    as adaptive step sizes.
    """
    return x


def derivatives_alone(x: float) -> float:
    """Return a number with the value zero and the derivatives of the given number."""
    return 0.0


def largest_derivative(x: float) -> float:
    """Return the largest absolute value of the derivatives of a number."""
    return 0.0


def is_zero(x: float) -> bool:
    """Return whether a number is zero and has no derivatives. Its terms can then be skipped."""
    return x == 0.0
