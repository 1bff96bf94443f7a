"""Writes the files that are generated from the table of blocks: the deck reference and the page of Dymore's words in
docs/, and a grammar for colouring decks. Run `python -m rbsolve.parser.schema.reference` to update them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

from rbsolve.language.joints.blocks import JOINTS
from rbsolve.language.table import FAMILIES, BlockSchema, Type, Variant, write_value
from rbsolve.parser.schema import dymore_page, integrators, reference_joints, sensors, textmate
from rbsolve.parser.schema.reference_formulas import FORMULAS
from rbsolve.parser.schema.reference_labels import label_tables
from rbsolve.parser.schema.reference_tables import COLUMNS, list_keywords, row_of, table
from rbsolve.parser.schema.reference_text import CODES, DIAGNOSTICS, INTRODUCTION, LANGUAGE, MARK
from rbsolve.parser.schema.registry import ALL_BLOCKS

INDEX = Path("docs/deck-reference.md")
FOLDER = Path("docs/deck-reference")


def reference_pages() -> Mapping[Path, str]:
    """Return the pages of the deck reference as Markdown. The pages are an index, the language, a page for each section
    of blocks, and the codes of diagnostics.
    """
    sections = {section: tuple(blocks) for section, blocks in groupby(ALL_BLOCKS, key=lambda block: block.section)}
    return {
        INDEX: _index(sections),
        FOLDER / "language.md": LANGUAGE,
        **{page_of(section): _section(section, blocks) for section, blocks in sections.items()},
        FOLDER / "diagnostics.md": _diagnostics(),
    }


def page_of(section: str) -> Path:
    """Return the page of a section of blocks."""
    return FOLDER / f"{section.lower().replace(' ', '-')}.md"


def anchor_of(block: BlockSchema) -> str:
    """Return the page and heading of a block, relative to the folder `docs`: `deck-reference/geometry.md#points`."""
    heading = "".join(letter for letter in block.title.lower() if letter.isalnum() or letter in "- _").replace(" ", "-")
    return f"{page_of(block.section).relative_to('docs')}#{heading}"


def _index(sections: Mapping[str, tuple[BlockSchema, ...]]) -> str:
    rows = [
        (
            f"[{section}]({page_of(section).relative_to('docs')})",
            ", ".join(f"[{block.title.lower()}]({anchor_of(block)})" for block in blocks),
        )
        for section, blocks in sections.items()
    ]
    pages = ("language", *(page_of(section).stem for section in sections), "diagnostics")
    listing = "\n".join(["```{toctree}", ":hidden:", "", *(f"deck-reference/{page}" for page in pages), "```"])
    return "\n\n".join([INTRODUCTION, table(("topic", "blocks"), rows), listing]) + "\n"


def _section(section: str, blocks: tuple[BlockSchema, ...]) -> str:
    parts = [f"# {section}", MARK]
    for block in blocks:
        if block is JOINTS[0]:
            parts += reference_joints.introduction()
        parts += reference_joints.block_of(block) if block in JOINTS else _block(block)
        parts += _extras(block)
    return "\n\n".join(parts) + "\n"


def _diagnostics() -> str:
    rows = [(f"`{code}`", meaning) for code, meaning in CODES.items()]
    return "\n\n".join([DIAGNOSTICS, table(("code", "meaning"), rows)]) + "\n"


def _block(block: BlockSchema) -> list[str]:
    parts = [*reference_joints.head_of(block), f"```rbsolve\n{block.example}\n```"]
    if block.keywords:
        parts.append(table(COLUMNS, [row_of(keyword) for keyword in block.keywords]))
    for keyword in block.keywords:
        if keyword.type is Type.CONTAINER and keyword.children:
            parts.append(f"In `@{keyword.name}`:")
            parts.append(table(COLUMNS, [row_of(child) for child in keyword.children]))
    if block.variants is not None:
        header = (f"`@{block.variants.selector}`", "needs", "takes", "meaning")
        rows = [
            (f"`{variant.choice}`", _needed(block, variant), _optional(block, variant), variant.meaning)
            for variant in block.variants.table
        ]
        parts.append(table(header, rows))
    if block.title in FORMULAS:
        parts.append(FORMULAS[block.title])
    rules = [f"At least one of {list_keywords(group)} must be given." for group in block.one_of]
    notes = [*rules, *block.notes]
    if notes:
        parts.append("\n".join(f"- {note}" for note in notes))
    return parts


def _needed(block: BlockSchema, variant: Variant) -> str:
    """Return the keywords that a variant needs. Each is listed with the keywords that can replace it."""
    replacing = _replacing(block, variant)
    choices = ((name, *(other for other, of in replacing.items() if name in of)) for name in variant.required)
    return ", ".join(" or ".join(f"`@{name}`" for name in names) for names in choices)


def _optional(block: BlockSchema, variant: Variant) -> str:
    """Return the optional keywords of a variant, with their defaults."""
    defaults = {keyword: f" ({write_value(value)})" for keyword, value in variant.defaults.items()}
    replacing = _replacing(block, variant)
    names = [keyword for keyword in variant.optional if keyword not in replacing]
    return ", ".join(f"`@{keyword}`{defaults.get(keyword, '')}" for keyword in names)


def _replacing(block: BlockSchema, variant: Variant) -> dict[str, set[str]]:
    """Return the optional keywords that exclude a needed keyword, and therefore can replace it."""
    excluded = {keyword.name: set(keyword.excludes) & set(variant.required) for keyword in block.keywords}
    return {name: excluded[name] for name in variant.optional if excluded.get(name)}


def _extras(block: BlockSchema) -> list[str]:
    """Return the special tables of a block, if any."""
    if block is sensors.SENSOR:
        header = ("`@SENSOR_TYPE`", "columns", "unit", "object", "options", "meaning")
        rows = [
            (
                f"`{sensor.name}`",
                sensor.columns,
                sensor.unit,
                ", ".join(FAMILIES[target].title for target in sensor.objects),
                list_keywords(sensor.options),
                sensor.meaning,
            )
            for sensor in sensors.SENSOR_TYPES
        ]
        return [
            "Options that do not apply to a type are ignored, with a warning.",
            table(header, rows),
            *label_tables(),
        ]
    if block is integrators.TIME_INTEGRATOR:
        return _formulation_tables()
    return []


def _formulation_tables() -> list[str]:
    fits = [
        (f"`{name}`", ", ".join(f"`{formulation}`" for formulation in formulations))
        for name, formulations in integrators.FORMULATIONS_OF.items()
    ]
    meanings = [
        (f"`{name}`", meaning, list_keywords(integrators.FORMULATION_OPTIONS.get(name, ())))
        for name, meaning in integrators.FORMULATION_MEANINGS.items()
    ]
    with_joints = ", ".join(f"`{name}`" for name in integrators.FORMULATIONS_WITH_JOINTS)
    return [
        table(("`@INTEGRATOR_TYPE`", "possible `@FORMULATION`, the default first"), fits),
        f"Explicit types with joints need {with_joints}.",
        table(("`@FORMULATION`", "meaning", "takes"), meanings),
    ]


def main() -> None:
    """Write the deck reference, the page of Dymore's words, and the grammar for colouring decks. The argument is the
    folder of the project (default: the current folder).
    """
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    (folder / FOLDER).mkdir(exist_ok=True)
    for page, text in reference_pages().items():
        (folder / page).write_text(text, encoding="utf-8")
    (folder / dymore_page.PAGE).write_text(dymore_page.dymore_words(), encoding="utf-8")
    (folder / textmate.FILE).write_text(textmate.write_grammar(), encoding="utf-8")


if __name__ == "__main__":
    main()
