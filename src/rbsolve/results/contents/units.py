"""Splits and formats the units of the components of a sensor."""

from __future__ import annotations


def split_units(units: str, components: int) -> tuple[str, ...]:
    """Return one unit for each component. `m` is the unit of all components, and `m, m, m, 1` lists the unit of each
    component.
    """
    parts = tuple(part.strip() for part in units.split(","))
    return parts if len(parts) == components else (units,) * components


def with_unit(text: str, unit: str) -> str:
    """Return the header of a column, such as `position [m]`. The header has no brackets if the unit is unknown."""
    return f"{text} [{unit}]" if unit else text
