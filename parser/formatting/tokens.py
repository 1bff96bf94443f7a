"""The tokens of a deck's text. All other characters are white space."""

from __future__ import annotations

import re

# Tokens are keywords, whole comment blocks, braces, commas, quoted texts and comments. Any other text is a single
# token.
TOKEN = re.compile(
    r'@COMMENTS(?!\w)\s*+\{[^}]*+\}?+|@\w*+|[{},]|"[^"\n]*+"?+|![^\n]*+|[^\s{}@!",]++(?:[ \t]++[^\s{}@!",]++)*'
)
