"""Completes words at the cursor. It offers keywords from the table of blocks, names of suitable objects, words,
parameters and functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from rbsolve.editor.answers.asked import what_may_be_asked, word_of
from rbsolve.editor.answers.context import Context, context_at
from rbsolve.editor.answers.wording import keyword_text
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.names import parameters_of
from rbsolve.language.expressions.program import FUNCTIONS
from rbsolve.language.table import COMMENTS, FAMILIES, BlockSchema, Keyword, Type
from rbsolve.parser.schema import wrappers
from rbsolve.parser.schema.registry import ALL_BLOCKS, WRITTEN_BY_DEFINITION, WRITTEN_BY_NAME_KEYWORD
from rbsolve.parser.schema.sensors import SENSOR_TYPE
from rbsolve.parser.schema.templates import INSTANCE_NAME, PARAMETER, TEMPLATE_NAME

MOST = 100  # maximum number of names of a kind in an answer; the editor asks again after further typing
_ITEM = types.CompletionItem
_KINDS = types.CompletionItemKind


def completions(deck: OpenDeck, known: OpenDeck, line: int, column: int, snippets: bool) -> list[types.CompletionItem]:
    """Return completions at a 1-based place of a deck. The offered names come from `known`, an earlier version of the
    deck that could be read.
    """
    context = context_at(deck.lines, line, column)
    if context.in_comment:
        return list(_asked(deck.lines[line - 1][: column - 1], known, line))
    start = column - 1 - len(context.word)
    place = types.Range(types.Position(line - 1, start), types.Position(line - 1, column - 1))
    if context.word.startswith("@") or not context.in_items:
        follows = deck.lines[line - 1][column - 1 :].lstrip()[:1]
        found = [_keyword_item(*entry, place, snippets and follows != "{") for entry in _keywords(context)]
    else:
        found = list(_items(context, known, place))
    return found


def _asked(head: str, known: OpenDeck, line: int) -> Iterator[types.CompletionItem]:
    """Yield the names of the deck that a command in a comment can use."""
    start = len(head) - len(word_of(head))
    place = types.Range(types.Position(line - 1, start), types.Position(line - 1, len(head)))
    for word, meaning in what_may_be_asked(head, known):
        yield _item(word, _KINDS.Value, meaning, place)


# --- keywords


def _keywords(context: Context) -> Iterator[tuple[str, str, str, bool]]:
    """Yield the keywords for the body around the cursor. Each has a name, a label and a documentation. The last value
    is true if the keyword has a body.
    """
    around = [keyword for keyword in context.around if keyword != wrappers.REPEAT]
    is_template = bool(around) and around[-1] == TEMPLATE_NAME
    if not around or around[-1] in wrappers.WRAPPERS or is_template:
        if is_template:
            yield PARAMETER, "parameter", WRITTEN_BY_NAME_KEYWORD[TEMPLATE_NAME].keywords[0].meaning, False
        for block in ALL_BLOCKS:
            yield block.definition, block.title, block.meaning, True
        if not around:
            for name in wrappers.WRAPPERS:
                yield name, "Dymore's master block", "", True
        return
    inner = around[-1]
    if inner == wrappers.PARAMETERS:
        for name in (wrappers.PARAMETER_NAME, wrappers.SCALAR_VALUE, wrappers.VECTOR_VALUE):
            yield name, "design parameter", wrappers.DESIGN_PARAMETERS.meaning, False
    elif inner in WRITTEN_BY_DEFINITION:
        block = WRITTEN_BY_DEFINITION[inner]
        yield block.name_keyword, block.title, block.meaning, True
    elif inner in WRITTEN_BY_NAME_KEYWORD:
        block = WRITTEN_BY_NAME_KEYWORD[inner]
        for keyword in _usable_keywords(block, context):
            yield keyword.name, _short(keyword), keyword_text(keyword), keyword.type is Type.CONTAINER
    else:
        for keyword in _children(context):
            yield keyword.name, _short(keyword), keyword_text(keyword), keyword.type is Type.CONTAINER
    yield COMMENTS.name, "free text", COMMENTS.meaning, False


def _usable_keywords(block: BlockSchema, context: Context) -> Iterator[Keyword]:
    """Return the keywords that may be added to an object. They are compatible with the type of the object and with the
    keywords that it already has.
    """
    idle: frozenset[str] = frozenset()
    if block.variants is not None:
        variant = block.variants.of(context.given.get(block.variants.selector, "").strip())
        if variant is not None:
            idle = block.variants.governed - {*variant.required, *variant.optional}
    for keyword in block.keywords:
        is_given = keyword.name in context.given and f"@{keyword.name}" != context.word
        is_done = is_given and not keyword.repeats
        if not (is_done or keyword.name in idle or set(keyword.excludes) & context.given.keys()):
            yield keyword


def _children(context: Context) -> tuple[Keyword, ...]:
    for outer in reversed(context.around[:-1]):
        block = WRITTEN_BY_NAME_KEYWORD.get(outer)
        keyword = block.keyword(context.around[-1]) if block else None
        if keyword is not None:
            return keyword.children
    return ()


def _short(keyword: Keyword) -> str:
    return " ".join((keyword.type.value, f"[{keyword.unit}]" if keyword.unit else "")).strip()


def _keyword_item(
    name: str, detail: str, text: str, has_body: bool, place: types.Range, snippet: bool
) -> types.CompletionItem:
    body = f"@{name}"
    if snippet:
        is_object = name in WRITTEN_BY_NAME_KEYWORD and has_body
        body += " {$1} {\n\t$0\n}" if is_object else " {\n\t$0\n}" if has_body else " {$1}$0"
    return _ITEM(
        label=f"@{name}",
        kind=_KINDS.Class if has_body else _KINDS.Property,
        detail=detail,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, text) if text else None,
        filter_text=f"@{name}",
        text_edit=types.TextEdit(place, body),
        insert_text_format=types.InsertTextFormat.Snippet if snippet else types.InsertTextFormat.PlainText,
    )


# --- items


def _items(context: Context, known: OpenDeck, place: types.Range) -> Iterator[types.CompletionItem]:
    keyword = keyword_at(context)
    if context.word.startswith("#"):
        yield from _parameters(context, known, place)
        return
    if keyword is None:
        name = context.around[-1] if context.around else ""
        yield from _names("BODY", known, context.word.lower(), place) if name == "CONNECTED_TO_BODY" else ()
        return
    if keyword.name == PARAMETER and INSTANCE_NAME in context.around:
        yield from _parameters_of(context, known, place)
    elif keyword.choices:
        for choice in keyword.choices:
            yield _item(choice, _KINDS.EnumMember, _meaning_of(choice, context), place)
    elif keyword.target == "SENSOR" and "," in context.items:
        for label in known.labels_of(context.items.partition(",")[0].strip()):
            yield _item(label, _KINDS.EnumMember, "component", place)
    elif keyword.type is Type.REFERENCE:
        targets: tuple[str, ...] = (keyword.target,)
        if keyword.takes_places and "," in context.items:  # the items are coordinates and their frame
            targets = ("FIXED_FRAME",)
        if keyword.target == "OBJECT" and "SENSOR_TYPE" in context.given:
            sensor = SENSOR_TYPE.get(context.given["SENSOR_TYPE"].strip())
            targets = sensor.objects if sensor else targets
        for target in dict.fromkeys(targets):
            yield from _names(target, known, context.word.lower(), place)
        for word in keyword.words:
            yield _item(word, _KINDS.EnumMember, "", place)
    elif keyword.type in (Type.NUMBER, Type.INTEGER, Type.EXPRESSION, Type.SIGNAL_EXPRESSION, Type.NUMBER_OR_WORD):
        if keyword.type is Type.SIGNAL_EXPRESSION:
            yield from _names("SIGNAL", known, context.word.lower(), place)
        if keyword.type is Type.EXPRESSION:
            yield from _names("FUNCTION", known, context.word.lower(), place)
        for word in keyword.words:
            yield _item(word, _KINDS.EnumMember, "", place)
        yield from _parameters(context, known, place)
        for function in sorted(FUNCTIONS):
            yield _item(function, _KINDS.Function, "function", place)
        yield _item("pi", _KINDS.Constant, "3.14159...", place)


def _parameters_of(context: Context, known: OpenDeck, place: types.Range) -> Iterator[types.CompletionItem]:
    """Yield the template parameters that an instance may set."""
    template = known.templates.get(context.given.get(TEMPLATE_NAME, "").strip())
    for name, *default in parameters_of(template) if template is not None else ():
        shown = ", ".join(item.text for item in default)
        yield _item(name.text.removeprefix("#"), _KINDS.Variable, shown, place)


def keyword_at(context: Context) -> Keyword | None:
    """Return the table entry of the keyword whose items contain the cursor."""
    name = context.around[-1] if context.around else ""
    around = [keyword for keyword in context.around[:-1] if keyword != wrappers.REPEAT]
    if not around:
        return None
    block = WRITTEN_BY_NAME_KEYWORD.get(around[-1])
    if block is not None:
        return block.keyword(name)
    children = _children(context._replace(around=tuple(around)))
    return next((child for child in children if child.name == name), None)


def _meaning_of(choice: str, context: Context) -> str:
    block = WRITTEN_BY_NAME_KEYWORD.get(context.around[-2]) if len(context.around) > 1 else None
    if block is not None and block.variants is not None and block.variants.selector == context.around[-1]:
        variant = block.variants.of(choice)
        return variant.meaning if variant else ""
    sensor = SENSOR_TYPE.get(choice)
    return sensor.meaning if sensor is not None and context.around[-1] == "SENSOR_TYPE" else ""


def _names(target: str, known: OpenDeck, word: str, place: types.Range) -> Iterator[types.CompletionItem]:
    title = FAMILIES[target].title
    names = known.names(target)
    if len(names) > MOST:
        names = sorted(names, key=lambda name: not name.lower().startswith(word))
        names = [name for name in names if word in name.lower()][:MOST]
    for name in names:
        yield _item(name, _KINDS.Reference, title, place)


def _parameters(context: Context, known: OpenDeck, place: types.Range) -> Iterator[types.CompletionItem]:
    for variable in context.variables:
        yield _item(f"#{variable}", _KINDS.Variable, "variable of the repetition", place)
    for name, value in known.parameters.items():
        shown = ", ".join(f"{one:g}" for one in value) if isinstance(value, tuple) else f"{value:g}"
        yield _item(name, _KINDS.Variable, shown, place)


def _item(text: str, kind: types.CompletionItemKind, detail: str, place: types.Range) -> types.CompletionItem:
    return _ITEM(label=text, kind=kind, detail=detail or None, text_edit=types.TextEdit(place, text))
