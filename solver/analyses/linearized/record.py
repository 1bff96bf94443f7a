"""The record of a linearization: matrices, eigenvalues and mode shapes."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.analyses.linearized.body_terms import BodyTerms
from rbsolve.solver.model.flat import Floats

Complexes = NDArray[np.complex128]
_COLUMNS = ["mode", "frequency [Hz]", "damping ratio", "eigenvalue [1/s]", "moves mostly"]
_MOST_SHOWN = 30  # largest number of modes in a printed table


class Mode(NamedTuple):
    """A mode of a linearization. It represents both members of a conjugate pair."""

    number: int
    """The number of the mode, counted from 1. The index in `eigenvalues` and `shapes` is `number - 1`."""
    frequency: float
    """Frequency of the oscillation [Hz], or zero if the mode does not oscillate."""
    damping_ratio: float
    """Damping ratio: 0 for an undamped mode, at least 1 for an aperiodic mode, negative for a growing mode, NaN for a
    zero eigenvalue.
    """
    eigenvalue: complex
    """Eigenvalue [1/s]."""
    multiplicity: int
    participants: tuple[str, ...]
    """The coordinates that move most."""

    @property
    def value(self) -> str:
        """Return the eigenvalue in the format of a table, such as `-0.15 +- 0.4i` or `0, twice`."""
        value, times = self.eigenvalue, self.multiplicity
        if value == 0.0:
            return "0" if times == 1 else "0, twice" if times == 2 else f"0, {times} times"
        return f"{value.real:.4g} +- {value.imag:.6g}i" if value.imag else f"{value.real:.6g}"


@dataclass(frozen=True, eq=False)
class Linearization:
    """The linearized equations `M y'' + C y' + K y = 0` about a state. If signals have states, the equations are given
    by `state_matrix`.

    `y` contains changes of the `coordinates` (f names, e.g. "hinge.rotation"), in the `units` "rad" or "m". `motions`
    (bodies, 6, f) contains the motions of the bodies for unit changes. Each motion contains the displacement of the
    origin of the body frame [m] and a rotation vector, both in inertial components. `eigenvalues` (m,) [1/s] contains
    one eigenvalue of each conjugate pair. `shapes` (m, f) and `body_shapes` (m, bodies, 6) contain the shapes of these
    modes.
    """

    time: float
    coordinates: tuple[str, ...]
    units: tuple[str, ...]
    bodies: tuple[str, ...]
    mass: Floats
    damping: Floats
    stiffness: Floats
    motions: Floats
    eigenvalues: Complexes
    shapes: Complexes
    multiplicity: NDArray[np.int64]
    steady: bool
    """Whether the matrices are constant along the motion. Only then do eigenvalues describe growth and decay."""
    state_matrix: Floats
    """The matrix A of z' = A z with z = (y, s, x). The vector s contains the independent rates (all of y', unless a
    body rolls), and x the states of signals. `elements` contains the names of the states x.
    """
    rates: tuple[str, ...]
    """The coordinates whose rates are s."""
    rows_by_rates: Floats
    """The matrix G (m, f) of the rows `G y' + P y = 0`, which constrain velocities, as in rolling. The multipliers mu
    of these rows add `G^T mu` to the equations.
    """
    rows_by_coordinates: Floats
    """The matrix P (m, f) of these rows."""
    elements: tuple[str, ...] = ()
    body_terms: BodyTerms | None = None
    """The residual, M, G and K of each body, if they were requested."""

    @property
    def frequencies(self) -> Floats:
        """Frequencies of the oscillations, |Im| / 2 pi [Hz]. The frequency is zero if a mode does not oscillate."""
        return np.asarray(np.abs(self.eigenvalues.imag) / (2.0 * np.pi))

    @property
    def damping_ratios(self) -> Floats:
        """Damping ratios, -Re / |eigenvalue|: 0 for undamped modes, at least 1 for aperiodic modes, negative for
        growing modes, NaN for zero eigenvalues.
        """
        size = np.abs(self.eigenvalues)
        ratios: Floats = np.divide(-self.eigenvalues.real, size, out=np.full(len(size), np.nan), where=size > 0.0)
        return ratios

    @property
    def body_shapes(self) -> Complexes:
        """Motions of the bodies in each mode (m, bodies, 6), as translation [m] and rotation vector, in inertial
        components.
        """
        shapes: Complexes = np.tensordot(self.shapes, self.motions, axes=(1, 2))
        return shapes

    @property
    def growth(self) -> NDArray[np.int64]:
        """Return the growth of each mode: 1 if the mode grows, -1 if it decays, and otherwise 0. In `eigenvalues`, real
        parts below their round-off are zero.
        """
        return np.sign(self.eigenvalues.real).astype(np.int64)

    @property
    def stability(self) -> str:
        """`unstable` if a mode grows, `stable` if all modes decay, otherwise `neutral` (undamped oscillation or free
        motion).

        In an unsteady motion the value is `undetermined`, because eigenvalues then do not describe the later motion.
        """
        if not self.steady and np.any(self.growth != 0):
            return "undetermined"
        if np.any(self.growth > 0):
            return "unstable"
        return "stable" if np.all(self.growth < 0) else "neutral"

    def participants(self, mode: int, most: int = 3) -> list[str]:
        """Return the coordinates with the largest shares of the kinetic energy of a mode."""
        part = np.abs(self.shapes[mode]) * np.sqrt(np.abs(np.diag(self.mass)))
        order = np.argsort(-part, kind="stable")[:most]
        return [self.coordinates[k] for k in order if part[k] >= 0.3 * part[order[0]]]

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Return all modes, in the order of `eigenvalues`."""
        found = zip(self.frequencies, self.damping_ratios, self.eigenvalues, self.multiplicity, strict=True)
        return tuple(
            Mode(k + 1, float(frequency), float(ratio), complex(value), int(times), tuple(self.participants(k)))
            for k, (frequency, ratio, value, times) in enumerate(found)
        )

    def __repr__(self) -> str:
        cells = self._cells()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in cells)
        return "\n".join((f"<{self._headline}>", *lines))

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self._cells())
        return f"<p>{self._headline}</p><table>{rows}</table>"

    @property
    def _headline(self) -> str:
        return f"Linearization at t = {self.time:g} s: {self.size}, {self.stability}"

    @property
    def size(self) -> str:
        """Return the number of coordinates, as in `4 coordinates`, or `7 coordinates, 3 independent rates` if a body
        rolls.
        """
        f, r = len(self.coordinates), len(self.rates)
        rates = "" if f == r else f", {r} independent {'rate' if r == 1 else 'rates'}"
        return f"{f} {'coordinate' if f == 1 else 'coordinates'}{rates}"

    def _cells(self) -> list[list[str]]:
        """Return the table of modes, with a header as its first row."""
        rows = [
            [
                str(mode.number),
                f"{mode.frequency:.6g}" if mode.eigenvalue.imag else "-",
                f"{mode.damping_ratio + 0.0:.4g}" if mode.eigenvalue.imag else "-",
                mode.value,
                ", ".join(mode.participants),
            ]
            for mode in self.modes[:_MOST_SHOWN]
        ]
        left = len(self.eigenvalues) - len(rows)
        return [_COLUMNS, *rows, *([["...", "", "", "", f"{left} more"]] if left else [])]
