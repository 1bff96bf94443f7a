"""The keywords for the material points at which couplings connect two bodies."""

from __future__ import annotations

from rbsolve.language.table import reference

POINTS = (
    reference("POINT1_NAME", "POINT", "The material point of B0.", required=True),
    reference("POINT2_NAME", "POINT", "The material point of B1.", required=True),
)
