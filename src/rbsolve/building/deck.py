"""Defines the class `Deck`, a builder with a method for each block of the table. `deck.pyi` declares these methods."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from rbsolve.building.builder import Builder, Reference, method_name
from rbsolve.language.table import BlockSchema
from rbsolve.parser.schema.registry import OBJECT_BLOCKS


class Deck(Builder):
    """A deck that a Python program builds.

    ```python
    deck = rbsolve.Deck()
    mass = deck.mass_property("box", mass=2.0, moments_of_inertia=(0.3, 0.2, 0.1))
    box = deck.rigid_body("box", mass_property_name=mass, initial_angular_velocity=(0.1, 5, 0))
    deck.sensor("spin", sensor_type="ANGULAR_VELOCITY", object_name=box)
    deck.analysis("run", simulation_time_range=(0, 2), time_step_size=1e-3)
    results = rbsolve.solve(deck)
    ```

    Each method has the name of its block, and its arguments have the names of the block's keywords. Instead of a
    number, an expression of parameters can be given as a string. Refer to objects by the return values of the methods,
    or by their names. A diagnostic names the Python line that added the object.
    """


def method_doc(block: BlockSchema) -> str:
    """Return the docstring of the method that adds an object of a kind."""
    from rbsolve.parser.schema.reference_tables import default_text, values_text

    lines = [block.meaning, ""]
    for keyword in block.keywords:
        unit = f" [{keyword.unit}]" if keyword.unit else ""
        default = default_text(keyword)
        choices = f" One of {', '.join(keyword.choices)}." if keyword.choices else ""
        kept = f" Default: {default}." if default else ""
        lines.append(f"{keyword.name.lower()}: {values_text(keyword)}{unit}. {keyword.meaning}{choices}{kept}")
    return "\n".join(lines).rstrip()


def _method(block: BlockSchema) -> Callable[..., Reference]:
    def method(self: Builder, name: str, **keywords: Any) -> Reference:
        return self.add(block, name, keywords)

    own = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
    named = Parameter("name", Parameter.POSITIONAL_OR_KEYWORD, annotation=str)
    arguments = [Parameter(keyword.name.lower(), Parameter.KEYWORD_ONLY, default=None) for keyword in block.keywords]
    method.__name__ = method_name(block)
    method.__qualname__ = f"Deck.{method_name(block)}"
    method.__doc__ = method_doc(block)
    method.__signature__ = Signature([own, named, *arguments], return_annotation=Reference)  # type: ignore[attr-defined]  # read by inspect.signature
    return method


for _block in OBJECT_BLOCKS:
    setattr(Deck, method_name(_block), _method(_block))
