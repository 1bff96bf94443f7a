"""The language of decks: all definitions that a record of an element needs to describe its syntax. `syntax` converts a
text to a tree (by `grammars`), and `expressions` reads the arithmetic inside items. `table.py` has the records of
blocks and keywords, and `joints` has the kinds of joints. `described.py` defines an object of a checked deck;
`recall.py` caches functions of such objects. `options.py` has the settings of a command or a script for a deck.
`diagnostics.py` describes errors in a deck, with their places."""
