"""What is made from the table of blocks: the deck reference and the words of Dymore in docs/, a grammar that colours decks.

`python -m rbsolve.parser.schema.reference` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from rbsolve.language.joints import JOINTS
from rbsolve.language.joints.registry import JointKind
from rbsolve.language.table import FAMILIES, BlockSchema, Keyword, Type, Variant, written
from rbsolve.parser.schema import dymore_page, integrators, sensors, textmate
from rbsolve.parser.schema.reference_text import CODES, FINDINGS, INTRODUCTION, LANGUAGE
from rbsolve.parser.schema.registry import ALL_BLOCKS

PAGE = Path("docs/deck-reference.md")
COLUMNS = ("keyword", "values", "unit", "default", "meaning")


def deck_reference() -> str:
    """The whole page, as Markdown."""
    parts = [INTRODUCTION, LANGUAGE]
    for section, blocks in groupby(ALL_BLOCKS, key=lambda block: block.section):
        parts.append(f"## {section}")
        for block in blocks:
            if block.definition == JOINTS[0].definition:
                parts.append(_joint_table())
            parts += _block(block)
            parts += _extras(block)
    parts += [FINDINGS, _table(("slug", "meaning"), [(f"`{code}`", meaning) for code, meaning in CODES.items()])]
    return "\n\n".join(parts) + "\n"


def _block(block: BlockSchema) -> list[str]:
    names = dict.fromkeys((block.definition, block.name_keyword))
    parts = [f"### {block.title}", f"{_listed(names)}: {_lowered(block.meaning)}"]
    parts.append(f"```\n{block.example}\n```")
    if block.keywords:
        parts.append(_table(COLUMNS, [_row(keyword) for keyword in block.keywords]))
    for keyword in block.keywords:
        if keyword.type is Type.CONTAINER and keyword.children:
            parts.append(f"In `@{keyword.name}`:")
            parts.append(_table(COLUMNS, [_row(child) for child in keyword.children]))
    if block.variants is not None:
        header = (f"`@{block.variants.selector}`", "needs", "takes", "meaning")
        rows = [
            (f"`{variant.choice}`", _listed(variant.required), _optional(variant), variant.meaning)
            for variant in block.variants.table
        ]
        parts.append(_table(header, rows))
    rules = [f"At least one of {_listed(group)} must be given." for group in block.one_of]
    notes = [*rules, *block.notes]
    if notes:
        parts.append("\n".join(f"- {note}" for note in notes))
    return parts


def _row(keyword: Keyword) -> tuple[str, ...]:
    return (f"`@{keyword.name}`", values_text(keyword), keyword.unit, default_text(keyword), _meaning(keyword))


def _meaning(keyword: Keyword) -> str:
    parts = [keyword.meaning]
    if keyword.type is Type.CHOICE and len(keyword.choices) <= 10:
        parts.append(f"{', '.join(f'`{word}`' for word in keyword.choices)}.")
    if keyword.excludes:
        parts.append(f"Not together with {_listed(keyword.excludes)}.")
    return " ".join(parts)


def values_text(keyword: Keyword) -> str:
    """How many values of which type a keyword takes, and their bounds."""
    if keyword.type is Type.CONTAINER:
        return "keywords" + (", repeated" if keyword.repeats else "")
    words = {Type.REFERENCE: f"name of a {FAMILIES[keyword.target].title}" if keyword.target else "name"}
    word = words.get(keyword.type, keyword.type.value)
    if keyword.takes_places:
        word = "name of a point, or a point in place"
    if keyword.type is Type.CHOICE:
        word = "one word"
    if keyword.words:
        word = " or ".join(("number", *keyword.words))
    if keyword.counts == ():
        word = f"{word}, one or more"
    elif not keyword.is_scalar:
        counts = " or ".join(str(count) for count in keyword.counts)
        word = f"{counts} x {word}"
    if keyword.repeats:
        word += ", repeated"
    return word + _bounds(keyword)


def _bounds(keyword: Keyword) -> str:
    if keyword.minimum is not None and keyword.maximum is not None:
        return f", {keyword.minimum:g} to {keyword.maximum:g}"
    if keyword.minimum is not None:
        return f", at least {keyword.minimum:g}"
    return f", above {keyword.above:g}" if keyword.above is not None else ""


def default_text(keyword: Keyword) -> str:
    """What holds when a keyword is absent; empty when nothing does."""
    if keyword.required:
        return "(required)"
    return keyword.default_text if keyword.default is None else written(keyword.default)


def _optional(variant: Variant) -> str:
    """What a variant takes, with the values that it has by itself."""
    defaults = {keyword: f" ({written(value)})" for keyword, value in variant.defaults.items()}
    return ", ".join(f"`@{keyword}`{defaults.get(keyword, '')}" for keyword in variant.optional)


def _extras(block: BlockSchema) -> list[str]:
    """The tables that belong to one block."""
    if block is sensors.SENSOR:
        header = ("`@SENSOR_TYPE`", "columns", "unit", "object", "options", "meaning")
        rows = [
            (
                f"`{sensor.name}`",
                sensor.columns,
                sensor.unit,
                ", ".join(FAMILIES[target].title for target in sensor.objects),
                _listed(sensor.options),
                sensor.meaning,
            )
            for sensor in sensors.SENSOR_TYPES
        ]
        return ["An option that a type does not take has no effect on it, and is a warning.", _table(header, rows)]
    if block is integrators.TIME_INTEGRATOR:
        return _formulation_tables()
    return []


def _formulation_tables() -> list[str]:
    fits = [
        (f"`{name}`", ", ".join(f"`{formulation}`" for formulation in formulations))
        for name, formulations in integrators.FORMULATIONS_OF.items()
    ]
    meanings = [
        (f"`{name}`", meaning, _listed(integrators.FORMULATION_OPTIONS.get(name, ())))
        for name, meaning in integrators.FORMULATION_MEANINGS.items()
    ]
    with_joints = ", ".join(f"`{name}`" for name in integrators.FORMULATIONS_WITH_JOINTS)
    return [
        _table(("`@INTEGRATOR_TYPE`", "fitting `@FORMULATION`, the default first"), fits),
        f"Explicit types with joints need {with_joints}.",
        _table(("`@FORMULATION`", "meaning", "takes"), meanings),
    ]


def _joint_table() -> str:
    rows = [(f"`@{kind.name}_JOINT_NAME`", kind.record.free) for kind in JointKind if not kind.record.has_own_block]
    return (
        "A joint connects two bodies at a point and along the axes of a triad, both at the reference configuration; "
        "its axis is e3.\nRelative coordinates are those of B1 with respect to B0, and zero there.\n\n"
        + _table(("joint", "leaves free"), rows)
    )


def _lowered(sentence: str) -> str:
    return sentence if sentence[1:2].isupper() else sentence[0].lower() + sentence[1:]


def _listed(keywords: Iterable[str]) -> str:
    return ", ".join(f"`@{keyword}`" for keyword in keywords)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def main() -> None:
    """Write pages and grammar; the folder of the project is the current one, or given as an argument."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    (folder / PAGE).write_text(deck_reference(), encoding="utf-8")
    (folder / dymore_page.PAGE).write_text(dymore_page.dymore_words(), encoding="utf-8")
    (folder / textmate.FILE).write_text(textmate.written(), encoding="utf-8")


if __name__ == "__main__":
    main()
