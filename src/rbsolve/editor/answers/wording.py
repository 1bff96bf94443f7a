"""Describes blocks, keywords and numbers in words, as Markdown for hover texts and completion."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix
from rbsolve.language.table import BlockSchema, Keyword
from rbsolve.parser.schema.reference_tables import default_text, values_text


def keyword_text(keyword: Keyword) -> str:
    """Return the text for a keyword, with its meaning, values, unit and default."""
    lines = [f"**`@{keyword.name}`** {keyword.meaning}", f"*{values_text(keyword)}*"]
    if keyword.unit:
        lines[-1] += f" in {keyword.unit}"
    if keyword.choices:
        lines.append(", ".join(f"`{choice}`" for choice in keyword.choices))
    default = default_text(keyword)
    if default:
        lines.append("required" if keyword.required else f"default: {default}")
    if keyword.excludes:
        lines.append("not together with " + ", ".join(f"`@{name}`" for name in keyword.excludes))
    return "\n\n".join(lines)


def block_text(block: BlockSchema) -> str:
    """Return the text for a block, with its purpose and an example."""
    notes = "\n".join(f"- {note}" for note in block.notes)
    return f"**{block.title}** {block.meaning}\n\n```rbsolve\n{block.example}\n```" + (f"\n\n{notes}" if notes else "")


def number(value: float) -> str:
    """Return a number with at most ten digits, so that round-off does not show."""
    return f"{value:.10g}" if abs(value) > 1e-15 else "0"


def vector(values: NDArray[np.float64]) -> str:
    """Return components in parentheses."""
    return f"({', '.join(number(float(value)) for value in values)})"


def rotation_text(matrix: NDArray[np.float64]) -> str:
    """Return the text for a rotation. It contains the axes in inertial components, the angles of the sequence 3-2-1 and
    the Euler parameters.
    """
    rows = [f"e{axis + 1} = {vector(matrix[:, axis])}" for axis in range(3)]
    phi = math.degrees(math.atan2(matrix[1, 0], matrix[0, 0]))
    theta = math.degrees(-math.asin(min(1.0, max(-1.0, float(matrix[2, 0])))))
    psi = math.degrees(math.atan2(matrix[2, 1], matrix[2, 2]))
    rows.append(f"EULER_ANGLES_321 = ({number(phi)}, {number(theta)}, {number(psi)}) deg")
    rows.append(f"EULER_PARAMETERS = {vector(euler_parameters_from_matrix(matrix))}")
    return "\n".join(rows)
