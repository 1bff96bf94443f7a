"""Expands repetitions and templates in the tree of a deck, before the description is built.

`expand.py` expands `@REPEAT {i, 1, 4} {...}` (`repeat.py`) and the instances of templates (`templates.py`).
`substitution.py` puts values into items. `written.py` converts an expanded tree to text.
"""
