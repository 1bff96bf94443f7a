"""Defines the layout of the HDF5 files of rbsolve: type, shape and range of datasets, and the type of attributes.

Files may come from failing disks or from unknown people. Readers access every part through `checked.py`, which compares
the part with the tables in this module. Therefore all data that readers receive have the form that a run writes, and
need no further checks. Parts that are not in the tables may have any form.

In a shape, a word represents a length. Dimensions with the same word have the same length in all datasets of a file. If
a word starts with `.`, it represents the same length in all members of a group. If a word starts with `@`, it
represents the same length in a part and in the attributes of the part. `...` represents any length. In a path, `*`
represents any name, and `**` represents any path below.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import EllipsisType
from typing import NamedTuple

FLOAT, WHOLE, TEXT = "floating-point numbers", "whole numbers", "texts"
NUMBER, NUMBERS, WORD, WORDS, JSON = "a number", "numbers", "a text", "texts", "an object in JSON"
Length = int | str | EllipsisType


class Array(NamedTuple):
    """The rule for a dataset."""

    kind: str
    shape: tuple[Length, ...]
    finite: bool = False
    within: tuple[int, int | str] | None = None
    """The smallest permitted integer, and the exclusive upper bound. The bound is a number, or a word that represents a
    length.
    """
    sparse: bool = False
    """Whether rows may be missing in the file. HDF5 reads missing rows as a fill value."""
    or_rank: int | None = None
    """Another permitted rank. Its dimensions are the first dimensions of `shape`."""


class Said(NamedTuple):
    """The rule for an attribute."""

    kind: str
    length: Length = ...
    finite: bool = False


class Node:
    """A part of a file. A part with an `array` is a dataset, a part with `members` is a group, and a part with both is
    either. A part with neither may have any form.
    """

    def __init__(self) -> None:
        self.array: Array | None = None
        self.members: dict[str, Node] = {}
        self.attributes: dict[str, Said] = {}

    def attribute(self, name: str) -> Said | None:
        """Return the rule of an attribute, or None for an unknown attribute."""
        return self.attributes.get(name) or self.attributes.get("*")


def _tree(arrays: Mapping[str, Array], attributes: Mapping[str, Mapping[str, Said]]) -> Node:
    root = Node()

    def at(path: str) -> Node:
        node = root
        for name in path.split("/") if path else ():
            node = node.members.setdefault(name.replace("**", "*"), Node())
            if name == "**":  # folders may contain folders
                node.members["*"] = node
        return node

    for path, array in arrays.items():
        at(path).array = array
    for path, said in attributes.items():
        at(path).attributes.update(said)
    return root


_words = {name: Said(WORD) for name in ("units", "long_name")}
_numbers = {name: Said(NUMBER) for name in ("wall_time", "steps", "rejected_steps", "newton_iterations")}
_root = {
    **{
        name: Said(WORD)
        for name in ("Conventions", "rbsolve_version", "created", "status", "message", "kind", "command")
    },
    **{name: Said(WORD) for name in ("deck_name", "deck_sha256", "analysis", "integrator", "formulation")},
    **{name: Said(JSON) for name in ("options", "overrides", "environment")},
    **_numbers,
}
_sensor = {
    **_words,
    **{
        name: Said(WORD)
        for name in ("sensor_type", "object", "observer", "resolved_in", "rotation_parameters", "point")
    },
    "components": Said(WORDS, "@columns"),
}
_deck = {
    "deck": {"folder": Said(WORD), "path": Said(WORD)},
    "deck/parameters": {"*": Said(NUMBERS)},
    "deck/parameter_units": {"*": Said(WORD)},
    "deck/parameter_descriptions": {"*": Said(WORD)},
}
_findings = {
    "findings/finding": Array(WHOLE, ("findings",)),
    **{f"findings/{name}": Array(WHOLE, ("findings",)) for name in ("line", "count")},
    **{
        f"findings/{name}": Array(TEXT, ("findings",))
        for name in ("severity", "code", "message", "object", "hint", "file")
    },
    "findings/time": Array(FLOAT, ("findings",)),
}
_POSE = Array(FLOAT, (4, 4), finite=True)
_linked = {"type": Said(WORD), "bodies": Said(WORDS, 2)}
GROUPS = {"coil": "springs", "ROD": "springs", "bushing": "bushings", "torsion": "torsion_springs"}
"""The group of links for each glyph."""
_LINKS = ("joints", *dict.fromkeys(GROUPS.values()))
_linearization = {
    **dict.fromkeys(("mass", "damping", "stiffness"), ("coordinates", "coordinates")),
    "state_matrix": ("states", "states"),
    **dict.fromkeys(("rows_by_rates", "rows_by_coordinates"), ("bound", "coordinates")),
    **dict.fromkeys(("eigenvalues_real", "eigenvalues_imag", "multiplicity", "frequency", "damping_ratio"), ("modes",)),
    **dict.fromkeys(("shapes_real", "shapes_imag"), ("modes", "coordinates")),
    **dict.fromkeys(("mode_shapes_real", "mode_shapes_imag"), ("modes", "linearized", 6)),
    "motions": ("linearized", 6, "coordinates"),
    "body_residual": ("linearized", 6),
    **{f"body_{name}": ("linearized", 6, 6) for name in ("mass", "gyroscopic", "stiffness", "weight_stiffness")},
    **{f"body_{name}": ("linearized", 3) for name in ("angular_velocity", "angular_acceleration")},
}
_MAY_BE_NOT_FINITE = ("damping_ratio", "frequency")

RUN = _tree(
    {
        "time": Array(FLOAT, ("rows",)),
        "sensors/time": Array(FLOAT, ("rows",)),
        "sensors/*": Array(FLOAT, ("rows", "@columns")),
        "diagnostics/*": Array(FLOAT, ("rows",)),
        "motion/time": Array(FLOAT, ("rows",)),
        "motion/position": Array(FLOAT, ("rows", "bodies", 3)),
        "motion/orientation": Array(FLOAT, ("rows", "bodies", 4)),
        "motion/velocity": Array(FLOAT, ("rows", "bodies", 3)),
        "motion/angular_velocity": Array(FLOAT, ("rows", "bodies", 3)),
        "motion/joint_rotation": Array(FLOAT, ("rows", "joints", 1)),
        "motion/signal_state": Array(FLOAT, ("rows", "states", 1)),
        "motion/frame_position": Array(FLOAT, ("rows", "frames", 3)),
        "motion/frame_orientation": Array(FLOAT, ("rows", "frames", 4)),
        "motion/contact_force": Array(FLOAT, ("rows", "contacts", 3)),
        "motion/contact_place": Array(FLOAT, ("rows", "contacts", 3)),
        "deck/source": Array(TEXT, ()),
        "deck/files/**": Array(TEXT, ()),
        "model/points/*": Array(FLOAT, (3,), finite=True),
        "model/triads/*": Array(FLOAT, (3, 3), finite=True),
        "model/frames/*": _POSE,
        "model/bodies/*/inertia": Array(FLOAT, (3, 3), finite=True),
        "model/bodies/*/centre_of_mass": Array(FLOAT, (3,), finite=True),
        "model/bodies/*/frame": _POSE,
        "model/shapes/*/frame": _POSE,
        "model/shapes/*/dimensions": Array(FLOAT, (...,), finite=True),
        "model/shapes/*/points": Array(FLOAT, (..., 3), finite=True),
        "model/shapes/*/vertices": Array(FLOAT, (".vertices", 3), finite=True),
        "model/shapes/*/triangles": Array(WHOLE, (..., 3), within=(0, ".vertices")),
        **{f"model/{links}/*/{name}": _POSE for links in _LINKS for name in ("frame", "frame_0", "frame_1")},
        **{f"model/{links}/*/points": Array(FLOAT, (2, 3), finite=True) for links in _LINKS},
        "model/contacts/*/end": Array(WHOLE, (".touching",), within=(0, 2)),
        "model/contacts/*/frame": Array(FLOAT, (".touching", 4, 4), finite=True),
        "model/contacts/*/half_axes": Array(FLOAT, (".touching", 3), finite=True),
        "events/time": Array(FLOAT, ("events",)),
        "events/name": Array(TEXT, ("events",)),
        "events/direction": Array(TEXT, ("events",)),
        **_findings,
        **{
            f"linearization/{name}": Array(FLOAT, shape, finite=name not in _MAY_BE_NOT_FINITE)
            for name, shape in _linearization.items()
        },
        "sensitivities/*/time": Array(FLOAT, ("rows",)),
        "sensitivities/*/*": Array(FLOAT, ("rows", "@columns")),
        **{f"gradients/{name}": Array(TEXT, ("scalars",)) for name in ("scalar", "scalar_units")},
        **{f"gradients/{name}": Array(TEXT, ("derived",)) for name in ("parameter", "parameter_units")},
        "gradients/value": Array(FLOAT, ("scalars",)),
        "gradients/parameter_value": Array(FLOAT, ("derived",), finite=True),
        **{f"gradients/{name}": Array(FLOAT, ("scalars", "derived")) for name in ("derivative", "estimated_error")},
        "restart/state": Array(WHOLE, (...,)),
        "checkpoint/shown": Array(WHOLE, (1, 5)),
        **{f"checkpoint/{name}": Array(WHOLE, (...,)) for name in ("slot_0", "slot_1", "fixed")},
        **{f"checkpoint/{name}": Array(FLOAT, (..., ...), sparse=True) for name in ("rows_0", "rows_1")},
    },
    {
        "": {
            **_root,
            **{name: Said(NUMBER) for name in ("compiling_time", "loading_time", "unexplained_energy", "energy_moved")},
        },
        "sensors/*": _sensor,
        "diagnostics/*": _words,
        "motion": {"bodies": Said(WORDS, "bodies")},
        "motion/position": {"bodies": Said(WORDS, "bodies")},
        "motion/orientation": {"bodies": Said(WORDS, "bodies")},
        "motion/velocity": {"bodies": Said(WORDS, "bodies")},
        "motion/angular_velocity": {"bodies": Said(WORDS, "bodies")},
        "motion/joint_rotation": {"joints": Said(WORDS, "joints")},
        "motion/signal_state": {"states": Said(WORDS, "states")},
        "motion/frame_position": {"frames": Said(WORDS, "frames")},
        "motion/frame_orientation": {"frames": Said(WORDS, "frames")},
        "motion/contact_force": {"contacts": Said(WORDS, "contacts")},
        "motion/contact_place": {"contacts": Said(WORDS, "contacts")},
        "model/bodies/*": {"mass": Said(NUMBER, finite=True)},
        "model/frames/*": {"body": Said(WORD)},
        "model/shapes/*": {
            **{name: Said(WORD) for name in ("type", "body", "colour")},
            "opacity": Said(NUMBER, finite=True),
        },
        **{f"model/{links}/*": _linked for links in _LINKS},
        "model/gears/*": {"joints": Said(WORDS, 2), "ratio": Said(NUMBER, finite=True)},
        "model/contacts/*": {"bodies": Said(WORDS, 2), "shapes": Said(WORDS, 2)},
        "findings": {"warnings": Said(NUMBER)},
        "sensitivities": {"method": Said(WORD)},
        "sensitivities/*": {
            "units": Said(WORD),
            **{name: Said(NUMBER, finite=True) for name in ("value", "largest_step", "smallest_step")},
            "end_time_derivative": Said(NUMBER),
            "parameters": Said(WORDS),
            "parameter_derivatives": Said(NUMBERS),
        },
        "sensitivities/*/*": {
            **_words,
            "method": Said(WORD),
            "components": Said(WORDS, "@columns"),
            "estimated_error": Said(NUMBERS, "@columns"),
        },
        "gradients": {"method": Said(WORD)},
        "linearization": {
            "time": Said(NUMBER),
            "stability": Said(WORD),
            "steady": Said(NUMBER),
            "coordinates": Said(WORDS, "coordinates"),
            "rates": Said(WORDS),
            "coordinate_units": Said(WORDS, "coordinates"),
            "bodies": Said(WORDS, "linearized"),
            "elements": Said(WORDS),
        },
        **_deck,
    },
)
"""The layout of a results file."""

_COUNTS = ("rows", "steps", "rejected_steps", "newton_iterations")
_SUMMARIES = ("final", "max", "min", "rms")

STUDY = _tree(
    {
        "case": Array(WHOLE, ("cases",)),
        "time": Array(FLOAT, ("rows",)),
        "times": Array(FLOAT, ("cases", "rows"), sparse=True),
        **{name: Array(TEXT, ("cases",)) for name in ("status", "message", "reason")},
        "diagnostics/wall_time": Array(FLOAT, ("cases",)),
        "diagnostics/rows": Array(WHOLE, ("cases",), within=(0, "rows+1")),
        "diagnostics/*": Array(WHOLE, ("cases",)),
        "sensors/case": Array(WHOLE, ("cases",)),
        "sensors/time": Array(FLOAT, ("rows",)),
        "sensors/*": Array(FLOAT, ("cases", "rows", "@columns"), sparse=True),
        "parameters/case": Array(WHOLE, ("cases",)),
        "parameters/*": Array(FLOAT, ("cases", ...), or_rank=1),
        **{f"summary/*/{kind}": Array(FLOAT, ("cases", ".columns")) for kind in _SUMMARIES},
        "responses/*": Array(FLOAT, ("cases",)),
        "deck/source": Array(TEXT, ()),
        "deck/files/**": Array(TEXT, ()),
        **_findings,
        "findings/case": Array(WHOLE, ("findings",), within=(0, "cases")),
    },
    {
        "": {**_root, **{name: Said(NUMBER) for name in ("cases", "done", "failed")}, "study": Said(WORD)},
        "sensors/*": _sensor,
        "summary/*": _sensor,
        "parameters/*": _words,
        "responses/*": {"units": Said(WORD), "expression": Said(WORD)},
        "findings": {"warnings": Said(NUMBER)},
        **_deck,
    },
)
"""The layout of the file of a study."""

SHARD = _tree(
    {
        "case": Array(WHOLE, ("cases",)),
        "status": Array(WHOLE, ("cases",), within=(1, 3)),
        "wall_time": Array(FLOAT, ("cases",)),
        **{name: Array(WHOLE, ("cases",), within=(0, 1 << 62)) for name in _COUNTS},
        **{name: Array(TEXT, ("cases",)) for name in ("message", "reason", "findings")},
        "time": Array(FLOAT, ("longest",)),
        "times": Array(FLOAT, ("all rows",)),
        "sensors/*": Array(FLOAT, ("all rows", "@columns"), sparse=True),
        **{f"summary/*/{kind}": Array(FLOAT, ("cases", ".columns")) for kind in _SUMMARIES},
        "responses/*": Array(FLOAT, ("cases",)),
    },
    {"sensors/*": _sensor, "summary/*": _sensor, "responses/*": {"units": Said(WORD)}},
)
"""The layout of a file with the rows of some cases of a study."""
