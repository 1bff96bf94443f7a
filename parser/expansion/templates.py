"""Reads `@TEMPLATE_DEFINITION`, which defines a template, and `@INSTANCE_DEFINITION`, which gives values to its
parameters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from rbsolve.language.diagnostics import Code
from rbsolve.language.expressions.parse import finite_number
from rbsolve.language.syntax.tree import Block, Item
from rbsolve.parser.description.parameters import Parameters
from rbsolve.parser.description.report import Report
from rbsolve.parser.description.values import NAMES, is_name
from rbsolve.parser.expansion.repeat import variable_name
from rbsolve.parser.expansion.substitution import Substitution, Text, number_text
from rbsolve.parser.schema.templates import INSTANCE_NAME, INSTANCE_VARIABLE, PARAMETER, TEMPLATE_NAME, TEMPLATES

_INSTANCE_KEYWORDS = dict.fromkeys((TEMPLATE_NAME, PARAMETER, "COMMENTS"))
_HINT = f"write `@{PARAMETER} {{name, value}}`"


class Template(NamedTuple):
    """A template: its name, its blocks, and the defaults of its parameters. The default None means that each instance
    must give a value.
    """

    item: Item
    parameters: dict[str, Sequence[Item]]
    blocks: tuple[Block, ...]


class Made(NamedTuple):
    """The template of an instance, and the values of the variables in the instance."""

    template: Template
    values: Substitution


class Templates:
    """The templates of a deck, and the names of its instances."""

    def __init__(self, definitions: Iterable[Block], parameters: Parameters, report: Report) -> None:
        self._parameters = parameters
        self._report = report
        self._known: dict[str, Template] = {}
        self._instances: dict[str, Item] = {}
        self._used: set[str] = set()
        for definition in definitions:
            for block in definition.body or ():
                self._define(block)

    # --- templates

    def _define(self, block: Block) -> None:
        report = self._report
        if block.keyword == "COMMENTS":
            return
        if block.keyword != TEMPLATE_NAME:
            report.unknown_keyword(block.keyword, block.span, f"`@{TEMPLATES}`", {TEMPLATE_NAME: None})
            return
        item = self._name(block)
        if item is None:
            return
        if block.body is None:
            message = f"template {item.text} needs a second pair of braces with its blocks"
            report.error(Code.MISSING_KEYWORD, message, item.span)
            return
        first = self._known.get(item.text)
        if first is not None and report.is_included_twice(item, first.item):
            return
        if first is not None:
            place = first.item.span.relative_to(item.span)
            message = f"template {item.text} is defined twice; the first definition is at {place}"
            report.error(Code.DUPLICATE_NAME, message, item.span, "rename one of the two")
            return
        parameters: dict[str, Sequence[Item]] = {}
        for child in block.body:
            if child.keyword == PARAMETER:
                self._declare(child, parameters)
        blocks = tuple(child for child in block.body if child.keyword not in (PARAMETER, "COMMENTS"))
        self._known[item.text] = Template(item, parameters, blocks)

    def _declare(self, block: Block, parameters: dict[str, Sequence[Item]]) -> None:
        name = self._variable(block)
        if name is None:
            return
        item = (block.items or ())[0]
        if name in parameters:
            self._report.error(Code.REPEATED_KEYWORD, f"the parameter {name} is given twice", item.span)
        elif name == INSTANCE_VARIABLE:
            message = f"#{name} is the name of the instance in every template"
            self._report.error(Code.DUPLICATE_NAME, message, item.span, "give the parameter another name")
        elif name in self._parameters.names:
            message = f"#{name} is a design parameter of the deck, and this template gives the parameter other values"
            self._report.error(Code.DUPLICATE_NAME, message, item.span, "give the parameter another name")
        else:
            parameters[name] = (block.items or ())[1:]

    def blocks_of(self, name: str) -> Sequence[Block]:
        """Return the blocks of a template, or no blocks if the template does not exist."""
        template = self._known.get(name)
        return () if template is None else template.blocks

    def report_unused(self) -> None:
        """Report templates without instances. The contents of such a template are not checked."""
        for name, template in self._known.items():
            if name not in self._used:
                message = f"nothing uses template {name}, so its contents are not checked"
                self._report.diagnostics.warning(Code.UNUSED_OBJECT, message, template.item.span)

    # --- instances

    def make(self, block: Block, values: Substitution, around: Collection[str]) -> Made | None:
        """Return the template and the values of an instance. If the instance is invalid, report an error and return
        None.

        `block` and its body already contain the values of the surrounding block. `around` contains the surrounding
        templates.
        """
        item = self._name(block)
        if item is None:
            return None
        first = self._instances.setdefault(item.text, item)
        if first is not item and self._report.is_included_twice(item, first):
            return None
        if first is not item:
            place = first.span.relative_to(item.span)
            message = f"instance {item.text} is defined twice; the first definition is at {place}"
            hint = "rename one of the two"
            if first[3:] == item[3:] and item.source.instance:
                if not self._report.is_whole:
                    return None  # if the closing brace of a repetition is missing, everything after it is repeated
                message = f"instance {item.text} is defined twice"
                hint = f"inside @REPEAT, names must differ from each other: write `{item.source.own_name(item.text)}`"
            self._report.error(Code.DUPLICATE_NAME, message, item.span, hint)
            return None
        if block.body is None:
            message = f"instance {item.text} needs a second pair of braces that names its template"
            self._report.error(Code.MISSING_KEYWORD, message, item.span)
            return None
        template = self._template(block, item, around)
        if template is None:
            return None
        given = self._arguments(block.body, template)
        inner = self._values(item, template, given, values)
        return None if inner is None else Made(template, inner)

    def _template(self, block: Block, item: Item, around: Collection[str]) -> Template | None:
        """Return the template that an instance names."""
        named = [child for child in block.body or () if child.keyword == TEMPLATE_NAME]
        for child in block.body or ():
            if child.keyword not in _INSTANCE_KEYWORDS:
                self._report.unknown_keyword(child.keyword, child.span, f"`@{INSTANCE_NAME}`", _INSTANCE_KEYWORDS)
        if len(named) != 1:
            wrong = (
                (Code.REPEATED_KEYWORD, "names several templates")
                if named
                else (Code.MISSING_KEYWORD, "names no template")
            )
            hint = f"write `@{TEMPLATE_NAME} {{...}}` in its braces" if not named else None
            self._report.error(
                wrong[0], f"instance {item.text} {wrong[1]}", named[1].span if named else item.span, hint
            )
            return None
        name = self._name(named[0])
        if name is None:
            return None
        template = self._known.get(name.text)
        if template is None:
            hint = self._report.suggestions.did_you_mean(name.text, self._known)
            tell = self._report.hold_back if name.text in self._report.mentioned else self._report.error
            tell(Code.UNRESOLVED_REFERENCE, f"there is no template {name.text}", name.span, hint)
            return None
        self._used.add(name.text)
        if name.text in around:
            members = [*list(around)[list(around).index(name.text) :], name.text]
            listed = " -> ".join(f"{member} (line {self._known[member].item.line})" for member in members)
            message = f"templates contain each other in a cycle: {listed}"
            self._report.error(Code.CIRCULAR_REFERENCE, message, name.span, "remove one of the instances")
            return None
        return template

    def _arguments(self, body: Iterable[Block], template: Template) -> dict[str, Sequence[Item]]:
        """Return the parameters that an instance gives."""
        given: dict[str, Sequence[Item]] = {}
        for child in body:
            if child.keyword != PARAMETER:
                continue
            name = self._variable(child)
            items = child.items or ()
            if name is None:
                continue
            if name not in template.parameters:
                hint = self._report.suggestions.did_you_mean(name, template.parameters)
                listed = ", ".join(template.parameters)
                hint = hint or (f"it has {listed}" if listed else "it has none")
                message = f"template {template.item.text} has no parameter {name}"
                self._report.error(Code.UNDECLARED_PARAMETER, message, items[0].span, hint)
            elif name in given:
                self._report.error(Code.REPEATED_KEYWORD, f"the parameter {name} is given twice", items[0].span)
            elif len(items) == 1:
                self._report.error(Code.WRONG_COUNT, f"the parameter {name} has no value", items[0].span, _HINT)
                given[name] = ()
            else:
                given[name] = items[1:]
        return given

    def _values(
        self, item: Item, template: Template, given: dict[str, Sequence[Item]], around: Substitution
    ) -> Substitution | None:
        """Return the values of the variables in an instance. A default may depend on earlier variables."""
        values: dict[str, Sequence[Text]] = {INSTANCE_VARIABLE: (Text(item.text),)}
        is_whole = True
        for name, default in template.parameters.items():
            if name not in given and not default:
                message = f"instance {item.text} of template {template.item.text} has no value for the parameter {name}"
                hint = f"write `@{PARAMETER} {{{name}, ...}}`"
                self._report.error(Code.MISSING_KEYWORD, message, item.span, hint)
                is_whole = False
                continue
            items = given.get(name)
            if items is None and not is_whole:
                continue  # the default of this parameter may depend on a missing value
            if items is None:
                items = around.inside(values, INSTANCE_VARIABLE, item.text).items(default)
            texts = [text for one in items for text in self._texts(one)]
            values[name] = texts
            is_whole = is_whole and bool(texts)
        return around.inside(values, INSTANCE_VARIABLE, item.text) if is_whole else None

    def _texts(self, item: Item) -> Sequence[Text]:
        """Return the values of an argument as texts. An argument is a name, a number, or an expression with one or more
        values. If the argument is invalid, report an error and return no texts.
        """
        text, parameters = item.text, self._parameters
        is_word = is_name(text) and not text[0].isdigit() and text != "pi"
        if item.quoted or is_word or finite_number(text) is not None:
            return (Text(text, item.quoted),)
        if parameters.is_list(item):
            return [Text(number_text(value)) for value in parameters.list_of(item) or ()]
        value = parameters.number(item)
        return () if value is None else (Text(number_text(value)),)

    # --- templates and instances

    def _name(self, block: Block) -> Item | None:
        """Return the name in the braces of a keyword. The name must be the only item. Otherwise report an error and
        return None.
        """
        items = block.items or ()
        if len(items) != 1:
            message = f"`@{block.keyword}` needs one name, but has {len(items) or 'none'}"
            self._report.error(Code.WRONG_COUNT, message, items[1].span if items else block.items_span or block.span)
            return None
        if not is_name(items[0].text):
            self._report.error(Code.WRONG_TYPE, f"`{items[0].text}` is not a name", items[0].span, NAMES)
            return None
        return items[0]

    def _variable(self, block: Block) -> str | None:
        """Return the name of the parameter in the braces of a keyword. If there is none, report an error and return
        None.
        """
        items = block.items or ()
        if not items or block.body is not None:
            message = f"`@{PARAMETER}` takes a name and a value"
            self._report.error(Code.WRONG_COUNT, message, block.items_span or block.span, _HINT)
            return None
        match = variable_name(items[0].text)
        if match is None:
            message = f"`{items[0].text}` is not a valid parameter name"
            self._report.error(Code.WRONG_TYPE, message, items[0].span, "names consist of letters, digits and `_`")
        return match[1] if match else None
