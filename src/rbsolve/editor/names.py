"""Finds the definitions and uses of names in the tree of a deck. No description of the deck is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from rbsolve.language.diagnostics import Span
from rbsolve.language.expressions.parse import place_inside
from rbsolve.language.expressions.program import FUNCTIONS
from rbsolve.language.syntax.tree import Block, Item, SyntaxTree
from rbsolve.language.table import FAMILIES, Keyword, Type
from rbsolve.parser.description.sensor_lists import is_list
from rbsolve.parser.description.short_forms import in_place
from rbsolve.parser.schema.registry import OBJECT_BLOCKS, WRITTEN_BY_DEFINITION, WRITTEN_BY_NAME_KEYWORD
from rbsolve.parser.schema.templates import INSTANCE_NAME, INSTANCE_VARIABLE, TEMPLATE_NAME
from rbsolve.parser.schema.templates import PARAMETER as TEMPLATE_PARAMETER
from rbsolve.parser.schema.wrappers import PARAMETER_NAME, REPEAT

PARAMETER = "DESIGN_PARAMETER"
_WORD = re.compile(r"(?<![\w#.])[A-Za-z_]\w*")  # a name in a formula
_NO_SIGNALS = ("t", "pi")
PARAMETER_TEXT = re.compile(r"#[A-Za-z0-9_]+")
_COMPUTED = re.compile(r"#\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")  # `#(mod(i, n) + 1)`
# the pattern also matches names such as `tip_#i` and `tip_#(i - 1)`
_NAME_IN_FORMULA = re.compile(rf"{_WORD.pattern}(?:(?:#\w+|{_COMPUTED.pattern})\w*)*")
_NUMBERS = "-?[0-9]+(?:_-?[0-9]+)*"
_ANY_NAME = r"[A-Za-z0-9_.\-]+"
NAME_TEXT = re.compile(r"[A-Za-z0-9_#][A-Za-z0-9_.\-#]*")
_CHILDREN = {
    keyword.name: {child.name: child for child in keyword.children}
    for block in OBJECT_BLOCKS
    for keyword in block.keywords
    if keyword.type is Type.CONTAINER
}


class Occurrence(NamedTuple):
    """A place of a name. It has the possible families of the name, and is either a definition or a use."""

    name: str
    families: tuple[str, ...]
    span: Span
    is_definition: bool


def blocks_of(tree: SyntaxTree) -> Iterator[tuple[Block, tuple[Block, ...]]]:
    """Yield every block of a tree with its enclosing blocks, with the outermost block first."""
    stack: list[tuple[Iterator[Block], tuple[Block, ...]]] = [(iter(tree.blocks), ())]
    while stack:
        blocks, around = stack[-1]
        block = next(blocks, None)
        if block is None:
            stack.pop()
            continue
        yield block, around
        if block.body:
            stack.append((iter(block.body), (*around, block)))


def keyword_of(block: Block, around: tuple[Block, ...]) -> Keyword | None:
    """Return the table entry of a keyword in an object or a container, or None if the table has no such keyword."""
    for outer in reversed(around):
        if outer.keyword == REPEAT or (block.keyword == "SIGNAL_NAME" and _is_value(outer)):
            continue
        if outer.keyword in WRITTEN_BY_NAME_KEYWORD:
            return WRITTEN_BY_NAME_KEYWORD[outer.keyword].keyword(block.keyword)
        return _CHILDREN.get(outer.keyword, {}).get(block.keyword)
    return None


def _is_value(block: Block) -> bool:
    """Return whether the braces of a keyword contain its value, as in `@ACTUATOR {@SIGNAL_NAME {s}}`."""
    return block.items is None and block.keyword not in _CHILDREN and block.keyword not in WRITTEN_BY_DEFINITION


def occurrences(tree: SyntaxTree) -> Iterator[Occurrence]:
    """Yield every place of every name in a tree without expanded repetitions and templates. A name precedes the
    parameters that it contains.
    """
    parameters = _ParametersOfTemplates(tree)
    for block, around in blocks_of(tree):
        yield from _of_block(block, around, parameters)


class _ParametersOfTemplates:
    """Finds the families of names that the parameters of templates may represent, when they are first used."""

    def __init__(self, tree: SyntaxTree) -> None:
        self._tree = tree

    @cached_property
    def stand_for(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Return the families of names that may replace each parameter of each template. Parameters are without the
        `#`.
        """
        return _families_of_parameters(self._tree)


