"""Checks rules for combinations of keywords. Keywords can be required, exclude each other, or depend on the type."""

from __future__ import annotations

from typing import Any

from rbsolve.language.described import Value
from rbsolve.language.diagnostics import Code, Span
from rbsolve.language.syntax.tree import Block
from rbsolve.language.table import Variant, Variants
from rbsolve.parser.description.report import Checked, Report


class Candidate:
    """An object during its check: its keywords, and the values that could be read."""

    __slots__ = ("given", "meant", "name", "schema", "span", "values")

    def __init__(self, schema: Checked, name: str, span: Span) -> None:
        self.schema = schema
        self.name = name
        self.span = span
        self.given: dict[str, Block] = {}  # given keywords by the key of the value
        self.meant: set[str] = set()  # for each misspelt keyword, the keyword that was probably meant
        self.values: dict[str, Value] = {}

    def describe(self) -> str:
        """Return the name of the object in messages: `point P`, or `mass property of arm` for a short form."""
        owner, made, _ = self.name.partition("@")
        return f"{self.schema.name} of {owner}" if made else f"{self.schema.name} {self.name}"

    def data(self, keyword: str) -> Any:
        """Return the data of a keyword, or None if the keyword is absent or could not be read."""
        value = self.values.get(keyword)
        return None if value is None else value.data

    def span_of(self, keyword: str) -> Span:
        """Return the place of a keyword's value. If there is no value, return the place of the keyword, or else the
        place of the object.
        """
        value = self.values.get(keyword)
        if value is not None:
            return value.span
        block = self.given.get(keyword)
        return self.span if block is None else block.span


def check_rules(candidate: Candidate, report: Report) -> None:
    """Check an object against the table, and fill in defaults."""
    schema, given = candidate.schema, candidate.given
    if schema.excluding:
        _check_excluded(candidate, report)
    if not schema.required <= given.keys():
        for name in schema.keywords:
            if name in schema.required and name not in given and name not in candidate.meant | {schema.selector}:
                _report_missing(candidate, report, f"`@{name}`")
    for group in schema.block.one_of:
        if not any(name in given or name in candidate.meant for name in group):
            _report_missing(candidate, report, " or ".join(f"`@{name}`" for name in group))
    variant = None
    if schema.variants is not None:
        variant = _variant(candidate, schema.variants, report)
        if variant is not None:
            _check_variant(candidate, schema.variants, variant, report)
    _fill_defaults(candidate, schema.defaults)
    if variant is not None and variant.defaults:
        _fill_defaults(candidate, tuple(variant.defaults.items()))


def _report_missing(candidate: Candidate, report: Report, what: str, hint: str | None = None) -> None:
    report.error(Code.MISSING_KEYWORD, f"{candidate.describe()} lacks {what}", candidate.span, hint)


def _check_excluded(candidate: Candidate, report: Report) -> None:
    given = candidate.given
    for name, excluded in candidate.schema.excluding.items():
        if name not in given:
            continue
        for other in excluded:
            if other in given:
                later = max(given[name], given[other], key=lambda block: (block.span.line, block.span.column))
                message = f"`@{given[name].keyword}` and `@{given[other].keyword}` exclude each other"
                report.error(Code.CONFLICTING_KEYWORDS, message, later.span, "keep one of the two")
                break


def _fill_defaults(candidate: Candidate, defaults: tuple[tuple[str, Any], ...]) -> None:
    given, values, excluding = candidate.given, candidate.values, candidate.schema.excluding
    for name, default in defaults:
        if name in given:
            continue
        if excluding and any(other in given for other in excluding.get(name, ())):
            continue
        values[name] = Value(default, candidate.span)


def _variant(candidate: Candidate, variants: Variants, report: Report) -> Variant | None:
    """Return the variant of the object. If the selector is not given, its default decides. If it has no default, the
    given data decide.
    """
    selector = variants.selector
    if selector in candidate.given:
        choice = candidate.data(selector)
        return None if choice is None else candidate.schema.applying[choice][0]
    keyword = candidate.schema.keywords[selector]
    if keyword.default is not None:
        return candidate.schema.applying[keyword.default][0]
    if variants.inferred:
        return _infer(candidate, variants, report)
    if selector in candidate.meant:
        return None
    _report_missing(candidate, report, f"`@{selector}`")
    return None


def _infer(candidate: Candidate, variants: Variants, report: Report) -> Variant | None:
    if candidate.meant:
        return None
    data = candidate.given.keys() & variants.governed
    fits = variants.fitting(data)
    if len(fits) == 1:
        candidate.values[variants.selector] = Value(fits[0].choice, candidate.span)
        return fits[0]
    if not data:
        _report_missing(candidate, report, f"`@{variants.selector}` and its data")
    else:
        listed = ", ".join(f"`@{name}`" for name in candidate.given if name in data)
        hint = f"give `@{variants.selector}` and its data"
        _report_missing(candidate, report, f"`@{variants.selector}`, because {listed} do not determine it", hint)
    return None


def _check_variant(candidate: Candidate, variants: Variants, variant: Variant, report: Report) -> None:
    given = candidate.given
    for name in variant.required:
        if name not in given and name not in candidate.meant:
            _report_missing(candidate, report, f"`@{name}`, which `{variant.choice}` needs")
    idle = candidate.schema.applying[variant.choice][1]
    if idle.isdisjoint(given):
        return
    for name, block in given.items():
        if name in idle:
            message = f"`@{name}` does not apply to the type {variant.choice}"
            report.error(Code.CONFLICTING_KEYWORDS, message, block.span, _what_applies(variants, name, variant))


def _what_applies(variants: Variants, name: str, variant: Variant) -> str:
    takers = [v.choice for v in variants.table if name in v.required or name in v.optional]
    own = [f"`@{key}`" for key in (*variant.required, *variant.optional)]
    return f"`@{name}` applies to {', '.join(takers)}" + (f"; {variant.choice} uses {', '.join(own)}" if own else "")
