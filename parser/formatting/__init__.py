"""One style for decks. A formatted deck differs from the original in white space only.

`layout.py` indents and spaces lines, `breaking.py` breaks long lines; `files.py` formats decks where they are.
"""

from rbsolve.parser.formatting.layout import LINE_LENGTH, format_text

__all__ = ["LINE_LENGTH", "format_text"]
