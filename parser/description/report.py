"""Common data of the check: the diagnostics, the open references, and the table in a form that is fast to check."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span
from rbsolve.language.syntax.tree import Block, Item
from rbsolve.language.table import COMMENTS, BlockSchema, Keyword, Type, Variant
from rbsolve.parser.description.suggestions import Suggestions
from rbsolve.parser.schema.dymore import KEYWORDS
from rbsolve.parser.schema.misnomers import guess_keyword
from rbsolve.parser.schema.registry import ALL_BLOCKS, TOP_LEVEL

_OWNERS: dict[str, list[str]] = {}
for _block in ALL_BLOCKS:
    for _keyword in _block.keywords:
        _OWNERS.setdefault(_keyword.name, []).append(f"`@{_block.name_keyword}`")
for _block in ALL_BLOCKS:
    if _block.name_keyword != _block.definition:
        _OWNERS.setdefault(_block.name_keyword, []).append(f"`@{_block.definition}`")


_WORD = re.compile(r"[A-Za-z0-9_#][A-Za-z0-9_.\-]*+")
# The pattern finds each word. The second group is `#` if a variable follows the word.
_BEGINNING = re.compile(r"([A-Za-z0-9_][A-Za-z0-9_.\-]*+)(#?)")
_CONTACT = re.compile(r"\bcontact (\S+)")
MOST_LINES = 5  # maximum number of lines in a message

# Errors with these codes are unreliable if the parser has guessed the position of a brace.
_OF_WHOLE_TREES = (Code.MISSING_KEYWORD, Code.REPEATED_KEYWORD)


class NameReference(NamedTuple):
    """A reference by name. The name must be defined in one of the given families when all objects are known."""

    targets: tuple[str, ...]
    item: Item
    keyword: str


@dataclass(slots=True)
class Report:
    """The diagnostics of a check, and the references that must still be resolved."""

    diagnostics: Diagnostics
    is_whole: bool = True
    """Whether the tree is complete. In a damaged tree, missing parts of a block and misplaced keywords may be
    consequences of the damage.
    """
    is_read: bool = True
    """Whether the text could be read. If the text could be read but the tree is incomplete, only repetitions or
    instances are missing.
    """
    suggestions: Suggestions = field(default_factory=Suggestions)
    references: list[NameReference] = field(default_factory=list)
    mentioned: set[str] = field(default_factory=set)
    """Names in blocks that could not be read. Such a name may be a definition or a use."""
    beginnings: tuple[str, ...] = ()
    """The initial parts of names whose definitions may be lost in a damaged deck."""
    groups: dict[str, str] = field(default_factory=dict)
    """For each contact that a group defines: the name of the group."""
    included_twice: set[Span] = field(default_factory=set)
    """Places at which a file is included again."""
    _held_back: list[tuple[Code, str, Span, str | None]] = field(default_factory=list)
    """Errors that may be consequences of other errors."""
    _told: set[tuple[Code, str, Span]] = field(default_factory=set)
    _damaged: set[tuple[str, int]] | None = None  # lines with syntax errors, computed on first use

    def mention_words(self, sources: Iterable[Source]) -> None:
        """Record words of a damaged deck that may be names. The definitions of these names may be lost.

        These are words that occur more than once. A parameter such as `#length` is included if `length` also occurs, as
        a parameter of a template or as a variable. If a name ends in a variable, the part before the variable is
        recorded.
        """
        counts = Counter(word for source in sources for word in _WORD.findall(source.text))
        self.mentioned.update(
            word for word, count in counts.items() if count > 1 or (word[0] == "#" and word[1:] in counts)
        )
        self.beginnings = tuple(
            {start for source in sources for start, goes_on in _BEGINNING.findall(source.text) if goes_on}
        )

    def hold_back(self, code: Code, message: str, span: Span, hint: str | None = None) -> None:
        """Record an error that is probably a consequence of another error."""
        self._held_back.append((code, message, span, hint))

    def tell_held_back(self) -> None:
        """Report the errors that were held back as consequences of other errors, if there are no other errors."""
        if not self.diagnostics.has_errors:
            for code, message, span, hint in self._held_back:
                self._tell(code, message, span, hint)

    def error(self, code: Code, message: str, span: Span, hint: str | None = None) -> None:
        """Report an error. For a damaged tree, errors that may be consequences of the damage are not reported: missing
        and duplicate keywords, and errors in damaged lines.
        """
        if not self.is_whole:
            if self._damaged is None:
                self._damaged = {
                    (finding.span.source.name, finding.span.line)
                    for finding in self.diagnostics
                    if finding.code is Code.SYNTAX_ERROR
                }
            if code in _OF_WHOLE_TREES or (span.source.name, span.line) in self._damaged:
                self.hold_back(code, message, span, hint)
                return
        self._tell(code, message, span, hint)

    def _tell(self, code: Code, message: str, span: Span, hint: str | None) -> None:
        """Report an error once. The same error can occur several times, because short forms may repeat an invalid item,
        and all contacts of a group share its mistakes.
        """
        if self.groups:
            message = _CONTACT.sub(lambda match: f"contact {self.groups.get(match[1], match[1])}", message)
        told = code, message, span
        if told not in self._told:
            self._told.add(told)
            self.diagnostics.error(code, message, span, hint)

    def missing_value(self, message: str, span: Span, hint: str) -> None:
        """Report a missing value. Inside repetitions and instances it is not reported, because blocks may be missing
        there as a consequence.
        """
        if self.is_read:
            self._tell(Code.MISSING_KEYWORD, message, span, hint)

    def is_included_twice(self, item: Item, first: Item) -> bool:
        """Return whether two items are the same item of a file that is included twice. Report the second include once."""
        here, there = item.source.included, first.source.included
        is_same = item.source.name == first.source.name and item[3:] == first[3:]
        if here is None or there is None or here == there or not is_same:
            return False
        if here not in self.included_twice:
            self.included_twice.add(here)
            place = there.relative_to(here)
            message = (
                f"{item.source.name} is included twice, so its names are defined twice; the file is first included "
                f"at {place}"
            )
            self.error(Code.DUPLICATE_NAME, message, here, "remove one of the two includes")
        return True

    def report_misplaced(self, message: str, span: Span, hint: str | None) -> None:
        """Report a known keyword at a wrong place, unless the tree is damaged."""
        if self.is_whole:
            self.error(Code.UNKNOWN_KEYWORD, message, span, hint)
        else:
            self.hold_back(Code.UNKNOWN_KEYWORD, message, span, hint)

    def unknown_keyword(self, keyword: str, span: Span, where: str, known: Mapping[str, Any]) -> str | None:
        """Report a keyword at a wrong place. Return the keyword that was probably intended."""
        near = guess_keyword(keyword, known)
        of_dymore = KEYWORDS.get(keyword) if near is None else None
        if near is None and of_dymore is None:
            near = self.suggestions.closest(keyword, known)
        home = _where_it_belongs(keyword)
        hint = home if near is None else f"did you mean `@{near}`?"
        if of_dymore is not None:
            hint = f"this is a keyword of Dymore; in rbsolve: {of_dymore}"
        message = f"`@{keyword}` is not a keyword of {where}"
        if home is None:
            self.error(Code.UNKNOWN_KEYWORD, message, span, hint)
        else:
            self.report_misplaced(message, span, hint)
        return near


def _where_it_belongs(keyword: str) -> str | None:
    if keyword in TOP_LEVEL:
        return f"`@{keyword}` is a top-level block: a `}}` may be missing before this block"
    owners = _OWNERS.get(keyword)
    return f"`@{keyword}` is a keyword of {', '.join(owners)}" if owners else None


def also(spans: Iterable[Span]) -> str:
    """Return the end of a message about several places, such as `, which is used on lines 12 and 30 too`."""
    lines = list(dict.fromkeys(str(span.line) for span in spans))
    if not lines:
        return ""
    listed = ", ".join(lines[:MOST_LINES]) + (", ..." if len(lines) > MOST_LINES else "")
    return f", which is also used on line{'s' if len(lines) > 1 else ''} {listed}"


def keyword_in_text(block: Block) -> str:
    """Return a keyword as it is spelt in the deck. The short form of a body spells some keywords differently."""
    match = re.match(r"@(\w+)", block.span.text)
    written = match[1].upper() if match else block.keyword
    return written if written in _OWNERS else block.keyword


def words(kind: str) -> str:
    """Return the name of a kind of object as words of a message, such as `rigid body`."""
    return "function" if kind == "FUNCTION_1D" else kind.lower().replace("_", " ")


class Checked:
    """A block of the table, in a form that makes checks of many objects fast."""

    __slots__ = ("applying", "block", "defaults", "excluding", "keywords", "name", "required", "selector", "variants")

    def __init__(self, block: BlockSchema) -> None:
        self.block = block
        self.name = words(block.kind)
        self.keywords: dict[str, Keyword] = {keyword.name: keyword for keyword in block.keywords}
        self.keywords[COMMENTS.name] = COMMENTS
        self.required = frozenset(keyword.name for keyword in block.keywords if keyword.required)
        self.defaults = tuple(block.defaults.items())
        self.excluding = {k.name: k.excludes for k in block.keywords if k.excludes}
        self.variants = block.variants
        self.selector = block.variants.selector if block.variants else ""
        # For each choice of the type: its variant, and the keywords that do not apply to it.
        self.applying: dict[str, tuple[Variant, frozenset[str]]] = {}
        if block.variants:
            for variant in block.variants.table:
                own = {*variant.required, *variant.optional, *variant.defaults}
                self.applying[variant.choice] = (variant, block.variants.governed - own)


class ContainerSchema:
    """A container keyword, in a form that makes checks of many containers fast."""

    __slots__ = ("defaults", "keyword", "keywords", "required")

    def __init__(self, keyword: Keyword) -> None:
        assert keyword.type is Type.CONTAINER
        self.keyword = keyword
        self.keywords: dict[str, Keyword] = {child.name: child for child in keyword.children}
        self.keywords[COMMENTS.name] = COMMENTS
        self.required = frozenset(child.name for child in keyword.children if child.required)
        self.defaults = tuple((child.name, child.default) for child in keyword.children if child.default is not None)
