"""Diagnostics about a deck. Each has a place, a cause, a severity, and a remedy.

All stages of a check add their diagnostics to a `Diagnostics`, and print nothing. The codes are part of the contract
with outside scripts (docs/deck-reference/diagnostics.md).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

MOST_INSTANCES = 4  # largest number of instances of a repetition that one message lists
LONGEST_WORD = 250  # largest number of characters in a message; in longer messages, long words are cut
# The pattern finds names of objects that short forms generate, such as `arm@AT_POINT`. Names in a deck contain no `@`.
_MADE = re.compile(r"([A-Za-z0-9_][A-Za-z0-9_.\-]*)@([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:\.[0-9]+)?")
_LONG_WORD = re.compile(rf"([^\s`]{{80}})[^\s`]{{{LONGEST_WORD - 79},}}")


@dataclass(frozen=True, slots=True)
class Source:
    """One file of a deck. The record contains the name as shown to the user, the text (line ends normalised to LF), and
    the SHA-256 of the bytes.

    `instance` contains the values of repeated variables for a place in a repetition, such as `i = 2`. `moved` is set
    for a file of a copied deck. `included` is the place of the name of an included file.
    """

    name: str
    text: str
    instance: str = ""
    sha256: str = ""
    moved: Moved | None = None
    included: Span | None = field(default=None, repr=False)

    def file(self, name: str) -> str:
        """Return the path of a file that this file names, relative to the folder of this file.

        In a copied deck, an absolute path is replaced by the path of the copy.
        """
        if self.moved is not None and os.path.isabs(name):
            return self.moved.file(name)
        return os.path.join(os.path.dirname(self.name), name)

    def value_of(self, name: str) -> str | None:
        """Return the value of a variable of a repetition at this place, or None for another name. The deck writes the
        variable as `#name`.
        """
        values = [value for key, _, value in (one.partition(" = ") for one in self.instance.split(", ")) if key == name]
        return values[-1] if values else None

    def own_name(self, name: str) -> str:
        """Return a name that is different for each value of the innermost repetition: `b_#i` for `b` and for `b_i`."""
        variable = self.instance.rpartition(", ")[2].partition(" ")[0]
        return f"{name.removesuffix(f'_{variable}')}_#{variable}"

    def line(self, number: int) -> str:
        """Return the text of line `number`, counted from 1, without its line end. The text is empty past the end."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""


class Moved(NamedTuple):
    """A deck that was copied with all of its files. The record contains the original folder, and the folder of the
    copy.
    """

    before: str
    now: str

    def file(self, name: str) -> str:
        """Return the path of the copy of a file that the deck names by an absolute path."""
        return os.path.normpath(os.path.join(self.now, os.path.relpath(name, self.before)))


class Span(NamedTuple):
    """A range of source text. The range contains the line and column, counted from 1, of its first character and of the
    character after the range.

    It is a tuple, because a large deck has millions of spans.
    """

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def __repr__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def relative_to(self, other: Span) -> str:
        """Return the place in words, for a diagnostic at `other`: the line, and the file if the two files differ."""
        return f"line {self.line}" if self.source.name == other.source.name else repr(self)

    @property
    def text(self) -> str:
        """Return the text at this place."""
        lines = [self.source.line(number) for number in range(self.line, self.end_line + 1)]
        lines[-1] = lines[-1][: self.end_column - 1]
        lines[0] = lines[0][self.column - 1 :]
        return "\n".join(lines)


class Severity(StrEnum):
    """The severity of a diagnostic. Errors prevent a run. Warnings prevent a run only with --werror, and notes never
    do.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Code(StrEnum):
    """The codes of diagnostics, which are part of the contract with outside scripts."""

    SYNTAX_ERROR = "syntax-error"
    UNKNOWN_KEYWORD = "unknown-keyword"
    UNSUPPORTED_BLOCK = "unsupported-block"
    MISSING_KEYWORD = "missing-keyword"
    CONFLICTING_KEYWORDS = "conflicting-keywords"
    REPEATED_KEYWORD = "repeated-keyword"
    WRONG_TYPE = "wrong-type"
    WRONG_COUNT = "wrong-count"
    INVALID_VALUE = "invalid-value"
    DUPLICATE_NAME = "duplicate-name"
    UNRESOLVED_REFERENCE = "unresolved-reference"
    CIRCULAR_REFERENCE = "circular-reference"
    DEGENERATE_GEOMETRY = "degenerate-geometry"
    INCLUDE_ERROR = "include-error"
    UNDECLARED_PARAMETER = "undeclared-parameter"
    INCOMPATIBLE_FORMULATION = "incompatible-formulation"
    INCONSISTENT_INITIAL_CONDITIONS = "inconsistent-initial-conditions"
    REDUNDANT_CONSTRAINTS = "redundant-constraints"
    STEP_MISMATCH = "step-mismatch"
    UNUSED_OBJECT = "unused-object"
    DELAYED_FEEDBACK = "delayed-feedback"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One diagnostic. `hint` is a remedy, if one exists."""

    severity: Severity
    code: Code
    message: str
    span: Span
    hint: str | None = None

    @property
    def file(self) -> str:
        """Name of the file, as shown to the user."""
        return self.span.source.name

    @property
    def line(self) -> int:
        """Line of the first character, counted from 1."""
        return self.span.line

    @property
    def column(self) -> int:
        """Column of the first character, counted from 1."""
        return self.span.column

    @property
    def end_line(self) -> int:
        """Line of the character after the last character."""
        return self.span.end_line

    @property
    def end_column(self) -> int:
        """Column of the character after the last character."""
        return self.span.end_column

    def as_json(self) -> dict[str, object]:
        """Return the diagnostic in the form that `rbsolve check --format json` prints."""
        keys = ("message", "file", "line", "column", "end_line", "end_column", "hint")
        return {"severity": self.severity.value, "code": self.code.value, **{key: getattr(self, key) for key in keys}}

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Diagnostic:
        """Return a diagnostic from the result of `as_json`, without the text of the file. A code of a newer version
        remains a string.
        """
        code = said["code"]
        known = Code(code) if code in Code._value2member_map_ else code
        place = (said[key] for key in ("line", "column", "end_line", "end_column"))
        return cls(
            Severity(said["severity"]), known, said["message"], Span(Source(said["file"], ""), *place), said["hint"]
        )


