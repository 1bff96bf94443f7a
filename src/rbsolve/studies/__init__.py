"""Runs studies. A study consists of many cases of one deck, or of many decks. The processes that solve them may die at
any time, but solved cases are never lost.

`design` defines the cases, and `disk` the folder of a study. `preparation` decides which cases must be solved.
`running` solves chunks of cases under a supervisor on one of the `engines`. `collecting` writes the rows of all cases
to one file, a table or a plot. `study.py` contains the class `Study` for users.
"""