def _of_block(block: Block, around: tuple[Block, ...], parameters: _ParametersOfTemplates) -> Iterator[Occurrence]:
    """Yield the places of the names that are items of a block."""
    items = block.items
    if not items or block.keyword == "COMMENTS":
        return
    if block.keyword == PARAMETER_NAME:
        yield Occurrence(items[0].text, (PARAMETER,), items[0].span, is_definition=True)
        return
    template = next((outer for outer in around if outer.keyword == TEMPLATE_NAME and outer.body is not None), None)
    keyword = keyword_of(block, around)
    if block.keyword == TEMPLATE_PARAMETER and keyword is not None:
        yield from _of_parameter(block, around, template, parameters.stand_for)
    elif block.body is not None and block.keyword in WRITTEN_BY_NAME_KEYWORD:
        family = WRITTEN_BY_NAME_KEYWORD[block.keyword].family
        for item in items if is_list(block) else items[:1]:
            yield Occurrence(item.text, (family,), item.span, is_definition=True)
            yield from _variables(item, template)
    elif keyword is not None and keyword.type in (Type.SIGNAL_EXPRESSION, Type.EXPRESSION):
        named = _signals if keyword.type is Type.SIGNAL_EXPRESSION else _functions
        for item in items:
            own = list(named(item))
            yield from own
            yield from (
                one for one in _parameters(item, template) if one.families != (PARAMETER,) or not _is_part(one, own)
            )
    elif keyword is not None and (targets := _targets(keyword)):
        yield from _references(items, keyword, targets, template)
    else:
        for item in items:
            yield from _parameters(item, template)


def _references(
    items: tuple[Item, ...], keyword: Keyword, targets: tuple[str, ...], template: Block | None
) -> Iterator[Occurrence]:
    """Yield the references to other objects. A point that is given by coordinates can also contain references."""
    if keyword.takes_places and (place := in_place(items)) is not None:
        for item in place[0]:
            yield from _parameters(item, template)
        items, targets = tuple(filter(None, place[1:])), FAMILIES["FIXED_FRAME"].members
    # the first item is a sensor, the second item is a component of the sensor
    for item in items[:1] if keyword.target == "SENSOR" else items:
        yield Occurrence(item.text, targets, item.span, is_definition=False)
        yield from _variables(item, template)
        yield from () if keyword.type is Type.REFERENCE else _parameters(item, template)


def _targets(keyword: Keyword) -> tuple[str, ...]:
    """Return the families to which a name in the items of a keyword may belong. The result is empty if the keyword
    names no objects.
    """
    if keyword.type is Type.POINTS:
        return FAMILIES["POINT"].members
    return FAMILIES[keyword.target].members if keyword.type is Type.REFERENCE and keyword.target in FAMILIES else ()


def _families_of_parameters(tree: SyntaxTree) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the families of names that may replace each parameter of each template. Parameters are without the `#`."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for block, around in blocks_of(tree):
        template = next((outer for outer in around if outer.keyword == TEMPLATE_NAME and outer.items), None)
        keyword = None if template is None or "#" not in str(block.items) else keyword_of(block, around)
        if template is None or template.items is None or keyword is None:
            continue
        for item in block.items or ():
            if _targets(keyword) and PARAMETER_TEXT.fullmatch(item.text):
                found.setdefault((template.items[0].text, item.text[1:]), _targets(keyword))
    return found


def _signals(item: Item) -> Iterator[Occurrence]:
    """Yield the signals that a formula names."""
    for match in _NAME_IN_FORMULA.finditer(item.text):
        if match[0] not in _NO_SIGNALS and item.text[match.end() :].lstrip()[:1] != "(":
            place = place_inside(item.text, item.span, *match.span())
            yield Occurrence(match[0], FAMILIES["SIGNAL"].members, place, is_definition=False)


