"""Writes the page of joints: the keywords of all joints, then each joint with its free motion and its special keywords."""

from __future__ import annotations

from rbsolve.language.joints.blocks import JOINTS, SHARED, per_coordinate
from rbsolve.language.joints.record import Coordinate, Joint
from rbsolve.language.joints.registry import JointKind
from rbsolve.language.table import BlockSchema
from rbsolve.parser.schema.reference_formulas import JOINT_LAWS
from rbsolve.parser.schema.reference_tables import COLUMNS, default_text, list_keywords, row_of, table

RECORDS: dict[str, Joint] = {f"{kind.name}_JOINT": kind.record for kind in JointKind if not kind.record.has_own_block}


def head_of(block: BlockSchema) -> list[str]:
    """Return the heading, keywords and meaning of a joint."""
    names = dict.fromkeys((block.definition, block.name_keyword))
    meaning = block.meaning
    lowered = meaning if meaning[1:2].isupper() else meaning[0].lower() + meaning[1:]
    return [f"## {block.title}", f"{list_keywords(names)}: {lowered}"]


def introduction() -> list[str]:
    """Return the section about the keywords of all joints."""
    rows = [(f"`@{kind}_NAME`", record.free) for kind, record in RECORDS.items()]
    shared = [keyword for keyword in JOINTS[1].keywords if keyword.name in SHARED]
    turning, sliding = per_coordinate((Coordinate.ROTATION,)), per_coordinate((Coordinate.DISPLACEMENT,))
    units = {keyword.name: keyword.unit for keyword in sliding}
    each = [
        (
            f"`@{keyword.name}`",
            "" if keyword.name == "FRICTION_VELOCITY" else str(max(keyword.counts)),
            "" if keyword.name == "PRESCRIBED_DISPLACEMENT" else keyword.unit,
            units.get(keyword.name, ""),
            default_text(keyword),
            keyword.meaning,
        )
        for keyword in (*turning, *(keyword for keyword in sliding if keyword.name == "PRESCRIBED_DISPLACEMENT"))
    ]
    return [
        "A joint connects two bodies at a point and along the axes of a triad, both at the reference configuration. Its axis is e3.\n"
        "Relative coordinates are the coordinates of B1 with respect to B0. Coordinates are zero at the reference configuration.\n"
        "[Concepts](../concepts.md#joints) has a drawing of each joint.",
        table(("joint", "free motions"), rows),
        "## Keywords of all joints",
        table(COLUMNS, [row_of(keyword) for keyword in shared]),
        "## Keywords of joint coordinates",
        (
            "Every joint with free coordinates accepts these keywords. For each coordinate, a keyword needs the "
            "number of items in the table, in the joint's order of coordinates.\nWith fewer items, only the first "
            "coordinates have a value. `@FRICTION_VELOCITY` is the same for all coordinates."
        ),
        table(("keyword", "items", "unit of a rotation", "unit of a displacement", "default", "meaning"), each),
        JOINT_LAWS,
    ]


def block_of(block: BlockSchema) -> list[str]:
    """Return the section of a joint, with its coordinates and its own keywords."""
    record = RECORDS[block.kind]
    taken = {keyword.name for keyword in block.keywords}
    own = [keyword for keyword in block.keywords if keyword.name in {each.name for each in record.extra}]
    parts = [*head_of(block), f"```rbsolve\n{block.example}\n```"]
    words = [coordinate.record.words for coordinate in record.coordinates]
    if words:
        without = "" if "STOPS" in taken else f" It does not accept {list_keywords(['STOPS'])}."
        order = "Coordinate" if len(words) == 1 else "Coordinates in this order"
        parts.append(f"{order}: {'; '.join(words)}.{without}")
    triad = next(keyword for keyword in block.keywords if keyword.name == "TRIAD_NAME")
    if triad.counts == (2,):
        parts.append(f"`@TRIAD_NAME` takes two triads: {triad.meaning[0].lower()}{triad.meaning[1:]}")
    elif not triad.required:
        parts.append(f"`@TRIAD_NAME` is optional; the default is {triad.default_text}.")
    if own:
        parts.append(table(COLUMNS, [row_of(keyword) for keyword in own]))
    if block.notes:
        parts.append("\n".join(f"- {note}" for note in block.notes))
    return parts
