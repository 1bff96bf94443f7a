"""The tokens of a deck's text. All other characters are white space."""

from __future__ import annotations

import re

# Keywords (with the whole of a comment block), braces, commas, quoted text, comments; any other text is one token.
TOKEN = re.compile(
    r'@COMMENTS(?!\w)\s*+\{[^}]*+\}?+|@\w*+|[{},]|"[^"\n]*+"?+|![^\n]*+|[^\s{}@!",]++(?:[ \t]++[^\s{}@!",]++)*'
)