def _is_part(one: Occurrence, names: list[Occurrence]) -> bool:
    """Return whether one of the names contains the parameter, as `tip_#i` contains `#i`."""
    return any(name.span[1:3] <= one.span[1:3] and one.span[3:5] <= name.span[3:5] for name in names)


def _functions(item: Item) -> Iterator[Occurrence]:
    """Yield the functions of the deck that a formula calls."""
    for match in _WORD.finditer(item.text):
        if match[0] not in FUNCTIONS and item.text[match.end() :].lstrip()[:1] == "(":
            place = place_inside(item.text, item.span, *match.span())
            yield Occurrence(match[0], FAMILIES["FUNCTION"].members, place, is_definition=False)


def _parameters(item: Item, template: Block | None) -> Iterator[Occurrence]:
    """Yield the parameters in an item. Parameters of the enclosing template are without the `#`."""
    own = {one.span: one for one in _variables(item, template)}
    yield from own.values()
    for match in PARAMETER_TEXT.finditer(item.text):
        place = place_inside(item.text, item.span, *match.span())
        if not any((span.line, span.column) == (place.line, place.column + 1) for span in own):
            yield Occurrence(match[0], (PARAMETER,), place, is_definition=False)


def _of_parameter(
    block: Block,
    around: tuple[Block, ...],
    template: Block | None,
    stands_for: Mapping[tuple[str, str], tuple[str, ...]],
) -> Iterator[Occurrence]:
    """Yield the parameter that a template declares or an instance sets, without the `#`.

    Also yield the names and the parameters in its value.
    """
    item, *values = block.items or ()
    owner = around[-1] if around and around[-1].keyword == TEMPLATE_NAME else None
    name = template_name(owner or next(outer for outer in reversed(around) if outer.keyword == INSTANCE_NAME))
    bare = item.text.removeprefix("#")
    if name is not None:
        span = place_inside(item.text, item.span, len(item.text) - len(bare), len(item.text))
        yield Occurrence(bare, (scope(name),), span, is_definition=owner is not None)
    families = stands_for.get((name or "", bare), ())
    for value in values:
        if families and NAME_TEXT.fullmatch(value.text):
            yield Occurrence(value.text, families, value.span, is_definition=False)
        yield from _parameters(value, template)


def _variables(item: Item, template: Block | None) -> Iterator[Occurrence]:
    """Yield the parameters of a template in an item, without the `#`: `hub` in `tip_#hub_#i`."""
    if template is None or "#" not in item.text:
        return
    own = {items[0].text.removeprefix("#") for items in parameters_of(template)}
    for match in PARAMETER_TEXT.finditer(item.text):
        name = match[0][1:]
        while name and name not in own:
            name = name.rpartition("_")[0]
        if name:
            start = match.start() + 1
            span = place_inside(item.text, item.span, start, start + len(name))
            yield Occurrence(name, (scope((template.items or ())[0].text),), span, is_definition=False)


def scope(template: str) -> str:
    """Return the family of a template's parameters."""
    return f"{TEMPLATE_PARAMETER} of {template}"


def parameters_of(template: Block) -> list[tuple[Item, ...]]:
    """Return the parameters that a template declares. Each has a name, and the items of its default value."""
    return [child.items for child in template.body or () if child.keyword == TEMPLATE_PARAMETER and child.items]


def template_name(block: Block) -> str | None:
    """Return the name of a template, or of the template of an instance."""
    named = block if block.keyword == TEMPLATE_NAME else None
    for child in block.body or ():
        if named is None and child.keyword == TEMPLATE_NAME:
            named = child
    return named.items[0].text if named is not None and named.items else None


def templates_of(tree: SyntaxTree) -> dict[str, Block]:
    """Return the templates by name."""
    return {
        block.items[0].text: block
        for block, _ in blocks_of(tree)
        if block.keyword == TEMPLATE_NAME and block.body is not None and block.items
    }


