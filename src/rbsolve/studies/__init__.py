"""Studies: many cases of one deck, or many decks, solved by processes that may die at any time, and nothing lost.

`design` says which cases there are, `folder.py` is what is on disk, `running` solves chunks of them under a supervisor on
one of the `engines`, `collecting` makes one file, a table or a picture of the rows.
"""
