"""Formats decks in the standard format. A formatted deck differs from the original only in white space.

`layout.py` indents and spaces lines, `breaking.py` breaks long lines, and `files.py` formats files.
"""

from rbsolve.parser.formatting.layout import LINE_LENGTH, format_text

__all__ = ["LINE_LENGTH", "format_text"]
