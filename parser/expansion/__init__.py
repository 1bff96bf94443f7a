"""Repetitions and templates: the tree of a deck is expanded before the description is made.

`expand.py` expands `@REPEAT {i, 1, 4} {...}` (`repeat.py`) and the instances of templates (`templates.py`).
`substitution.py` puts values into items. `written.py` converts an expanded tree to a deck.
"""
