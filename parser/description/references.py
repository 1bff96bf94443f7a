"""Checks the names in a deck. The checks find double definitions, unresolved references and unused names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rbsolve.language.diagnostics import Code, Severity, Span
from rbsolve.language.expressions.parse import hint_of_variable
from rbsolve.language.expressions.reading import hint_of_function
from rbsolve.language.syntax.tree import Block, Item
from rbsolve.language.table import FAMILIES, READY_TRIADS, SYSTEM, BlockSchema
from rbsolve.parser.description.report import NameReference, Report, also, words
from rbsolve.parser.schema.registry import kinds_of_family

MOST_NAMED = 5  # maximum number of contacts of a group in a hint
_SUM_OF_INDEX = re.compile(r"#(\w+?[+-]\d+)$")  # matches `P_#i-1`, where `P_#(i-1)` is probably meant
_LOOKS_LIKE_SUM = re.compile(r"\d[+-]\d+$")  # matches the name that results from such a sum
_ORDERED = ("BODY", "FRAME", "FIXED_FRAME", "POINT", "TRIAD", "SYSTEM", "OBJECT")
"""Families that contain several kinds of objects, or whose order of precedence is documented."""


class Names:
    """All names of a deck by family, and the names that are used."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._declared: dict[str, dict[str, tuple[str, Item]]] = {}
        self._known: dict[str, dict[str, None]] = {}  # ordered, so that suggestions do not depend on hash values
        self._predefined: dict[str, set[str]] = {}
        for family in FAMILIES.values():
            for member in family.members:
                self._predefined.setdefault(member, set()).update(family.predefined)
        self.used: dict[str, set[str]] = {target: set() for target in FAMILIES}
        self._elsewhere = report.mentioned

    def declare(self, block: BlockSchema, item: Item) -> None:
        """Record a definition. A second definition of the same name in the family is reported."""
        names = self._declared.setdefault(block.family, {})
        name = item.text
        first = names.get(name)
        if first is not None and self.report.is_included_twice(item, first[1]):
            return
        if first is not None:
            place = first[1].span.relative_to(item.span)
            message = f"{words(block.kind)} {name} is defined twice; the first definition is at {place}"
            if first[0] != block.kind:
                message = f"{words(block.kind)} {name} has the name of the {words(first[0])} at {place}"
            hint = "rename one of the two"
            if item.source.instance and first[1][3:] == item[3:]:
                if not self.report.is_whole:
                    self.report.hold_back(Code.DUPLICATE_NAME, message, item.span)
                    return  # if the closing brace of a repetition is missing, everything after it is repeated
                message = f"{words(block.kind)} {name} is defined twice"
                hint = f"inside @REPEAT, names must differ from each other: write `{item.source.own_name(name)}`"
            self.report.error(Code.DUPLICATE_NAME, message, item.span, hint)
            return
        names[name] = (block.kind, item)
        if name in READY_TRIADS and block.kind == "TRIAD":
            message = f"triad {name} replaces the predefined triad of the same name"
            self.report.diagnostics.note(Code.DUPLICATE_NAME, message, item.span)
        elif name in self._predefined.get(block.family, ()):
            message = f"the name {name} is predefined; {words(block.kind)} {name} cannot use it"
            self.report.error(Code.DUPLICATE_NAME, message, item.span, "choose another name")

    def mention(self, blocks: Iterable[Block]) -> None:
        """Record the names in blocks that could not be read. Such a name may be a definition or a use."""
        stack = list(blocks)
        while stack:
            block = stack.pop()
            if block.items and block.keyword != "COMMENTS":
                self._elsewhere.update([item.text for item in block.items])
            if block.body:
                stack.extend(block.body)

    def resolve(self, references: Iterable[NameReference]) -> None:
        """Resolve all references, and report unresolved references."""
        missing: list[NameReference] = []
        for reference in references:
            targets, item, _ = reference
            name = item.text
            for target in targets:
                known = self._known.get(target)
                if name in (self._names_of(target) if known is None else known):
                    self.used[target].add(name)
                    if reference.keyword == "OBJECT_NAME":
                        self._warn_of_namesakes(reference, target)
                    elif FAMILIES[target].members == ("FUNCTION", "SIGNAL"):
                        self._warn_of_signal(reference)
                    break
            else:
                missing.append(reference)
        places: dict[tuple[str, tuple[str, ...]], list[NameReference]] = {}
        for reference in missing:
            name = reference.item.text
            places.setdefault((name, reference.targets), []).append(reference)
        for (name, _), (first, *others) in places.items():
            if name in self._elsewhere or name.startswith(self.report.beginnings):
                hint = "its definition, or the block that contains its definition, could not be read"
                message = f"there is no {_titles(first)} {name}"
                self.report.hold_back(Code.UNRESOLVED_REFERENCE, message, first.item.span, hint)
            else:
                self._report_missing(first, others)

    def _warn_of_namesakes(self, reference: NameReference, chosen: str) -> None:
        """Warn if a sensor names an object, and other objects with the same name could be meant too. The order of
        precedence of bodies, frames, points and triads is documented, so it needs no warning.
        """
        name = reference.item.text
        others = [target for target in reference.targets if target not in (chosen, *_ORDERED)]
        namesakes = [target for target in others if name in self._names_of(target)]
        if chosen in _ORDERED or not namesakes:
            return
        kinds = " and a ".join(FAMILIES[target].title for target in namesakes)
        title = FAMILIES[chosen].title
        message = f"a {title} and a {kinds} have the name {name}: the sensor measures the {title}"
        self.report.diagnostics.warning(Code.DUPLICATE_NAME, message, reference.item.span, "give them different names")

    def _warn_of_signal(self, reference: NameReference) -> None:
        """Warn if a reference may mean a function or a signal, and both exist with this name. The reference then means
        the function.
        """
        name = reference.item.text
        if all(name in self._declared.get(member, {}) for member in ("FUNCTION", "SIGNAL")):
            message = f"a function and a signal have the name {name}: `@{reference.keyword}` takes the function"
            self.report.diagnostics.warning(
                Code.DUPLICATE_NAME, message, reference.item.span, "give them different names"
            )

    def _names_of(self, target: str) -> dict[str, None]:
        known = self._known.get(target)
        if known is None:
            family = FAMILIES[target]
            known = dict.fromkeys(family.predefined)
            for member in family.members:
                for name, (kind, _) in self._declared.get(member, {}).items():
                    if not family.kinds or kind in family.kinds:
                        known[name] = None
            self._known[target] = known
        return known

    def _report_missing(self, reference: NameReference, others: list[NameReference]) -> None:
        name, span = reference.item.text, reference.item.span
        wanted = _titles(reference)
        moving = self._declared.get("FRAME", {}).get(name)
        if "FIXED_FRAME" in reference.targets and moving is not None:
            message = f"{name} is a moving frame, but `@{reference.keyword}` takes a fixed frame"
            self.report.error(Code.INVALID_VALUE, message, span, "define geometry in fixed frames only")
            self.used["FRAME"].add(name)
            return
        hint = (
            _hint_of_number(name, reference)
            or self._other_kind(name)
            or self._of_group(name, reference.targets)
            or _hint_of_neighbour(name, span)
            or self._of_variable(reference)
            or self._near(name, reference.targets)
        )
        if hint is None and reference.keyword == "EXPRESSION" and "FUNCTION" in reference.targets:
            hint = hint_of_function(name, self._names_of("FUNCTION"))
        if "FRAME" in reference.targets and name in self._declared.get("BODY", {}):
            hint = (
                f"{name} is a rigid body: define a moving frame with `@CONNECTED_TO_BODY {{{name}}}` and use its name"
            )
        message = f"there is no {wanted} {name}" + also(other.item.span for other in others if other.item.span != span)
        self.report.error(Code.UNRESOLVED_REFERENCE, message, span, hint)

    def _other_kind(self, name: str) -> str | None:
        """Return a hint that an object with this name is of a different kind. This object then counts as used."""
        for family, names in self._declared.items():
            if name in names:
                for target, members in FAMILIES.items():
                    if family in members.members:
                        self.used[target].add(name)
                return f"{name} is a {words(names[name][0])}"
        for members in FAMILIES.values():
            if name in members.predefined:
                return f"{name} means all bodies" if name == SYSTEM else f"{name} is a predefined {members.title}"
        return None

    def _of_group(self, name: str, targets: Iterable[str]) -> str | None:
        """Return a hint that lists the contacts of a group. These contacts then count as used."""
        contacts = self._declared.get("CONTACT", {}) if "CONTACT" in targets else {}
        pairs = [contact for contact in contacts if contact.startswith(f"{name}.")]
        if not pairs:
            return None
        self.used["CONTACT"].update(pairs)
        listed = ", ".join(f"`{pair}`" for pair in pairs[:MOST_NAMED]) + (", ..." if len(pairs) > MOST_NAMED else "")
        return f"{name} is a group of contacts; name one of {listed}"

    def _of_variable(self, reference: NameReference) -> str | None:
        """Return a hint for a name that contains a variable of a repetition without `#`. The object with the value in
        its name then counts as used.
        """
        name, source = reference.item.text, reference.item.source
        if source.value_of(name) is not None:
            return hint_of_variable(name)
        start, _, variable = name.rpartition("_")
        value = source.value_of(variable) if start else None
        if value is None:
            return None
        for target in reference.targets:
            self.used[target].add(f"{start}_{value}")
        return f"write the variable of the repetition with `#`: `{start}_#{variable}`"

    def _near(self, name: str, targets: Iterable[str]) -> str | None:
        """Return a hint with the most similar name. The object of this name then counts as used."""
        for target in targets:
            near = self.report.suggestions.closest(name, self._names_of(target))
            if near is not None:
                self.used[target].add(near)
                return f"did you mean `{near}`?"
        return None

    def report_unused(self, blocks: Iterable[BlockSchema]) -> None:
        """Report unused objects. The table states which kinds of objects are reported."""
        severities = {block.family: block.reports_unused for block in blocks if block.reports_unused is not None}
        for family, severity in severities.items():
            kinds = set(kinds_of_family(family))
            report = self.report.diagnostics.note if severity is Severity.NOTE else self.report.diagnostics.warning
            used = set(self._elsewhere)
            for target, members in FAMILIES.items():
                if family in members.members:
                    used |= self.used[target]
            for name, (kind, item) in self._declared.get(family, {}).items():
                if (
                    name not in used and kind in kinds and "@" not in name
                ):  # a short form generates names that contain `@`
                    message = f"nothing uses {words(kind)} {name}"
                    report(Code.UNUSED_OBJECT, message, item.span)


def _hint_of_number(name: str, reference: NameReference) -> str | None:
    """Return a hint for a number where the name of a function is needed."""
    members = {member for target in reference.targets for member in FAMILIES[target].members}
    if "OBJECT" in reference.targets or not members & {"FUNCTION", "SIGNAL"}:
        return None
    try:
        float(name)
    except ValueError:
        return None
    return (
        f"`@{reference.keyword}` needs the name of a function: define a function of type `CONSTANT` with the "
        f"value {name}"
    )


def _titles(reference: NameReference) -> str:
    """Return the families that may define a name, in words."""
    return " or ".join(FAMILIES[target].title for target in reference.targets if target != SYSTEM)


def _hint_of_neighbour(name: str, span: Span) -> str | None:
    """Return a hint for a name that ends in a sum with a variable of a repetition, such as `P_#i-1`. Such a sum needs
    parentheses.
    """
    if _LOOKS_LIKE_SUM.search(name) is None:
        return None
    written = span.text.strip('"')
    index = _SUM_OF_INDEX.search(written)
    if index is None:
        return None
    meant = f"{written[: index.start()]}#({index[1]})"
    return f"a sum in a name needs parentheses: `{meant}`"
