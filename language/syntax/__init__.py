"""Converts the text of a deck to a syntax tree. This package contains the lexical rules and the three forms of blocks.
The only keywords that it knows are the keywords for included files.

`reader.py` reads the tokens and the structure, `repair.py` explains and repairs syntax errors, and `includes.py`
inserts included files.
"""

from rbsolve.language.syntax.includes import read_deck
from rbsolve.language.syntax.reader import read_tree
from rbsolve.language.syntax.text import decode, read_source
from rbsolve.language.syntax.tree import Block, Item, SyntaxTree

__all__ = ["Block", "Item", "SyntaxTree", "decode", "read_deck", "read_source", "read_tree"]
