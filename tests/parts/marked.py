"""Decks in which the marks « and » show where a diagnostic is expected."""

from rbsolve.pipeline import check_deck


def told_at_the_mark(deck):
    """Return the severity, code, message and hint of each diagnostic of a deck at exactly the marked place."""
    before, rest = deck.split("«")
    marked, after = rest.split("»")
    place = (*_end(before), *_end(before + marked))
    findings = [finding for finding in check_deck(before + marked + after).diagnostics if _place(finding.span) == place]
    return [(finding.severity, finding.code, finding.message, finding.hint) for finding in findings]


def _end(text):
    """Return the line and the column after a text."""
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def _place(span):
    return span.line, span.column, span.end_line, span.end_column
