"""Measures how well data determine parameters: covariance, intervals, singular values, and combinations that the data
do not determine.

The sources are Seber and Wild, Nonlinear Regression (1989), chapters 5 and 12, and Huber and Ronchetti, Robust
Statistics (2009), section 7.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Floats = NDArray[np.float64]
CONFIDENCE = 0.95
HUBER = 1.345
"""Residuals up to this number of standard deviations count quadratically, and larger residuals linearly. On normal
data, the estimate has 95 % of the efficiency of least squares.
"""
RANK = 1e-7
"""Smallest significant singular value, relative to the largest. The effect of a combination with a smaller value cannot
be distinguished from errors of the derivatives.
"""
WIDE = 0.5
"""A combination is well determined if half of its 95 % interval is at most this value, relative to the sizes of the
parameters.
"""
MOST_CORRELATION = 0.99
"""Two parameters with a larger correlation are reported as a pair."""
NAMED = 1e-3
"""A parameter with a smaller share in a combination is not named."""
EXAMPLE = 0.1
"""For an unlimited combination, the message describes an example in which the largest parameter changes by this
fraction of its size.
"""


@dataclass(frozen=True, slots=True)
class Determination:
    """Statistics from the Jacobian at a solution. Undetermined numbers are NaN."""

    standard_errors: Floats
    intervals: Floats
    """Intervals (p, 2) at 95 %."""
    covariance: Floats
    correlation: Floats
    singular_values: Floats
    """Singular values of the weighted Jacobian with respect to the relative changes of the parameters, largest
    first."""
    poorly_determined: list[dict[str, Any]]


def determination(
    jacobian: Floats,
    residuals: Floats,
    values: Floats,
    scales: Floats,
    names: Sequence[str],
    robust: bool,
    is_known: bool,
) -> Determination:
    """Compute statistics from weighted residuals (N,) and their Jacobian (N, p), at the values (p,) of the parameters.
    `scales` (p,) contains the sizes of the parameters.

    `robust` selects Huber's loss. `is_known` means that the standard deviations of all data were given. In this case,
    the normal distribution replaces Student's distribution in the intervals.
    """
    scaled = jacobian * scales
    weights, spread = _huber_weights(residuals) if robust else (np.ones_like(residuals), None)
    _, s, vt = np.linalg.svd(np.sqrt(weights)[:, None] * scaled, full_matrices=False)
    keep = s > RANK * s[0] if len(s) and s[0] > 0.0 else np.zeros(len(s), dtype=bool)
    inverse = vt[keep].T / s[keep]
    covariance = inverse @ inverse.T
    # The sandwich formula multiplies the covariance of the estimating equations from both sides by the inverse of their
    # derivative.
    if spread is not None:
        covariance = covariance @ (scaled.T @ (spread[:, None] * scaled)) @ covariance
    lost = vt[~keep]
    is_lost = np.any(np.abs(lost) > 1e-3, axis=0) if len(lost) else np.zeros(len(values), dtype=bool)
    covariance[is_lost, :] = covariance[:, is_lost] = np.nan
    covariance *= np.outer(scales, scales)
    errors = np.sqrt(np.diag(covariance))
    freedom = len(residuals) - len(values)
    quantile = 0.5 * (1.0 + CONFIDENCE)
    wide = stats.norm.ppf(quantile) if is_known else stats.t.ppf(quantile, max(1, freedom))
    intervals = np.column_stack((values - wide * errors, values + wide * errors))
    with np.errstate(invalid="ignore", divide="ignore"):
        correlation = covariance / np.outer(errors, errors)
    poor = [
        {**_poor(vt[k], scales, wide / s[k] if keep[k] else None, names), "singular_value": float(s[k])}
        for k in range(len(s))
        if not keep[k] or wide / s[k] > WIDE
    ]
    return Determination(errors, intervals, covariance, correlation, s, poor)


def _huber_weights(residuals: Floats) -> tuple[Floats, Floats]:
    """Return two arrays with an entry for each residual. Every entry of the first array is the second derivative of the
    loss, averaged over all residuals. The second array contains the squares of the first derivatives of the loss.
    """
    inside = np.abs(residuals) <= HUBER
    share = float(np.mean(inside))
    return np.full_like(residuals, share), np.where(inside, residuals, HUBER) ** 2


def _poor(direction: Floats, scales: Floats, half: float | None, names: Sequence[str]) -> dict[str, Any]:
    """Return the words and numbers for a combination that the data determine poorly or not at all.

    `direction` is in units of the sizes `scales`. `half` is the possible change of the combination at 95 %, or None if
    the change is unlimited.
    """
    direction = direction * np.sign(direction[np.argmax(np.abs(direction))])
    by = EXAMPLE / float(np.abs(direction).max()) if half is None else half
    changes = {
        name: float(by * share * scale)
        for name, share, scale in zip(names, direction, scales, strict=True)
        if abs(share) >= NAMED
    }
    together = " at once" if len(changes) > 1 else ""
    listed = _list([f"{name} by {change:+.3g}" for name, change in changes.items()])
    words = f"changing {listed}{together} " + (
        "changes no measured quantity" if half is None else "is within the 95 % interval of the data"
    )
    if len(changes) > 1:
        words += "; fix one of these parameters, or use other measurements"
    return {"words": words, "combination": changes, "half_interval": half}


def _list(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def correlated_pairs(names: Sequence[str], correlation: Floats) -> list[tuple[str, str, float]]:
    """Return pairs of parameters whose correlation exceeds `MOST_CORRELATION`."""
    return [
        (names[i], names[k], float(correlation[i, k]))
        for i in range(len(names))
        for k in range(i)
        if abs(correlation[i, k]) > MOST_CORRELATION
    ]