class Diagnostics:
    """The diagnostics of one check, in the order of the deck's files and places."""

    def __init__(self, *, seeks_warnings: bool = True) -> None:
        self._findings: list[Diagnostic] = []
        self._errors = 0
        self._file_order: dict[str, int] = {}
        self.seeks_warnings = seeks_warnings
        """Whether checks are useful that take long and only warn, such as the search for redundant constraints."""

    def know_file(self, source: Source) -> None:
        """Register a file for the order of the report. Files are read in the order master deck, then included files."""
        self._file_order.setdefault(source.name, len(self._file_order))

    def error(self, code: Code, message: str, span: Span, hint: str | None = None) -> None:
        """Report an error, which prevents a run."""
        self._errors += 1
        self._findings.append(Diagnostic(Severity.ERROR, code, *_quoting_less(message, hint, span)))

    def warning(self, code: Code, message: str, span: Span, hint: str | None = None) -> None:
        """Report a probable mistake."""
        self._findings.append(Diagnostic(Severity.WARNING, code, *_quoting_less(message, hint, span)))

    def note(self, code: Code, message: str, span: Span, hint: str | None = None) -> None:
        """Report information that may be useful."""
        self._findings.append(Diagnostic(Severity.NOTE, code, *_quoting_less(message, hint, span)))

    def extend(self, findings: Iterable[Diagnostic]) -> None:
        """Add the diagnostics of another check."""
        taken = list(findings)
        self._errors += sum(finding.severity is Severity.ERROR for finding in taken)
        self._findings += taken

    @property
    def reported(self) -> int:
        """Return the number of reported diagnostics."""
        return len(self._findings)

    @property
    def has_errors(self) -> bool:
        """Return whether any diagnostic is an error."""
        return self._errors > 0

    def copy(self) -> Diagnostics:
        """Return a copy, to which later stages can add diagnostics."""
        other = Diagnostics(seeks_warnings=self.seeks_warnings)
        other._findings, other._errors, other._file_order = list(self._findings), self._errors, dict(self._file_order)
        return other

    def __iter__(self) -> Iterator[Diagnostic]:
        def place(finding: Diagnostic) -> tuple[int, int, int]:
            span = finding.span
            return (self._file_order.get(span.source.name, len(self._file_order)), span.line, span.column)

        return iter(sorted(_unite(self._findings), key=place))

    def __len__(self) -> int:
        return len(_unite(self._findings))


def _quoting_less(message: str, hint: str | None, span: Span) -> tuple[str, Span, str | None]:
    """Return the message, place and hint of a diagnostic. Long words are shortened, and generated names of short forms
    are replaced by descriptions.
    """
    if "@" in message:
        message = _MADE.sub(_say_made, message)
    if len(message) > LONGEST_WORD:
        message = _LONG_WORD.sub(r"\1...", message)
    if hint is not None and len(hint) > LONGEST_WORD:
        hint = _LONG_WORD.sub(r"\1...", hint)
    return message, span, hint


def _say_made(match: re.Match[str]) -> str:
    """Describe an object that a short form generates: `of arm` for the frame or the mass property of a body, and ``
    `@AT_POINT` of arm`` for a point.
    """
    owner, keyword = match.groups()
    return f"of {owner}" if keyword in ("FRAME_NAME", "MASS_PROPERTY_NAME") else f"`@{keyword}` of {owner}"


def _unite(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Combine diagnostics about several instances of a repetition. Diagnostics with the same place and code become one
    diagnostic, which lists the instances.
    """
    several: dict[tuple[object, ...], list[Diagnostic]] = {}
    for finding in findings:
        source, *place = finding.span
        is_repeated = bool(source.instance)
        key = (finding.code, source.name, *place) if is_repeated else (id(finding),)
        several.setdefault(key, []).append(finding)
    return [_of_instances(group) if group[0].span.source.instance else group[0] for group in several.values()]


def _of_instances(group: list[Diagnostic]) -> Diagnostic:
    instances = list(dict.fromkeys(finding.span.source.instance for finding in group))
    listed = "; ".join(instances[:MOST_INSTANCES])
    if len(instances) > MOST_INSTANCES:
        listed += f"; and {len(instances) - MOST_INSTANCES} more"
    return replace(group[0], message=f"{group[0].message} (where {listed})")


class DeckError(Exception):
    """A deck has errors. `diagnostics` contains all diagnostics. str() shows the errors with their
    hints.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: list[Diagnostic] = list(diagnostics)
        errors = [d for d in self.diagnostics if d.severity is Severity.ERROR] or self.diagnostics
        lines = (
            f"{d.span}: {d.severity}[{d.code}]: {d.message}" + (f" (hint: {d.hint})" if d.hint else "") for d in errors
        )
        super().__init__("\n".join(lines) or "deck has errors")

    def __reduce__(self) -> tuple[type[DeckError], tuple[list[Diagnostic]]]:
        """Pickle the diagnostics, because by default only the message of an exception is pickled."""
        return DeckError, (self.diagnostics,)
