"""One style for decks. A formatted deck differs from what was written in white space only.

`layout.py` indents and spaces lines, `breaking.py` breaks those that are too long; `files.py` formats decks where they are.
"""

from rbsolve.parser.formatting.layout import LINE_LENGTH, format_text

__all__ = ["LINE_LENGTH", "format_text"]
