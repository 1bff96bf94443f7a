"""Defines the records of the table of blocks: `Keyword`, `BlockSchema`, and the keywords that belong to a type of an
object.

The table contains only data. The check (parser/description), the deck reference and the JSON schema all read this
table.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import StrEnum
from typing import Any, NamedTuple

from rbsolve.language.diagnostics import Severity


class Type(StrEnum):
    """How the text of an item is interpreted."""

    NUMBER = "number"
    INTEGER = "integer"
    NUMBER_OR_WORD = "number or a word"
    NAME = "name"
    REFERENCE = "reference"
    CHOICE = "choice"
    FLAG = "YES or NO"
    TEXT = "text"
    POINTS = "points or numbers"
    EXPRESSION = "expression"
    SIGNAL_EXPRESSION = "expression of signals"
    CONTAINER = "container"


# Limits of the magnitude of numbers, so that products of several numbers remain finite. The lower limit applies to
# numbers that must be positive.
LARGEST_NUMBER, SMALLEST_POSITIVE = 1e50, 1e-50
LARGEST_WHOLE_NUMBER = 2_147_483_647

SCALAR = (1,)
ANY_NUMBER: tuple[int, ...] = ()


class Keyword(NamedTuple):
    """A keyword of a block.

    `counts` contains the permitted numbers of items. If it is empty, any number except zero is permitted. If exactly
    one item is permitted, the value is a scalar, otherwise a tuple. `target` is the family of names to which a
    reference refers (`FAMILIES`). `default` is used if the deck does not give the keyword. `default_text` describes the
    default in words. `excludes` lists incompatible keywords. `synonym_of` is the keyword under which the value is
    stored. `minimum`, `above` and `maximum` are bounds of every number (`above` is exclusive). `children` are the
    keywords of a container. With `children_alternate`, the children must alternate, like the columns of a table.
    `words` may replace numbers. `parts` names the values in order. If there are more values than names, the names
    repeat, for example for each coordinate of a joint.
    """

    name: str
    type: Type
    meaning: str
    counts: tuple[int, ...] = SCALAR
    unit: str = ""
    default: Any = None
    default_text: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    target: str = ""
    minimum: float | None = None
    above: float | None = None
    maximum: float | None = None
    repeats: bool = False
    children: tuple[Keyword, ...] = ()
    children_alternate: bool = False
    excludes: tuple[str, ...] = ()
    synonym_of: str = ""
    parts: tuple[str, ...] = ()

    @property
    def is_scalar(self) -> bool:
        """Return whether the value is a single item rather than a tuple."""
        return self.counts == SCALAR

    @property
    def takes_places(self) -> bool:
        """Return whether the keyword accepts coordinates instead of the name of a point."""
        return self.type is Type.REFERENCE and self.target == "POINT"

    @property
    def key(self) -> str:
        """Return the name under which the value is stored."""
        return self.synonym_of or self.name


class Variant(NamedTuple):
    """One choice of a type keyword, with the required and the optional keywords of this choice."""

    choice: str
    meaning: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = {}


class Variants(NamedTuple):
    """A keyword whose value selects further keywords.

    A keyword that any variant names applies only to the variants that name it. With `inferred`, the choice may be
    omitted if the given keywords fit only one variant.
    """

    selector: str
    table: tuple[Variant, ...]
    inferred: bool = False

    def of(self, choice: str) -> Variant | None:
        """Return the variant of a choice."""
        return next((variant for variant in self.table if variant.choice == choice), None)

    @property
    def governed(self) -> frozenset[str]:
        """Return all keywords that some variant names."""
        return frozenset(name for variant in self.table for name in (*variant.required, *variant.optional))

    def fitting(self, given: Set[str]) -> list[Variant]:
        """Return the variants that the given keywords fit."""
        data = given & self.governed
        return [v for v in self.table if set(v.required) <= data <= {*v.required, *v.optional}]


class BlockSchema(NamedTuple):
    """A kind of named object.

    `definition` is the container's keyword, `name_keyword` is the keyword that names an object, and `kind` is the kind
    of its description. `family` is the set of names within which a name must be unique. `one_of` contains groups of
    keywords. At least one keyword of each group is required. `alone` forbids a second object of the kind.
    `reports_unused` is the severity of the diagnostic for an unused object.
    """

    kind: str
    definition: str
    name_keyword: str
    title: str
    meaning: str
    family: str
    keywords: tuple[Keyword, ...]
    example: str
    variants: Variants | None = None
    one_of: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    alone: bool = False
    reports_unused: Severity | None = None
    section: str = ""

    @property
    def defaults(self) -> dict[str, Any]:
        """Return the default values by keyword, without the defaults of variants."""
        return {keyword.name: keyword.default for keyword in self.keywords if keyword.default is not None}

    def keyword(self, name: str) -> Keyword | None:
        """Return the keyword with a name, or None if the block does not have the keyword."""
        return next((keyword for keyword in self.keywords if keyword.name == name), None)

    def known_keyword(self, name: str) -> Keyword:
        """Return the keyword with a name that the block is known to have. Raise StopIteration for other names."""
        return next(keyword for keyword in self.keywords if keyword.name == name)


class Family(NamedTuple):
    """A set of names for references. The set consists of predefined names, and of the names of objects in the families
    `members`. If `kinds` is given, only objects of these kinds count.
    """

    title: str
    members: tuple[str, ...]
    predefined: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


GROUND = "GROUND"
INERTIAL_TRIAD = "TRIAD_INERTIAL"
READY_TRIADS = ("AXIS_X", "AXIS_Y", "AXIS_Z")
"""Triads whose e3 is along the axis in their name. A deck may define other triads with these names."""
INERTIAL_FRAME = "FXDFRAME_INERTIAL"
INERTIAL_FRAMES = (INERTIAL_FRAME, "INERTIAL")
SYSTEM = "SYSTEM"
ZERO = "0"
"""The item that represents the zero function in a list of three functions."""

# The names within a family of definitions must be unique. A reference may accept several families.
FAMILIES: Mapping[str, Family] = {
    "POINT": Family("point", ("POINT",)),
    "TRIAD": Family("triad", ("TRIAD",), (INERTIAL_TRIAD, *READY_TRIADS)),
    "FIXED_FRAME": Family("fixed frame", ("FRAME",), INERTIAL_FRAMES, ("FIXED_FRAME",)),
    "FRAME": Family("frame", ("FRAME",), INERTIAL_FRAMES),
    "MASS_PROPERTY": Family("mass property", ("MASS_PROPERTY",)),
    "BODY": Family("body", ("BODY",), (GROUND,)),
    "JOINT": Family("joint", ("JOINT",)),
    "COUPLING": Family("coupling", ("COUPLING",)),
    "PRESCRIBED_MOTION": Family("prescribed motion", ("PRESCRIBED_MOTION",)),
    "FUNCTION": Family("function", ("FUNCTION",)),
    "INTEGRATOR": Family("time integrator", ("INTEGRATOR",)),
    "SENSOR": Family("sensor", ("SENSOR",)),
    "SIGNAL": Family("signal", ("SIGNAL",)),
    "FUNCTION_OR_ZERO": Family("function or 0", ("FUNCTION",), (ZERO,)),
    "FUNCTION_OR_SIGNAL_OR_ZERO": Family("function, signal or 0", ("FUNCTION", "SIGNAL"), (ZERO,)),
    "FUNCTION_OR_SIGNAL": Family("function or signal", ("FUNCTION", "SIGNAL")),
    "SPRING": Family("spring", ("SPRING",)),
    "BUSHING": Family("bushing", ("BUSHING",)),
    "FORCE": Family("force between two bodies", ("FORCE",)),
    "CONTACT": Family("contact", ("CONTACT",)),
    "CONTACT_MATERIAL": Family("contact material", ("CONTACT_MATERIAL",)),
    "SHAPE": Family("shape", ("SHAPE",)),
    "TEMPLATE": Family("template", ("TEMPLATE",)),
    "SYSTEM": Family("SYSTEM", (), (SYSTEM,)),
    "OBJECT": Family(
        "body, joint, coupling, prescribed motion, spring, bushing, contact, frame, point, triad or signal",
        (
            *("BODY", "JOINT", "COUPLING", "PRESCRIBED_MOTION", "SPRING", "BUSHING", "FORCE", "CONTACT"),
            *("FRAME", "POINT", "TRIAD", "SIGNAL"),
        ),
        (GROUND, SYSTEM, *INERTIAL_FRAMES, INERTIAL_TRIAD),
    ),
}


def write_value(value: Any) -> str:
    """Return a default value as text of a deck."""
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if isinstance(value, tuple):
        return ", ".join(f"{number:g}" for number in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def number(name: str, meaning: str, **options: Any) -> Keyword:
    """Define a keyword with one number."""
    return Keyword(name, Type.NUMBER, meaning, **options)


def integer(name: str, meaning: str, **options: Any) -> Keyword:
    """Define a keyword with one whole number."""
    return Keyword(name, Type.INTEGER, meaning, **options)


def vector(name: str, meaning: str, **options: Any) -> Keyword:
    """Define a keyword with three numbers."""
    return Keyword(name, Type.NUMBER, meaning, counts=(3,), **options)


def numbers(name: str, meaning: str, *counts: int, **options: Any) -> Keyword:
    """Define a keyword with several numbers. Without counts, any number of them is permitted."""
    return Keyword(name, Type.NUMBER, meaning, counts=counts, **options)


def choice(name: str, meaning: str, *choices: str, **options: Any) -> Keyword:
    """Define a keyword whose value is one of several words."""
    return Keyword(name, Type.CHOICE, meaning, choices=choices, **options)


def flag(name: str, meaning: str, **options: Any) -> Keyword:
    """Define a keyword with YES or NO."""
    return Keyword(name, Type.FLAG, meaning, choices=("YES", "NO"), **options)


def reference(name: str, target: str, meaning: str, **options: Any) -> Keyword:
    """Define a keyword with the name of another object."""
    return Keyword(name, Type.REFERENCE, meaning, target=target, **options)


def container(name: str, meaning: str, *children: Keyword, **options: Any) -> Keyword:
    """Define a keyword that contains blocks."""
    return Keyword(name, Type.CONTAINER, meaning, children=children, **options)


COMMENTS = Keyword("COMMENTS", Type.TEXT, "Free text without effect.", counts=ANY_NUMBER, repeats=True)
