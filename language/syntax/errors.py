"""Collects the syntax errors of a file."""

from __future__ import annotations

from rbsolve.language.diagnostics import Code, Diagnostics, Span

MAXIMUM_ERRORS = 20


class Errors:
    """Reports at most 20 syntax errors of a file, because later errors are usually consequences of earlier errors."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._count = 0
        self._braces: set[tuple[str, int]] = set()  # lines for which an error about braces was reported

    @property
    def full(self) -> bool:
        """Return whether there are more errors than are reported."""
        return self._count > MAXIMUM_ERRORS

    @property
    def found(self) -> bool:
        """Return whether there are any errors."""
        return self._count > 0

    def report(self, message: str, span: Span, hint: str | None = None) -> None:
        """Report a syntax error. Only one error about braces is reported per line, because further errors are usually
        consequences.
        """
        if "`{`" in message or "`}`" in message:
            place = (span.source.name, span.line)
            if place in self._braces:
                return
            self._braces.add(place)
        self._count += 1
        if self._count <= MAXIMUM_ERRORS:
            self._diagnostics.error(Code.SYNTAX_ERROR, message, span, hint)
        elif self._count == MAXIMUM_ERRORS + 1:
            text = f"this file has more than {MAXIMUM_ERRORS} syntax errors; further errors are not shown"
            self._diagnostics.note(Code.SYNTAX_ERROR, text, span)
