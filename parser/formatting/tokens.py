"""The tokens of a deck's text: only white space may separate them."""

from __future__ import annotations

import re

# Keywords (with the whole of a comment block), braces, commas, quoted text, comments; the rest is text as it was written.
TOKEN = re.compile(
    r'@COMMENTS(?!\w)\s*+\{[^}]*+\}?+|@\w*+|[{},]|"[^"\n]*+"?+|![^\n]*+|[^\s{}@!",]++(?:[ \t]++[^\s{}@!",]++)*'
)
