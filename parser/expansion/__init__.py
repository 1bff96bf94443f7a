"""Repetitions and templates: the tree of a deck is expanded before it is described.

`expand.py` expands `@REPEAT {i, 1, 4} {...}` (`repeat.py`) and the instances of templates (`templates.py`).
`substitution.py` puts values into items. `written.py` makes a deck from an expanded tree.
"""
