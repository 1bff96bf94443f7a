"""A deck's text cut into what white space may stand between."""

from __future__ import annotations

import re

# Keywords (with the whole of a comment block), braces, commas, quoted text, comments; the rest is text as it was written.
TOKEN = re.compile(
    r'@COMMENTS(?!\w)\s*+\{[^}]*+\}?+|@\w*+|[{},]|"[^"\n]*+"?+|![^\n]*+|[^\s{}@!",]++(?:[ \t]++[^\s{}@!",]++)*'
)


def tokens_of(text: str) -> list[str]:
    """All tokens of a text, comments among them; nothing but white space is lost."""
    return [match[0].rstrip() for match in TOKEN.finditer(text)]
