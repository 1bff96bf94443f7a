"""The tokens of a deck. Characters between tokens are white space."""

from __future__ import annotations

import re

# The tokens are keywords, whole comment blocks, braces, commas, quoted texts, comments, and pieces of other text.
TOKEN = re.compile(
    r'@COMMENTS(?!\w)\s*+\{[^}]*+\}?+|@\w*+|[{},]|"[^"\n]*+"?+|![^\n]*+|[^\s{}@!",]++(?:[ \t]++[^\s{}@!",]++)*'
)
