"""Studies: many cases of one deck, or many decks, solved by processes that may die at any time without loss of solved cases.

`design` defines the cases, and `folder.py` the files on disk. `running` solves chunks of cases under a supervisor on
one of the `engines`. `collecting` creates one file, a table or a plot of the rows.
"""