def same(tree: SyntaxTree, wanted: Occurrence) -> list[Occurrence]:
    """Return all places that name the same object as the given place. A name with `#i` represents all its instances."""
    parameters, text = _ParametersOfTemplates(tree), wanted.name
    is_pattern = "#" in text and wanted.families != (PARAMETER,)
    return [
        other
        for block, around in blocks_of(tree)
        if block.items and (is_pattern or any(text in item.text or "#" in item.text for item in block.items))
        for other in _of_block(block, around, parameters)
        if _is_same(other, wanted)
    ]


def _is_same(a: Occurrence, b: Occurrence) -> bool:
    if set(a.families).isdisjoint(b.families):
        return False
    return a.name == b.name or (
        not a.families[0].startswith((PARAMETER, TEMPLATE_PARAMETER))
        and (may_become(a.name, b.name) or may_become(b.name, a.name) or _are_neighbours(a.name, b.name))
    )


def _are_neighbours(one: str, other: str) -> bool:
    """Return whether two names differ only in their variables or formulas, as `tip_#i` and `tip_#(i - 1)` do. At least
    one name must have a formula.
    """
    if "#(" not in one and "#(" not in other:
        return False
    bare = [PARAMETER_TEXT.sub("#", _COMPUTED.sub("#", name)) for name in (one, other)]
    return bare[0] == bare[1]


def may_become(pattern: str, name: str) -> bool:
    """Return whether a name with variables becomes another name for some values of the variables. Variables come from
    repetitions (`tip_#i`), or represent the name of an instance.
    """
    if "#" not in pattern:
        return False
    pattern = _COMPUTED.sub("#i", pattern)
    variables = [
        _ANY_NAME if variable.startswith(f"#{INSTANCE_VARIABLE}") else _NUMBERS
        for variable in PARAMETER_TEXT.findall(pattern)
    ]
    parts = map(re.escape, PARAMETER_TEXT.split(pattern))
    written = "".join(part + variable for part, variable in zip(parts, [*variables, ""], strict=True))
    return re.fullmatch(written, name) is not None


def occurrence_at(tree: SyntaxTree, name: str, line: int, column: int) -> Occurrence | None:
    """Return the name at a place of a file. For a parameter inside a name, return the parameter."""
    path = path_to(tree, name, line, column)
    found = None
    for depth, block in enumerate(path):
        for occurrence in _of_block(block, tuple(path[:depth]), _ParametersOfTemplates(tree)):
            span = occurrence.span
            if span.source.name == name and span[1:3] <= (line, column) <= span[3:5]:
                found = occurrence
    return found


def path_to(tree: SyntaxTree, name: str, line: int, column: int) -> list[Block]:
    """Return the blocks of a file around a place, from the outermost inwards."""
    path: list[Block] = []
    blocks, place = tree.blocks, (line, column)
    while True:
        around = (b for b in blocks if (b.line, b.column) <= place <= (b.end_line, b.end_column))
        inner = next((block for block in around if block.source.name == name), None)
        if inner is None:
            return path
        path.append(inner)
        blocks = inner.body or ()


def names_of(tree: SyntaxTree, target: str) -> list[str]:
    """Return the possible names of a reference to a target. The names of the deck come first, then the predefined
    names.
    """
    family = FAMILIES[target]
    kinds = set(family.kinds)
    found: dict[str, None] = {}
    for definition in tree.blocks:
        for block in _objects(definition):
            schema = WRITTEN_BY_NAME_KEYWORD[block.keyword]
            if schema.family in family.members and (not kinds or schema.kind in kinds) and block.items:
                found |= dict.fromkeys(item.text for item in (block.items if is_list(block) else block.items[:1]))
    return [*found, *(name for name in family.predefined if name not in found)]


def _objects(block: Block) -> Iterator[Block]:
    """Yield the named objects of a top-level block, including objects in wrappers and repetitions."""
    for child in block.body or ():
        if child.keyword in WRITTEN_BY_NAME_KEYWORD and child.body is not None:
            yield child
        elif (
            child.keyword in WRITTEN_BY_DEFINITION
            or child.keyword == REPEAT
            or block.keyword not in WRITTEN_BY_DEFINITION
        ):
            yield from _objects(child)
