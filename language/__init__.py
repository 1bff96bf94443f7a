"""The language of decks: everything that the records of elements need to describe their syntax.

`syntax` makes a tree of a text (by `grammars`), `expressions` reads the arithmetic inside items. `table.py` has the
records of blocks and keywords, `joints` the kinds of joints. `described.py` defines an object of a checked deck;
`recall.py` caches functions of such objects. `options.py` has the settings of a command or a script for a deck.
`diagnostics.py` describes errors in a deck, with their places.
"""
