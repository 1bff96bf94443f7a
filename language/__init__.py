"""The language of decks: everything that the records of elements need to describe their syntax.

`syntax` makes a tree of a text (by `grammars`), `expressions` reads the arithmetic inside items. `table.py` has the records of
blocks and keywords, `joints` the kinds of joints. `described.py` is an object of a checked deck, `recall.py` remembers what
follows from it. `options.py` is what a command or a script sets over a deck. `diagnostics.py` says what is wrong with a deck and where.
"""
